//! Designs of lines.

use kit::domain::{Language, Money, Percent, Quantity};
use rules::Design;
use time::OffsetDateTime;
use uuid::Uuid;

use super::{Content, Line};
use crate::{design, inquiry::Inquiry};

/// The design of a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct LineDesign {
    /// With the version of the price book of the list price.
    pub(crate) design: Design,
    /// `None` until the customer accepts the offer.
    pub(crate) confirmation: Option<Confirmation>,
}

/// The sentence by which a customer confirmed the size of a piece.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Confirmation {
    /// As shown.
    pub(crate) text: String,
    pub(crate) language: Language,
    pub(crate) at: OffsetDateTime,
}

impl LineDesign {
    /// Creates a design that is not confirmed.
    pub(crate) const fn new(design: Design) -> Self {
        Self {
            design,
            confirmation: None,
        }
    }

    /// Returns the design without a confirmation.
    pub(crate) fn unconfirmed(self) -> Self {
        Self::new(self.design)
    }
}

impl Line {
    /// Creates the line of a designed piece at its price of record. Name and detail are those of the design.
    pub(crate) fn of_design(
        design: Design,
        price: Money,
        quantity: Quantity,
        discount: Percent,
        language: Language,
    ) -> Self {
        let mut line = Self {
            id: Uuid::now_v7(),
            product: None,
            code: String::new(),
            name: String::new(),
            detail: String::new(),
            image: String::new(),
            quantity,
            list_price: price,
            discount,
            is_made_to_order: true,
            is_price_to_check: false,
            design: Some(LineDesign::new(design)),
        };
        line.describe(language);
        line
    }

    /// Sets name and detail of a line with a design to the words of the design.
    pub(crate) fn describe(&mut self, language: Language) {
        let Some(LineDesign { design, .. }) = &self.design else {
            return;
        };
        let language = design::language(language);
        self.name = rules::words::family(design, language);
        self.detail = rules::words::detail(design, language);
    }
}

impl Content {
    /// Returns the designs of the lines.
    pub(crate) fn designs(&self) -> impl Iterator<Item = &LineDesign> {
        self.lines.iter().filter_map(|line| line.design.as_ref())
    }

    /// Confirms the size of each design by the sentence of this language, as the customer saw it.
    pub(crate) fn confirm_sizes(&mut self, language: Language, at: OffsetDateTime) {
        for line in &mut self.lines {
            if let Some(LineDesign { design, confirmation }) = &mut line.design {
                *confirmation = Some(Confirmation {
                    text: rules::words::confirm_size(design, design::language(language)),
                    language,
                    at,
                });
            }
        }
    }

    /// Removes the confirmations of sizes.
    pub(crate) fn remove_confirmations(&mut self) {
        for line in &mut self.lines {
            line.design = line.design.take().map(LineDesign::unconfirmed);
        }
    }
}

/// Whether a piece of the quote was measured on site with the outline of a design.
pub(crate) fn is_measured(inquiry: &Inquiry, design: &Design) -> bool {
    let quoted = inquiry
        .subject
        .items()
        .iter()
        .filter_map(|item| item.design.as_ref());
    let mut measurings = quoted.filter_map(|quoted| quoted.last_measuring.as_ref());
    measurings.any(|measuring| design::has_outline_of(&measuring.design, design))
}
