//! The outcome of a design in the form of the vectors.

use std::collections::BTreeMap;

use rules::{Check, Design, Door, MissingRate, Part, Piece, Price, Rates};
use serde::Serialize;

/// Everything that follows from a design. As JSON it has the form of a vector, with the code and the design before it.
#[derive(Debug, Serialize)]
pub struct Outcome {
    /// The code in a link.
    pub code: String,
    /// The design, as read back from the code; `None` if it cannot be read.
    pub design: Option<Design>,
    /// Errors, which stand against building it, and notes.
    pub checks: Vec<Check>,
    parts: Option<Vec<Part>>,
    #[serde(flatten)]
    rest: Option<Rest>,
    price: Option<PriceRow>,
}

/// Bay, whether it is an upper one, x, y, width, length, hinged side, style, mass, number of hinges, cups.
type DoorRow = (
    usize,
    bool,
    i64,
    i64,
    i64,
    i64,
    &'static str,
    &'static str,
    i64,
    usize,
    Vec<i64>,
);

#[derive(Debug, Serialize)]
struct Rest {
    doors: Vec<DoorRow>,
    fittings: BTreeMap<&'static str, i64>,
    quantities: Quantities,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Quantities {
    area: BTreeMap<String, i64>,
    edge: BTreeMap<String, i64>,
    work: BTreeMap<&'static str, i64>,
    mass_g: i64,
}

#[derive(Debug, Serialize)]
struct PriceRow {
    /// Key, quantity, amount.
    lines: Vec<(String, i64, i64)>,
    exact: i64,
    total: i64,
    vat: i64,
    low: i64,
    high: i64,
}

impl Outcome {
    /// Returns the outcome of a design by rates.
    ///
    /// # Errors
    ///
    /// Fails if the rates lack a key.
    pub fn of(design: &Design, rates: &Rates) -> Result<Self, MissingRate> {
        let code = design.code();
        let mut outcome = Self {
            design: Design::from_code(&code).ok(),
            code,
            checks: rules::check(design),
            parts: None,
            rest: None,
            price: None,
        };
        if let Ok(piece) = rules::build(design) {
            outcome.price = Some(price_row(rules::price(&piece, rates)?));
            outcome.parts = Some(piece.parts.clone());
            outcome.rest = Some(rest(piece));
        }
        Ok(outcome)
    }

    /// Returns whether the design can be built.
    pub const fn is_built(&self) -> bool {
        self.price.is_some()
    }
}

fn door_row(door: Door) -> DoorRow {
    (
        door.bay,
        door.is_upper,
        door.x,
        door.y,
        door.width,
        door.length,
        door.hinged.name(),
        door.style.name(),
        door.mass_g,
        door.cups.len(),
        door.cups,
    )
}

fn rest(piece: Piece) -> Rest {
    Rest {
        doors: piece.doors.into_iter().map(door_row).collect(),
        fittings: piece.fittings,
        quantities: Quantities {
            area: piece.area,
            edge: piece.edge,
            work: piece.work,
            mass_g: piece.mass_g,
        },
    }
}

fn price_row(price: Price) -> PriceRow {
    let lines = price.lines.into_iter();
    PriceRow {
        lines: lines.map(|line| (line.key, line.quantity, line.amount)).collect(),
        exact: price.exact,
        total: price.total,
        vat: price.vat,
        low: price.low,
        high: price.high,
    }
}
