//! Between protobuf and the service's own types.

use kit::{
    domain::{Text, UserId},
    failure::{Code, Failure},
};
use prost_types::Timestamp;
use proto::{common::v1 as common, inquiry::v1 as wire};
use time::OffsetDateTime;

use crate::{
    error::InquiryError,
    inquiry::{Inquiry, Kind, Note, Quote, Sender, Status, Subject},
    store::listing::Page,
};

/// Inquiries on a page at most.
const LARGEST_PAGE: u32 = 100;

/// Inquiries on a page where nobody says how many.
const USUAL_PAGE: u32 = 10;

/// Characters of an inquiry's number at most, with room for a longer kind.
pub(super) const LONGEST_NUMBER: usize = 20;

/// An inquiry with these notes.
pub(super) fn inquiry(inquiry: Inquiry, notes: Vec<Note>) -> wire::Inquiry {
    wire::Inquiry {
        id: inquiry.id.to_string(),
        number: inquiry.number,
        kind: wire::InquiryKind::from(inquiry.subject.kind()).into(),
        status: wire::InquiryStatus::from(inquiry.status).into(),
        sender: inquiry.sender.map(Into::into),
        product: match inquiry.subject {
            Subject::Quote(quote) => Some(quote.into()),
            Subject::Contact | Subject::Catalogue => None,
        },
        language: common::Language::from(inquiry.language).into(),
        created_at: Some(timestamp(inquiry.created_at)),
        user_id: inquiry.user.as_ref().map(UserId::to_string).unwrap_or_default(),
        notes: notes.into_iter().map(Into::into).collect(),
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

impl From<Quote> for wire::QuotedProduct {
    fn from(quote: Quote) -> Self {
        Self {
            product_id: quote.product.id.get(),
            name: Some(quote.product.name.into()),
            image: quote.product.image,
            quantity: quote.quantity.map(Into::into),
            color: quote.color.unwrap_or_default(),
        }
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

impl From<Kind> for wire::InquiryKind {
    fn from(kind: Kind) -> Self {
        match kind {
            Kind::Quote => Self::Quote,
            Kind::Contact => Self::Contact,
            Kind::Catalogue => Self::Catalogue,
        }
    }
}

impl From<Status> for wire::InquiryStatus {
    fn from(status: Status) -> Self {
        match status {
            Status::New => Self::New,
            Status::Answered => Self::Answered,
            Status::Closed => Self::Closed,
        }
    }
}

/// A kind, or none where the number says so.
pub(super) fn kind(number: i32) -> Result<Option<Kind>, Failure> {
    match wire::InquiryKind::try_from(number) {
        Ok(wire::InquiryKind::Unspecified) => Ok(None),
        Ok(wire::InquiryKind::Quote) => Ok(Some(Kind::Quote)),
        Ok(wire::InquiryKind::Contact) => Ok(Some(Kind::Contact)),
        Ok(wire::InquiryKind::Catalogue) => Ok(Some(Kind::Catalogue)),
        Err(_) => Err(Failure::invalid_field("kind", "FIELD.INVALID")),
    }
}

/// A status, or none where the number says so.
pub(super) fn status(number: i32) -> Result<Option<Status>, Failure> {
    match wire::InquiryStatus::try_from(number) {
        Ok(wire::InquiryStatus::Unspecified) => Ok(None),
        Ok(wire::InquiryStatus::New) => Ok(Some(Status::New)),
        Ok(wire::InquiryStatus::Answered) => Ok(Some(Status::Answered)),
        Ok(wire::InquiryStatus::Closed) => Ok(Some(Status::Closed)),
        Err(_) => Err(Failure::invalid_field("status", "FIELD.INVALID")),
    }
}

/// The number that people use; what cannot be one names no inquiry.
pub(super) fn number(given: &str) -> Result<String, InquiryError> {
    Text::<1, LONGEST_NUMBER>::parse(given)
        .map(Text::into_string)
        .map_err(|_| InquiryError::NotFound)
}

/// Which part of a list; the first, where nobody says.
pub(super) fn page(page: Option<common::Page>) -> Result<Page, Failure> {
    let common::Page { number, size } = page.unwrap_or(common::Page {
        number: 1,
        size: USUAL_PAGE,
    });
    let mut failure = Failure::new(Code::Invalid);
    if number == 0 {
        failure = failure.with_field("page", "FIELD.OUT_OF_RANGE");
    }
    if size == 0 || size > LARGEST_PAGE {
        failure = failure.with_field("limit", "FIELD.OUT_OF_RANGE");
    }
    if !failure.fields.is_empty() {
        return Err(failure);
    }
    Ok(Page {
        limit: size.into(),
        offset: i64::from(number - 1) * i64::from(size),
    })
}

/// A time as protobuf has it.
fn timestamp(time: OffsetDateTime) -> Timestamp {
    Timestamp {
        seconds: time.unix_timestamp(),
        nanos: i32::try_from(time.nanosecond()).unwrap_or_default(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_is_held_to_its_bounds() {
        let ask = |number, size| page(Some(common::Page { number, size }));
        assert_eq!(page(None).unwrap(), Page { limit: 10, offset: 0 });
        assert!(ask(u32::MAX, 100).unwrap().offset > 0);
        let wrong = ask(0, 101).unwrap_err();
        let names: Vec<_> = wrong.fields.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["page", "limit"]);
        assert!(ask(1, 0).is_err());
    }

    #[test]
    fn every_kind_and_status_comes_back_as_itself() {
        for number in 1..=3 {
            let (kind, status) = (kind(number).unwrap().unwrap(), status(number).unwrap().unwrap());
            assert_eq!(i32::from(wire::InquiryKind::from(kind)), number);
            assert_eq!(i32::from(wire::InquiryStatus::from(status)), number);
        }
        assert!(kind(0).unwrap().is_none() && status(0).unwrap().is_none());
        assert!(kind(4).is_err() && status(4).is_err());
    }
}
