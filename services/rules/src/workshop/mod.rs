//! Papers and files of the workshop, functions of a piece and its quantity. None of them holds a price or a contact.
//!
//! Lengths are whole millimetres. Counts are those of the piece times its quantity.

pub mod archive;
pub mod csv;
mod cut_list;
pub mod dxf;
mod fittings;
mod hinges;
mod labels;
mod materials;
mod nesting;

use std::num::NonZeroU16;

pub use self::{
    cut_list::{CutList, Outline, Row},
    fittings::{Fitting, SizedCount, Unit},
    hinges::Hinge,
    labels::{Label, labels},
    materials::{Edging, Lattice},
    nesting::{NestError, PlacedPart, Sheet, nest},
};
use crate::parts::Piece;

/// A piece of an order.
#[derive(Debug, Clone, Copy)]
pub struct Item<'piece> {
    /// Number of the piece in its order, from 1.
    pub no: u16,
    /// The piece.
    pub piece: &'piece Piece,
    /// Number of equal pieces to make.
    pub quantity: NonZeroU16,
}

impl Item<'_> {
    /// Returns the quantity as a factor of counts.
    fn factor(self) -> i64 {
        i64::from(self.quantity.get())
    }
}
