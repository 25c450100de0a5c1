//! The rows of the measurement: load, limit and target.

use clap::ValueEnum as _;

use crate::{
    desk,
    load::{flow::Flow, pgbench::Script},
    products::COMMON_WORD,
};

/// Products in the shop for all rows but those at a large number.
pub(crate) const BASE_PRODUCTS: i32 = 1_000;

/// Concurrent clients of a read.
pub(crate) const READERS: u32 = 16;

/// Concurrent people at the desk.
const PEOPLE: u32 = 4;

/// Price ranges of [`Read::Facets`]: many more than are asked for in a round, so that few answers come from memory.
const LOWEST_PRICES: i32 = 500;
const HIGHEST_PRICES: i32 = 200;

/// Entries of the list's page.
pub(crate) const PAGE: usize = 25;

/// Commits of a purchase: cart, two products, attempt, stock and order.
const COMMITS_OF_A_PURCHASE: u32 = 6;

/// A row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, clap::ValueEnum)]
pub(crate) enum Row {
    /// A page of the product list.
    List,
    /// The same while four buyers purchase.
    ListBusy,
    /// A random product of 1,000.
    Product,
    /// The home page as HTML.
    Home,
    /// A search for a word that a fifth of the products has.
    Search,
    /// A filtered page of the list with facets, any of many price ranges.
    Facets,
    /// Adding a product to a cart, 16 clients.
    Add,
    /// A purchase (cart, two products, order), 8 clients.
    Purchase,
    /// A purchase, 32 clients.
    PurchaseBusy,
    /// Resident memory of all services after the rows above.
    Memory,
    /// The desk's lists and records with 10,000 quotes and 50,000 orders, 4 people.
    Desk,
    /// An import of 10,000 products while 20 shoppers browse lists and buy.
    Import,
    /// The search with `--products` products.
    SearchLarge,
    /// The facets with `--products` products.
    FacetsLarge,
    /// The desk's lists of products with `--products` products, 4 people.
    DeskLarge,
}

/// Load of a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Load {
    /// GET at full speed.
    Read(Read),
    /// A flow at full speed, with this many clients.
    Flow(Flow, u32),
    /// An import of products, with this many shoppers beside it.
    Import(u32),
    /// Nothing.
    None,
}

/// Read load.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Read {
    List,
    Product,
    Home,
    Search,
    Facets,
    /// Facets of other price ranges, which no cache has from [`Read::Facets`].
    FacetsLarge,
    Desk,
    DeskProducts,
}

impl Read {
    /// The paths, of which each request takes a random one.
    pub(crate) fn paths(self, products: &[i64]) -> Vec<String> {
        match self {
            Self::List => vec![format!("/api/v1.0/products?page=1&limit={PAGE}")],
            Self::Product => products
                .iter()
                .map(|product| format!("/api/v1.0/products/{product}"))
                .collect(),
            Self::Home => vec!["/en".to_owned()],
            Self::Search => vec![format!("/api/v1.0/products/search?searchTerm={COMMON_WORD}")],
            Self::Facets => price_ranges(900),
            Self::FacetsLarge => price_ranges(905),
            Self::Desk => desk_paths(&desk::PATHS),
            Self::DeskProducts => desk_paths(&desk::PRODUCT_PATHS),
        }
    }

    /// A text that each answer contains.
    pub(crate) const fn contains(self) -> &'static str {
        match self {
            Self::Home => "</html>",
            _ => "\"success\":true",
        }
    }

    /// The cookie of each request.
    pub(crate) const fn cookie(self) -> Option<&'static str> {
        match self {
            Self::Desk | Self::DeskProducts => Some(desk::COOKIE),
            _ => None,
        }
    }
}

fn desk_paths(paths: &[&str]) -> Vec<String> {
    paths
        .iter()
        .map(|path| format!("/api/v1.0/desk/{path}"))
        .collect()
}

/// Returns the page of the list with facets for each price range, with lowest prices from 48 to 53 AZN, and highest ones from
/// `first_highest` to 2,000 AZN above it.
fn price_ranges(first_highest: i32) -> Vec<String> {
    let path = |index: i32| {
        let lowest = 4_800 + index % LOWEST_PRICES;
        let highest = first_highest + index / LOWEST_PRICES * 10;
        format!(
            "/api/v1.0/products?page=1&limit=10&facets=1&minPrice={}.{:02}&maxPrice={highest}",
            lowest / 100,
            lowest % 100
        )
    };
    (0..LOWEST_PRICES * HIGHEST_PRICES).map(path).collect()
}

/// The limit beside a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Limit {
    /// A bare axum handler with the same bytes.
    SameBytes,
    /// A script of pgbench, and the number of its transactions for one operation of the row.
    Pgbench(Script, u32),
    /// No limit.
    None,
}

/// Target of a row.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Target {
    /// No target.
    None,
    /// A share of the limit.
    Share(f64),
    /// A 99th percentile in milliseconds, and a share of answers from memory.
    Responsive { p99: f64, hits: f64 },
    /// Operations a second, and milliseconds of processor time for each.
    Rate { rate: f64, processor: f64 },
    /// A 99th percentile in milliseconds.
    P99(f64),
    /// A median as a multiple of that of another row.
    Multiple { of: Row, most: f64 },
    /// MiB of all services together.
    Memory(f64),
    /// A median as a multiple of that of [`Row::Search`], and MiB of the catalog.
    Flat { median: f64, memory: f64 },
    /// Seconds of the dry run and of the applying, and the 99th percentile of the lists meanwhile as a multiple of that before.
    Import {
        checked: f64,
        applied: f64,
        slowdown: f64,
    },
}

/// The properties of a row.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Definition {
    pub(crate) work: &'static str,
    pub(crate) load: Load,
    pub(crate) limit: Limit,
    /// The figure before the work on speed, on two cores.
    pub(crate) before: &'static str,
    pub(crate) target: Target,
}

const FACETS: Definition = Definition {
    work: "list page with facets, any of 100,000 price ranges",
    load: Load::Read(Read::Facets),
    limit: Limit::None,
    before: "–",
    target: Target::None,
};

const FACETS_LARGE: Definition = Definition {
    work: "the facets with many products",
    load: Load::Read(Read::FacetsLarge),
    target: Target::Multiple {
        of: Row::Facets,
        most: 3.0,
    },
    ..FACETS
};

const DESK_LARGE: Definition = Definition {
    work: "the desk's lists of products with many products, 4 people",
    load: Load::Read(Read::DeskProducts),
    limit: Limit::None,
    before: "–",
    target: Target::P99(200.0),
};

const IMPORT: Definition = Definition {
    work: "import of 10,000 products, 20 shoppers beside it",
    load: Load::Import(20),
    limit: Limit::None,
    before: "–",
    target: Target::Import {
        checked: 10.0,
        applied: 60.0,
        slowdown: 2.0,
    },
};

impl Row {
    /// Whether its requests are those of a signed-in manager.
    pub(crate) const fn is_desk(self) -> bool {
        matches!(self, Self::Desk | Self::DeskLarge | Self::Import)
    }

    /// Whether its load or its limit is measured by oha or pgbench.
    pub(crate) const fn needs_tools(self) -> bool {
        !matches!(self, Self::DeskLarge | Self::Import | Self::Memory)
    }

    /// The name on the command line.
    pub(crate) fn name(self) -> String {
        self.to_possible_value()
            .map(|value| value.get_name().to_owned())
            .unwrap_or_default()
    }

    /// Whether the row is measured with `--products` products.
    pub(crate) const fn is_large(self) -> bool {
        matches!(self, Self::SearchLarge | Self::FacetsLarge | Self::DeskLarge)
    }

    /// The concurrent clients.
    pub(crate) const fn clients(self) -> u32 {
        match self.definition().load {
            Load::Flow(_, clients) | Load::Import(clients) => clients,
            Load::Read(Read::Desk | Read::DeskProducts) => PEOPLE,
            Load::Read(_) | Load::None => READERS,
        }
    }

    /// The properties.
    pub(crate) const fn definition(self) -> Definition {
        let (work, load, limit, before, target) = match self {
            Self::List => (
                "list page, warm",
                Load::Read(Read::List),
                Limit::SameBytes,
                "8,300/s (9 %)",
                Target::Share(0.5),
            ),
            Self::ListBusy => (
                "list page, 4 buyers beside it",
                Load::Read(Read::List),
                Limit::None,
                "2,100/s with 2 buyers",
                Target::Responsive {
                    p99: 10.0,
                    hits: 0.95,
                },
            ),
            Self::Product => (
                "product, any of 1,000",
                Load::Read(Read::Product),
                Limit::SameBytes,
                "2,800/s (3 %)",
                Target::Share(0.4),
            ),
            Self::Home => (
                "home as HTML",
                Load::Read(Read::Home),
                Limit::SameBytes,
                "2,950/s (3 %)",
                Target::Share(0.2),
            ),
            Self::Search => (
                "search, a word that a fifth has",
                Load::Read(Read::Search),
                Limit::Pgbench(Script::Select, 1),
                "900 to 1,200/s (2 %)",
                Target::Share(0.15),
            ),
            Self::Facets => return FACETS,
            Self::Add => (
                "add to cart",
                Load::Flow(Flow::Add, 16),
                Limit::Pgbench(Script::SimpleUpdate, 1),
                "970 to 1,130/s (15 %)",
                Target::Share(0.25),
            ),
            Self::Purchase => (
                "purchase, 8 clients",
                Load::Flow(Flow::Purchase, 8),
                Limit::Pgbench(Script::SimpleUpdate, COMMITS_OF_A_PURCHASE),
                "86/s, 21 ms of processor time each",
                Target::Rate {
                    rate: 180.0,
                    processor: 9.0,
                },
            ),
            Self::PurchaseBusy => (
                "purchase, 32 clients",
                Load::Flow(Flow::Purchase, 32),
                Limit::Pgbench(Script::SimpleUpdate, COMMITS_OF_A_PURCHASE),
                "p99 433 ms",
                Target::P99(200.0),
            ),
            Self::Memory => (
                "memory of all services, peak",
                Load::None,
                Limit::None,
                "640 MiB in `account` alone",
                Target::Memory(220.0),
            ),
            Self::Desk => (
                "the desk, 10,000 quotes and 50,000 orders, 4 people",
                Load::Read(Read::Desk),
                Limit::None,
                "–",
                Target::P99(100.0),
            ),
            Self::SearchLarge => (
                "the search with many products",
                Load::Read(Read::Search),
                Limit::Pgbench(Script::Select, 1),
                "32/s, p50 500 ms, `catalog` 618 MiB with 200,000 products",
                Target::Flat {
                    median: 3.0,
                    memory: 150.0,
                },
            ),
            Self::FacetsLarge => return FACETS_LARGE,
            Self::DeskLarge => return DESK_LARGE,
            Self::Import => return IMPORT,
        };
        Definition {
            work,
            load,
            limit,
            before,
            target,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_at_a_large_number_of_products_come_last() {
        assert!(
            Row::value_variants()
                .iter()
                .is_sorted_by_key(|row| row.is_large())
        );
        assert_eq!(Row::ListBusy.name(), "list-busy");
    }

    #[test]
    fn facets_row_asks_for_different_price_ranges() {
        let paths = Read::Facets.paths(&[]);
        assert!(paths.contains(
            &"/api/v1.0/products?page=1&limit=10&facets=1&minPrice=48.07&maxPrice=2890".to_owned()
        ));
        let distinct: std::collections::BTreeSet<_> = paths.iter().collect();
        assert_eq!(distinct.len(), 100_000);
        let large = Read::FacetsLarge.paths(&[]);
        assert!(large.iter().all(|path| !distinct.contains(path)));
    }

    #[test]
    fn product_row_reads_all_products() {
        assert_eq!(
            Read::Product.paths(&[3, 4]),
            ["/api/v1.0/products/3", "/api/v1.0/products/4"]
        );
    }
}
