//! Words of vocabularies in responses and in the REST contract.

use std::{borrow::Cow, marker::PhantomData};

use kit::{
    domain::Language,
    staff::{Permission, StaffRole},
    vocabulary::{ProtobufWord, Vocabulary, account, catalog, content, inquiry, mail, order, visit},
};
use serde::{Serialize, Serializer};
use utoipa::{
    PartialSchema, ToSchema,
    openapi::{
        RefOr,
        schema::{ObjectBuilder, Schema, Type},
    },
};

/// A word of a vocabulary in a response. A word of a later version of the service stays as it is.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Word<T> {
    word: Cow<'static, str>,
    vocabulary: PhantomData<T>,
}

impl<T> Word<T> {
    const fn new(word: Cow<'static, str>) -> Self {
        Self {
            word,
            vocabulary: PhantomData,
        }
    }

    /// Converts a `string` field of protobuf.
    pub(crate) const fn of_text(word: String) -> Self {
        Self::new(Cow::Owned(word))
    }

    /// Converts a `string` field of protobuf; `None` if it is empty.
    pub(crate) fn of_optional_text(word: String) -> Option<Self> {
        (!word.is_empty()).then(|| Self::of_text(word))
    }
}

impl<T: ProtobufWord> Word<T> {
    /// Converts a number of protobuf; empty if it is not specified or unknown.
    pub(crate) fn of_number(number: i32) -> Self {
        T::known(number).map_or(Self::new(Cow::Borrowed("")), Self::from)
    }

    /// Converts a number of protobuf; the default if it is not specified or unknown.
    pub(crate) fn of_number_or(number: i32, default: T) -> Self {
        Self::from(T::known(number).unwrap_or(default))
    }

    /// Converts a number of protobuf; `None` if it is not specified or unknown.
    pub(crate) fn of_optional_number(number: i32) -> Option<Self> {
        T::known(number).map(Self::from)
    }
}

impl<T: Vocabulary> From<T> for Word<T> {
    fn from(word: T) -> Self {
        Self::new(Cow::Borrowed(word.json()))
    }
}

impl<T> Serialize for Word<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.word)
    }
}

impl<T: Vocabulary> PartialSchema for Word<T> {
    fn schema() -> RefOr<Schema> {
        let words = T::ALL.iter().map(|word| word.json());
        let schema = ObjectBuilder::new()
            .schema_type(Type::String)
            .description(Some(T::DOCUMENTATION.trim()))
            .enum_values(Some(words));
        RefOr::T(Schema::Object(schema.build()))
    }
}

impl<T: Vocabulary> ToSchema for Word<T> {
    fn name() -> Cow<'static, str> {
        Cow::Borrowed(T::NAME)
    }
}

/// Reason of a cancelled order: one of the staff, or the word for who or what cancelled it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub(crate) struct CancelledBecause(String);

impl CancelledBecause {
    /// Converts a `string` field of protobuf; `None` if it is empty.
    pub(crate) fn of(word: String) -> Option<Self> {
        (!word.is_empty()).then_some(Self(word))
    }
}

impl PartialSchema for CancelledBecause {
    fn schema() -> RefOr<Schema> {
        let words = [order::StaffReason::WORDS, order::CancellationReason::WORDS].concat();
        let schema = ObjectBuilder::new()
            .schema_type(Type::String)
            .description(Some(
                "Reason of a cancelled order: one of the staff, or the word for who or what cancelled it.",
            ))
            .enum_values(Some(words));
        RefOr::T(Schema::Object(schema.build()))
    }
}

impl ToSchema for CancelledBecause {}

/// An unspecified or unknown status is pending.
impl From<proto::order::v1::OrderStatus> for OrderStatus {
    fn from(status: proto::order::v1::OrderStatus) -> Self {
        order::Status::try_from(status)
            .unwrap_or(order::Status::Pending)
            .into()
    }
}

/// An unspecified or unknown status is pending.
impl From<proto::order::v1::PaymentStatus> for PaymentStatus {
    fn from(status: proto::order::v1::PaymentStatus) -> Self {
        order::PaymentStatus::try_from(status)
            .unwrap_or(order::PaymentStatus::Pending)
            .into()
    }
}

/// Parses a word in any case.
pub(crate) fn in_any_case<T: Vocabulary>(text: &str) -> Option<T> {
    let mut all = T::ALL.iter().copied();
    all.find(|word| word.name().eq_ignore_ascii_case(text))
}

// utoipa names the schema of a generic type after its argument; by an alias a field refers to the vocabulary's own name.
pub(crate) type AbsenceReason = Word<catalog::Absence>;
pub(crate) type ApprovalState = Word<inquiry::ApprovalState>;
pub(crate) type CallWindow = Word<inquiry::CallWindow>;
pub(crate) type CancellationReason = Word<order::CancellationReason>;
pub(crate) type ContactChannel = Word<inquiry::Channel>;
pub(crate) type ContactDirection = Word<inquiry::Direction>;
pub(crate) type ContactOutcome = Word<inquiry::Outcome>;
pub(crate) type CustomerSort = Word<inquiry::ContactSort>;
pub(crate) type DecisionWay = Word<inquiry::Via>;
pub(crate) type DeliveryMethod = Word<order::DeliveryMethod>;
pub(crate) type DeskProductSort = Word<catalog::DeskSort>;
pub(crate) type DeskStep = Word<account::Step>;
pub(crate) type FollowUpKind = Word<inquiry::FollowUpKind>;
pub(crate) type FrontKind = Word<catalog::FrontKind>;
pub(crate) type HomeTextKind = Word<content::HomeTextKind>;
pub(crate) type ImportField = Word<catalog::ImportField>;
pub(crate) type ImportFormat = Word<catalog::ImportFormat>;
pub(crate) type ImportResult = Word<catalog::ImportResult>;
pub(crate) type ImportSource = Word<catalog::ImportSource>;
pub(crate) type ImportState = Word<catalog::ImportState>;
pub(crate) type InquiryDue = Word<inquiry::Due>;
pub(crate) type InquiryKind = Word<inquiry::Kind>;
pub(crate) type InquiryReason = Word<inquiry::Reason>;
pub(crate) type InquirySort = Word<inquiry::Sort>;
pub(crate) type InquirySource = Word<inquiry::Source>;
pub(crate) type InquiryStatus = Word<inquiry::Status>;
pub(crate) type LanguageCode = Word<Language>;
pub(crate) type MailKind = Word<mail::Kind>;
pub(crate) type MailState = Word<mail::State>;
pub(crate) type MailSubjectKind = Word<mail::SubjectKind>;
pub(crate) type MediaKind = Word<content::MediaKind>;
pub(crate) type MediaState = Word<content::MediaState>;
pub(crate) type MeasuresOf = Word<inquiry::MeasuresOf>;
pub(crate) type Measuring = Word<inquiry::Measuring>;
pub(crate) type NoticeKind = Word<mail::NoticeKind>;
pub(crate) type OfferMove = Word<inquiry::OfferMove>;
pub(crate) type OfferState = Word<inquiry::OfferState>;
pub(crate) type OrderSort = Word<order::Sort>;
pub(crate) type OrderSource = Word<order::Source>;
pub(crate) type OrderStatus = Word<order::Status>;
pub(crate) type PaymentKind = Word<order::PaymentKind>;
pub(crate) type PaymentMethod = Word<order::PaymentMethod>;
pub(crate) type PaymentStatus = Word<order::PaymentStatus>;
pub(crate) type PermissionName = Word<Permission>;
pub(crate) type PriceBookState = Word<inquiry::PriceBookState>;
pub(crate) type ProductSort = Word<catalog::Sort>;
pub(crate) type ProjectCategory = Word<content::ProjectCategory>;
pub(crate) type PublicationState = Word<content::PublicationState>;
pub(crate) type QuoteProgress = Word<inquiry::QuoteProgress>;
pub(crate) type RecordKind = Word<crate::live::Kind>;
pub(crate) type Role = Word<StaffRole>;
pub(crate) type StaffCancellationReason = Word<order::StaffReason>;
pub(crate) type StockReason = Word<catalog::StockReason>;
pub(crate) type StaffState = Word<account::StaffState>;
pub(crate) type TemplateChannel = Word<inquiry::TemplateChannel>;
pub(crate) type VisitChannel = Word<visit::Channel>;

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn writes_words_of_this_and_of_later_versions() {
        let states = [
            OfferState::from(inquiry::OfferState::Draft),
            OfferState::of_text("bargained".to_owned()),
            OfferState::of_number(2),
            OfferState::of_number(99),
            OfferState::of_number_or(99, inquiry::OfferState::Expired),
        ];
        assert_eq!(
            json!(states),
            json!(["draft", "bargained", "sent", "", "expired"])
        );
        assert_eq!(OfferState::of_optional_text(String::new()), None);
        assert_eq!(OfferState::of_optional_number(99), None);
        assert_eq!(json!(OrderStatus::of_number(1)), "Pending");
    }

    #[test]
    fn parses_in_any_case() {
        for text in ["pending", "PENDING", "Pending"] {
            assert_eq!(in_any_case(text), Some(order::Status::Pending), "{text}");
        }
        assert_eq!(
            ["lost", "pending "].map(in_any_case::<order::Status>),
            [None, None]
        );
    }

    #[test]
    fn the_schema_lists_the_words() {
        let schema = json!(OrderStatus::schema());
        assert_eq!(
            schema["enum"],
            json!([
                "Pending",
                "Processing",
                "Shipped",
                "Delivered",
                "Completed",
                "Cancelled"
            ])
        );
        assert_eq!(
            (OrderStatus::name(), &schema["type"]),
            (Cow::Borrowed("OrderStatus"), &json!("string"))
        );
    }
}
