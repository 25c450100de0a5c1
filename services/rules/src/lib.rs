//! The rule book of designed pieces: from a design to checks, parts, a price and a drawing.
//!
//! Pure functions without I/O, clock and floats, but for the colours and metres of models, which their formats want as floats.
//! Lengths are whole millimetres, areas square millimetres, masses grams, and amounts qəpik or thousandths of a qəpik. Axes: x to
//! the right, y up, z to the room; the origin is the lower left rear corner of the outline, in a niche of the niche.

mod board;
mod cell;
mod check;
mod choice;
mod code;
mod costs;
mod design;
mod draft;
pub mod draw;
mod frame;
mod hardware;
mod json;
mod mass;
pub mod model;
mod number;
mod numbers;
mod parts;
mod price;
mod price_book;
mod unit;
mod version;
#[cfg(test)]
mod version_tests;
mod word;
pub mod words;
pub mod workshop;

pub use self::{
    board::{Board, Finish},
    cell::{Cell, CellError, Unit},
    check::{Check, Level, Step, Value, check},
    choice::{Base, Family, Front, Handle, Metal, Style},
    code::Broken,
    costs::{CostGroup, CostLine, Costs, costs},
    design::{Bay, Design},
    json::FieldError,
    numbers::Limits,
    parts::{Door, Part, Piece, Place, PlacedBox, Side, build},
    price::{Line, MissingRate, Price, price, vat_in},
    price_book::{BoardPrices, BookError, BookErrors, Markup, PriceBook, RateList, Rates},
    unit::CostUnit,
    version::RulesVersion,
    words::Language,
};

/// The price book of a shop that has none of its own: made up, of no real supplier.
pub const MADE_UP_PRICE_BOOK: &str = include_str!("../data/pricebook.json");
