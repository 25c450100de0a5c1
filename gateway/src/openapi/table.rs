//! Holds `docs/api.md` to the code, and the code to it.

use std::{collections::BTreeSet, fs, path::PathBuf};

/// A row: what a call is answered by.
struct Row {
    call: String,
    handler: (String, String),
    rpcs: Vec<String>,
    test: (String, String),
}

fn text(path: &str) -> String {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("..").join(path);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The words between backquotes.
fn quoted(cell: &str) -> Vec<String> {
    cell.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}

fn pair(cell: &str) -> (String, String) {
    match quoted(cell).as_slice() {
        [first, second] => (first.clone(), second.clone()),
        _ => panic!("expected two names: {cell}"),
    }
}

fn rows() -> Vec<Row> {
    text("docs/api.md")
        .lines()
        .filter(|line| line.starts_with("| `"))
        .map(|line| {
            let cells: Vec<_> = line.split('|').map(str::trim).collect();
            Row {
                call: quoted(cells[1]).concat(),
                handler: pair(cells[2]),
                rpcs: quoted(cells[3]),
                test: pair(cells[4]),
            }
        })
        .collect()
}

#[test]
fn the_table_has_every_call_of_the_document_and_no_other() {
    let document = serde_json::to_value(crate::routes::document()).unwrap();
    let mut calls = BTreeSet::new();
    for (path, item) in document["paths"].as_object().unwrap() {
        let path = path.trim_start_matches("/api/v1.0/").trim_end_matches('/');
        for method in item.as_object().unwrap().keys() {
            calls.insert(format!("{} {path}", method.to_uppercase()));
        }
    }
    let rows: BTreeSet<_> = rows().into_iter().map(|row| row.call).collect();
    assert_eq!(rows, calls);
}

#[test]
fn every_handler_rpc_and_test_of_the_table_is_there() {
    for row in rows() {
        let (file, name) = &row.handler;
        let handler = text(&format!("gateway/src/routes/{file}"));
        assert!(handler.contains(&format!("async fn {name}(")), "{file} {name}");
        for rpc in &row.rpcs {
            let (service, name) = rpc.split_once('.').unwrap();
            let proto = text(&format!("proto/storefront/{service}/v1/{service}.proto"));
            assert!(proto.contains(&format!("rpc {name}(")), "{rpc}");
        }
        let (file, name) = &row.test;
        let tests = text(&format!("gateway/tests/system/{file}.rs"));
        assert!(tests.contains(&format!("async fn {name}()")), "{file} {name}");
    }
}
