//! Pieces of a quote.

use kit::{
    domain::{GivenMeasures, LocalizedText, ProductId, Quantity},
    vocabulary::inquiry::Measuring,
};

use crate::design::QuotedDesign;

/// Maximum number of pieces of a quote.
pub(crate) const MAX_ITEMS: usize = 20;

/// A piece: a product with its options and its size, or a design.
#[derive(Clone, PartialEq)]
pub(crate) struct Item {
    /// As it was when the quote was requested.
    pub(crate) product: Product,
    pub(crate) quantity: Option<Quantity>,
    /// Slug of a colour.
    pub(crate) color: Option<String>,
    pub(crate) size: Size,
    /// Text of the sender; empty if there is none, and once wiped.
    pub(crate) note: String,
    /// Design whose measures the piece has. A piece without a product has one.
    pub(crate) design: Option<QuotedDesign>,
}

/// Hides the note from logs: it may contain personal data.
impl std::fmt::Debug for Item {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "Item({:?}, {:?}, …)", self.product.id, self.size)
    }
}

/// Stored copy of a product, or the name of a design without one.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Product {
    /// `None` for a design without a product.
    pub(crate) id: Option<ProductId>,
    pub(crate) name: LocalizedText,
    /// Path of the first image; empty if there is none.
    pub(crate) image: String,
}

/// Size of a piece.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Size {
    /// The product's own size.
    Standard,
    /// These measures; `None` if the note describes them.
    Own(Option<GivenMeasures>),
    /// The shop measures on site.
    Visit,
}

impl Size {
    /// Returns the stored name.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Standard => Measuring::Standard.name(),
            Self::Own(_) => Measuring::Own.name(),
            Self::Visit => Measuring::Visit.name(),
        }
    }

    /// Parses a name; the measures are for [`Size::Own`] only.
    pub(crate) fn parse(name: &str, measures: Option<GivenMeasures>) -> Option<Self> {
        match (name.parse().ok()?, measures) {
            (Measuring::Standard, None) => Some(Self::Standard),
            (Measuring::Own, measures) => Some(Self::Own(measures)),
            (Measuring::Visit, None) => Some(Self::Visit),
            (Measuring::Standard | Measuring::Visit, Some(_)) => None,
        }
    }

    /// Returns the measures of the sender.
    pub(crate) const fn measures(self) -> Option<GivenMeasures> {
        match self {
            Self::Own(measures) => measures,
            Self::Standard | Self::Visit => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use kit::{
        domain::{Length, Measures},
        vocabulary::inquiry::MeasuresOf,
    };

    use super::*;

    #[test]
    fn only_own_sizes_have_measures() {
        let length = Length::from_millimetres(600).unwrap();
        let own = Some(GivenMeasures {
            measures: Measures {
                width: length,
                depth: length,
                height: length,
            },
            of: MeasuresOf::Niche,
        });
        for size in [Size::Standard, Size::Own(None), Size::Own(own), Size::Visit] {
            assert_eq!(Size::parse(size.name(), size.measures()), Some(size));
        }
        for (name, measures) in [("standard", own), ("visit", own), ("", None), ("custom", None)] {
            assert_eq!(Size::parse(name, measures), None, "{name}");
        }
    }
}
