//! Conversions between protobuf messages and domain types.

use kit::{
    convert::timestamp,
    domain::{GivenMeasures, Money, Page, ProductId, RecordKind, RecordNumber, UserId},
    failure::Failure,
    validation,
};
use proto::{common::v1 as common, inquiry::v1 as wire};

use crate::{
    design::{self, Band, QuotedDesign},
    error::InquiryError,
    inquiry::{Inquiry, Note, Sender},
    item::Item,
};

/// Maximum page size.
const MAX_PAGE_SIZE: u32 = 100;

/// Page size of a request without a page.
const DEFAULT_PAGE_SIZE: u32 = 10;

/// Converts an inquiry without its notes.
pub(super) fn inquiry(inquiry: Inquiry) -> wire::Inquiry {
    let items: Vec<_> = inquiry.subject.items().iter().map(quote_item).collect();
    wire::Inquiry {
        id: inquiry.id.to_string(),
        number: inquiry.number,
        kind: inquiry.subject.kind().into(),
        status: inquiry.work.status.into(),
        sender: inquiry.sender.map(Into::into),
        product: items.first().and_then(|item| item.product.clone()),
        items,
        language: inquiry.language.into(),
        created_at: Some(timestamp(inquiry.created_at)),
        visit: inquiry.visit.into_message(),
        user_id: inquiry.user.as_ref().map(UserId::to_string).unwrap_or_default(),
        notes: Vec::new(),
        work: None,
        details: None,
    }
}

impl From<Sender> for wire::Sender {
    fn from(sender: Sender) -> Self {
        Self {
            name: sender.name,
            surname: sender.surname,
            phone: sender.phone,
            email: sender.email,
            message: sender.message,
        }
    }
}

fn quote_item(item: &Item) -> wire::QuoteItem {
    let product = &item.product;
    wire::QuoteItem {
        product: Some(wire::QuotedProduct {
            product_id: product.id.map_or(0, ProductId::get),
            name: Some(product.name.clone().into()),
            image: product.image.clone(),
            quantity: item.quantity.map(Into::into),
            color: item.color.clone().unwrap_or_default(),
        }),
        measuring: item.size.name().to_owned(),
        measures: item.size.measures().map(measures),
        measures_of: item
            .size
            .measures()
            .map(|given| given.of.name().to_owned())
            .unwrap_or_default(),
        note: item.note.clone(),
        design: item.design.as_ref().map(quoted_design),
    }
}

fn quoted_design(quoted: &QuotedDesign) -> wire::QuotedDesign {
    wire::QuotedDesign {
        code: quoted.design.code(),
        sentence: Some(design::sentence(&quoted.design).into()),
        price_minor: quoted.price.map(Money::minor),
        book_version: quoted.design.prices().into(),
        shown: quoted.shown.map(Into::into),
        measured: quoted.measuring().map(|measuring| wire::Measured {
            code: measuring.design.code(),
            at: Some(timestamp(measuring.at)),
            by: measuring.by.clone(),
            text: measuring.text.clone(),
        }),
        has_newest_prices: false,
    }
}

impl From<Band> for wire::PriceBand {
    fn from(band: Band) -> Self {
        Self {
            low_minor: band.low.minor(),
            high_minor: band.high.minor(),
        }
    }
}

pub(super) fn measures(GivenMeasures { measures, .. }: GivenMeasures) -> wire::Measures {
    wire::Measures {
        width_mm: measures.width.millimetres().into(),
        depth_mm: measures.depth.millimetres().into(),
        height_mm: measures.height.millimetres().into(),
    }
}

impl From<Note> for wire::InquiryNote {
    fn from(note: Note) -> Self {
        Self {
            text: note.text,
            author: note.author,
            at: Some(timestamp(note.at)),
        }
    }
}

/// Parses an inquiry number in any spelling, without a prefix a quote request's. A malformed one is an unknown one.
pub(super) fn number(text: &str) -> Result<String, InquiryError> {
    RecordNumber::parse(text, RecordKind::Quote)
        .map(RecordNumber::into_string)
        .ok_or(InquiryError::NotFound)
}

/// Parses a page, by default the first one.
pub(super) fn page(page: Option<common::Page>) -> Result<Page, Failure> {
    validation::page(page, DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn validates_page_number_and_size() {
        let parse = |number, size| page(Some(common::Page { number, size }));
        assert_eq!(page(None).unwrap(), Page { limit: 10, offset: 0 });
        assert!(parse(u32::MAX, 100).unwrap().offset > 0);
        let failure = parse(0, 101).unwrap_err();
        let names: Vec<_> = failure.fields.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["page", "limit"]);
        assert!(parse(1, 0).is_err());
    }
}
