//! Costs of a piece. They never leave the desk.

use std::collections::BTreeMap;

use crate::{
    number::half,
    parts::Piece,
    price::{MissingRate, price},
    price_book::{PriceBook, Rates},
    unit::{CostUnit, fitting_unit, work_unit},
    word::words,
};

words! {
    /// A group of cost lines.
    CostGroup {
        Board = "board",
        Edge = "edge",
        Fittings = "fittings",
        Lattice = "lattice",
        Work = "work",
    }
}

/// Costs of a piece in qəpik, without VAT unless stated.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Costs {
    /// Lines in the order of their groups.
    pub lines: Vec<CostLine>,
    /// Sum of the lines at cost.
    pub cost: i64,
    /// Amount by which rounding changed the price with VAT.
    pub rounding: i64,
    /// The price.
    pub net: i64,
    /// VAT of the price.
    pub vat: i64,
    /// The price above the costs.
    pub margin: i64,
    /// Share of the margin in the price, in tenths of a percent.
    pub margin_tenths: i64,
}

/// A cost line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CostLine {
    /// Group.
    pub group: CostGroup,
    /// Key of the price book without its group, such as `lam18.white`.
    pub key: String,
    /// Thousandths of the unit.
    pub quantity_thousandths: i64,
    /// Unit.
    pub unit: CostUnit,
    /// In qəpik at cost, with waste.
    pub cost: i64,
    /// In qəpik in the price, with VAT.
    pub price: i64,
}

/// Returns the costs of a piece by a price book with its rates.
///
/// # Errors
///
/// Fails if the book or its rates lack a key; a published book lacks none.
pub fn costs(piece: &Piece, book: &PriceBook, rates: &Rates) -> Result<Costs, MissingRate> {
    let price = price(piece, rates)?;
    let mut lines = Vec::with_capacity(price.lines.len());
    for line in &price.lines {
        lines.push(cost_line(book, &line.key, line.quantity, line.amount)?);
    }
    lines.sort_by_key(|line: &CostLine| line.group);
    let cost = lines.iter().map(|line| line.cost).sum();
    let net = price.total - price.vat;
    let margin = net - cost;
    Ok(Costs {
        lines,
        cost,
        rounding: price.total - price.exact,
        net,
        vat: price.vat,
        margin,
        margin_tenths: tenths_percent(margin, net),
    })
}

/// Returns the share of an amount in another one in tenths of a percent, rounded half away from zero.
fn tenths_percent(amount: i64, whole: i64) -> i64 {
    if whole <= 0 {
        return 0;
    }
    amount.signum() * half(1_000 * amount.abs(), whole)
}

/// Returns the cost line of a line of the price.
fn cost_line(book: &PriceBook, name: &str, quantity: i64, price: i64) -> Result<CostLine, MissingRate> {
    let missing = || MissingRate(name.to_owned());
    let (group, key) = name.split_once('.').ok_or_else(missing)?;
    let of = |costs: &BTreeMap<String, i64>| costs.get(key).copied();
    let board = key.split_once('.').and_then(|(board, finish)| {
        let prices = book.boards.get(board)?;
        Some((prices, finish))
    });
    let (group, unit, cost, waste) = match group {
        "board" => {
            let (prices, finish) = board.ok_or_else(missing)?;
            let cost = prices.per_m2.get(finish).copied();
            (
                CostGroup::Board,
                CostUnit::SquareMetre,
                cost,
                prices.waste_percent,
            )
        }
        "edge" => {
            let (prices, _) = board.ok_or_else(missing)?;
            (
                CostGroup::Edge,
                CostUnit::Metre,
                prices.edge_per_m,
                book.edge_waste_percent,
            )
        }
        "fitting" => {
            let group = if key == "cell" {
                CostGroup::Lattice
            } else {
                CostGroup::Fittings
            };
            (group, fitting_unit(key), of(&book.fittings), 0)
        }
        _ => (CostGroup::Work, work_unit(key), of(&book.work), 0),
    };
    let cost = cost.ok_or_else(missing)?;
    Ok(CostLine {
        group,
        key: key.to_owned(),
        quantity_thousandths: match unit {
            CostUnit::SquareMetre => half(quantity, 1_000),
            CostUnit::Metre => quantity,
            CostUnit::Piece => quantity * 1_000,
        },
        unit,
        cost: half(quantity * cost * (100 + i64::from(waste)), 100 * unit.size()),
        price,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Design, build};

    fn of(code: &str) -> Costs {
        let book: PriceBook = serde_json::from_str(crate::MADE_UP_PRICE_BOOK).unwrap();
        let piece = build(&Design::from_code(code).unwrap()).unwrap();
        costs(&piece, &book, &book.rates().unwrap()).unwrap()
    }

    #[test]
    fn the_niche_of_the_example_costs_what_the_reference_says() {
        let costs = of("EBAAQpfqPJsAAAAwEAAgSAAqEAAqEAAgiJja");
        assert_eq!((costs.cost, costs.rounding), (194_789, 50));
        assert_eq!((costs.net, costs.vat), (246_949, 44_451));
        assert_eq!((costs.margin, costs.margin_tenths), (52_160, 211));
        let sums = CostGroup::ALL.iter().map(|group| {
            let lines = costs.lines.iter().filter(|line| line.group == *group);
            lines.fold((0, 0, 0), |(count, cost, price), line| {
                (count + 1, cost + line.cost, price + line.price)
            })
        });
        assert_eq!(
            sums.collect::<Vec<_>>(),
            [
                (5, 64_675, 97_684),
                (3, 8_470, 12_793),
                (13, 33_463, 48_173),
                (1, 39_424, 56_755),
                (6, 48_757, 75_945)
            ]
        );
        let line = |key: &str| {
            let line = costs.lines.iter().find(|line| line.key == key).unwrap();
            (line.quantity_thousandths, line.unit.name(), line.cost, line.price)
        };
        assert_eq!(line("lam18.white"), (14_461, "m2", 24_742, 37_371));
        assert_eq!(line("rail"), (1_685, "m", 1_045, 1_504));
        assert_eq!(line("cell"), (448_000, "piece", 39_424, 56_755));
        assert_eq!(line("site"), (6_115, "m2", 7_643, 11_905));
    }

    #[test]
    fn a_book_without_a_cost_that_its_rates_have_fails() {
        let mut book: PriceBook = serde_json::from_str(crate::MADE_UP_PRICE_BOOK).unwrap();
        let rates = book.rates().unwrap();
        book.fittings.remove("cell").unwrap();
        let design = Design::from_code("EBAAQpfqPJsAAAAwEAAgSAAqEAAqEAAgiJja").unwrap();
        let missing = costs(&build(&design).unwrap(), &book, &rates);
        assert_eq!(missing, Err(MissingRate("fitting.cell".to_owned())));
    }

    #[test]
    fn a_loss_is_negative() {
        assert_eq!(tenths_percent(-52_160, 246_949), -211);
        assert_eq!(tenths_percent(1, 0), 0);
    }
}
