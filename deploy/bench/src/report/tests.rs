//! Tests of the report.

use std::collections::BTreeMap;

use time::macros::date;

use super::*;
use crate::import::Shopping;

fn round(rate: f64, limit: f64) -> Round {
    Round {
        limit: Some(limit),
        sample: Sample {
            rate,
            count: rate,
            median: 1.5,
            p99: 12.0,
            refused: 0.0,
        },
        processor: BTreeMap::from([("gateway".to_owned(), 0.25)]),
        commits: BTreeMap::from([("cart".to_owned(), 3.0)]),
        hits: None,
        lists: BTreeMap::from([(
            "products?sort=name",
            Sample {
                p99: 7.0,
                ..Sample::default()
            },
        )]),
        import: Some(Outcome {
            checked: 2.0,
            applied: 12.5,
            undone: 3.25,
            before: Shopping {
                lists: vec![4.0],
                purchases: 3.0,
                failed: 0.0,
            },
            during: Shopping {
                lists: vec![6.0, 9.0],
                purchases: 5.0,
                failed: 0.0,
            },
        }),
    }
}

fn report(rows: Vec<Row>, rounds: &[Round]) -> Report {
    Report {
        machine: Machine {
            date: date!(2026 - 11 - 23),
            processor: "A processor".to_owned(),
            cores: 2,
            memory_gib: 24,
            load: ("0.1".to_owned(), "2.0".to_owned()),
        },
        measured: rows.iter().map(|row| (*row, rounds.to_vec())).collect(),
        rows,
        bytes: BTreeMap::from([(Row::List, 36_000)]),
        memory: BTreeMap::from([(
            "gateway".to_owned(),
            Memory {
                resident: 10 << 20,
                peak: 230 << 20,
            },
        )]),
        large: None,
        rounds: 3,
        seconds: 8,
        replicas: 1,
        is_debug: false,
    }
}

#[test]
fn row_names_the_median_share_and_whether_it_is_reached() {
    let rounds = [
        round(400.0, 1_000.0),
        round(61_234.0, 100_000.0),
        round(900.0, 1_000.0),
    ];
    let text = report(vec![Row::List], &rounds).format();
    let expected = "| `list` | list page, warm (36.0 kB) | 1,000/s | 8,300/s (9 %) | 900/s | 61 % \
                    | ≥ 50 % of the limit | yes |";
    assert!(text.contains(expected), "{text}");
    assert!(
        text.contains("| `list` | 900 (400 to 61,200) | 1.5 (1.5 to 1.5) | 12 (12 to 12) |"),
        "{text}"
    );
    assert!(text.contains("| `list` | 0.250 | gateway 0.250 |"), "{text}");
}

#[test]
fn missed_targets_are_marked() {
    let mut report = report(vec![Row::List], &[round(300.0, 1_000.0)]);
    report.rows.push(Row::Memory);
    let text = report.format();
    assert!(text.contains("| 30 % | ≥ 50 % of the limit | **no** |"), "{text}");
    assert!(text.contains("| 230 MiB | – | ≤ 220 MiB | **no** |"), "{text}");
}

#[test]
fn imports_and_lists_have_figures_of_their_own() {
    let text = report(vec![Row::Import, Row::DeskLarge], &[round(1.0, 1.0)]).format();
    assert!(
        text.contains("checked in 2.0 s, applied in 12.5 s, undone in 3.2 s, 5 purchases meanwhile and 0 failed, p99 of the lists 4 ms before and 9 ms meanwhile (2.2x)"),
        "{text}"
    );
    assert!(text.contains("p99 of the lists ≤ 2x | **no** |"), "{text}");
    assert!(text.contains("| `products?sort=name` | 0 | 0 | 7 |"), "{text}");
}

#[test]
fn unoptimized_build_is_named() {
    let mut report = report(vec![Row::Home], &[round(1.0, 2.0)]);
    assert!(!report.format().contains("unoptimized"));
    report.is_debug = true;
    assert!(report.format().contains("unoptimized build"));
}

#[test]
fn large_search_is_compared_with_the_small_one() {
    let mut report = report(vec![Row::Search, Row::SearchLarge], &[round(100.0, 1_000.0)]);
    report.large = Some(Large {
        products: 1_000_000,
        availability: Availability {
            answered: 9,
            refused: 0,
        },
        memory: BTreeMap::from([(
            "catalog".to_owned(),
            Memory {
                resident: 1,
                peak: 140 << 20,
            },
        )]),
    });
    let text = report.format();
    assert!(
        text.contains("p50 1.5 ms (1.0x), `catalog` 140 MiB, 9 searches answered and 0 refused"),
        "{text}"
    );
    assert!(text.contains("the search with 1,000,000 products"), "{text}");
    assert!(text.contains("answers while it loads | yes |"), "{text}");
}
