//! The timeline of an inquiry.

use proto::{
    common::v1::LocalizedText,
    inquiry::v1::{self as inquiry, timeline_entry as wire},
};
use time::OffsetDateTime;

use super::row::FollowUp;
use crate::{
    convert::{self, Amount, Instant},
    people::{Names, Person},
    routes::{
        conversations::{self, MessageSide, Photo},
        desk::mails::{MailDetail, StaffMails},
    },
    words::{
        ContactChannel, ContactDirection, ContactOutcome, DecisionWay, InquiryReason, InquirySource,
        InquiryStatus, OfferMove,
    },
};

/// A text that its author has corrected.
#[response]
#[derive(Debug, Clone)]
pub(crate) struct FormerEntry {
    text: String,
    /// Outcome of a contact; `null` = unchanged, or a note.
    outcome: Option<ContactOutcome>,
    /// Time of the correction, RFC 3339.
    until: Instant,
}

/// Facts of an entry, by its kind.
#[response]
#[derive(Debug, Clone)]
#[serde(tag = "kind", content = "detail")]
#[schema(as = TimelineDetail)]
enum Detail {
    /// The inquiry came in.
    Created { source: InquirySource },
    /// New status.
    Status {
        from: InquiryStatus,
        to: InquiryStatus,
        /// Reason of `lost` or `closed`.
        reason: Option<InquiryReason>,
    },
    /// New assignee; `null` = unassigned.
    Assigned {
        from: Option<Person>,
        to: Option<Person>,
    },
    /// Note.
    Note {
        mentions: Vec<Person>,
        files: Vec<Photo>,
    },
    /// Contact with the customer.
    Contact {
        channel: ContactChannel,
        direction: ContactDirection,
        outcome: ContactOutcome,
        /// Duration.
        minutes: Option<u32>,
    },
    /// Mail by staff.
    Mail(MailDetail),
    /// New follow-up.
    FollowUp {
        from: Option<FollowUp>,
        to: Option<FollowUp>,
        /// Whether the step is done, rather than removed.
        is_done: bool,
    },
    /// New state of an offer.
    Offer {
        /// UUID of the revision.
        offer_id: String,
        number: String,
        revision: u32,
        what: OfferMove,
        /// Total in AZN.
        total: Amount,
        /// Way of what the customer did.
        via: Option<DecisionWay>,
        /// Reason of a refusal.
        reason: Option<InquiryReason>,
    },
    /// An order was made.
    Order { order_number: String },
    /// Message of the conversation.
    Message {
        side: MessageSide,
        /// Number of photos.
        photos: u32,
    },
    /// Attached files.
    File { files: Vec<Photo> },
    /// New design of a piece, or new prices of its design.
    Design {
        /// Id of the piece.
        item_id: u32,
        from: DesignOfEntry,
        to: DesignOfEntry,
    },
    /// A piece was measured on site.
    Measured {
        /// Id of the piece.
        item_id: u32,
        design: DesignOfEntry,
    },
}

/// A design as an entry names it.
#[response]
#[derive(Debug, Clone)]
pub(crate) struct DesignOfEntry {
    /// Code.
    code: String,
    /// The piece in words, in Azerbaijani.
    sentence_az: String,
    /// In Russian.
    sentence_ru: String,
    /// In English.
    sentence_en: String,
    /// Price with VAT in AZN; `null` without one.
    total: Option<Amount>,
}

impl DesignOfEntry {
    fn new(code: String, sentence: Option<LocalizedText>, total_minor: Option<i64>) -> Self {
        let sentence = convert::localized(sentence);
        Self {
            code,
            sentence_az: sentence.az,
            sentence_ru: sentence.ru,
            sentence_en: sentence.en,
            total: total_minor.map(convert::amount),
        }
    }
}

/// Entry of a timeline.
#[response]
#[derive(Debug, Clone)]
pub(crate) struct TimelineEntry {
    /// UUID.
    id: String,
    /// RFC 3339.
    at: Instant,
    /// Author; `null` for the system or the customer.
    actor: Option<Person>,
    /// Text.
    text: String,
    /// Former texts of a note or a contact that its author has corrected, oldest first.
    former: Vec<FormerEntry>,
    #[serde(flatten)]
    detail: Detail,
}

impl TimelineEntry {
    /// Converts an entry.
    pub(crate) fn new(names: &Names, mails: &StaffMails, entry: inquiry::TimelineEntry) -> Self {
        let at = entry.at.as_ref().and_then(kit::convert::time);
        // An entry of a later version has a kind that this one does not know.
        let detail = entry
            .detail
            .unwrap_or_else(|| wire::Detail::Note(wire::Note::default()));
        Self {
            id: entry.id,
            at: convert::moment(entry.at).unwrap_or_default(),
            actor: names.person(&entry.actor),
            text: entry.text,
            former: entry.former.into_iter().map(former).collect(),
            detail: Detail::new(names, mails, at, detail),
        }
    }
}

fn former(former: wire::FormerEntry) -> FormerEntry {
    FormerEntry {
        text: former.text,
        outcome: (!former.outcome.is_empty()).then(|| ContactOutcome::of_text(former.outcome)),
        until: convert::moment(former.until).unwrap_or_default(),
    }
}

impl Detail {
    fn new(names: &Names, mails: &StaffMails, at: Option<OffsetDateTime>, detail: wire::Detail) -> Self {
        match detail {
            wire::Detail::Created(created) => Self::Created {
                source: InquirySource::of_text(created.source),
            },
            wire::Detail::Status(change) => Self::Status {
                from: InquiryStatus::of_number(change.from),
                to: InquiryStatus::of_number(change.to),
                reason: InquiryReason::of_optional_text(change.reason),
            },
            wire::Detail::Assigned(change) => Self::Assigned {
                from: names.person(&change.from_id),
                to: names.person(&change.to_id),
            },
            wire::Detail::Note(note) => Self::Note {
                mentions: names.people(&note.mentions),
                files: note.files.into_iter().map(Into::into).collect(),
            },
            wire::Detail::Contact(contact) => Self::Contact {
                channel: ContactChannel::of_text(contact.channel),
                direction: ContactDirection::of_text(contact.direction),
                outcome: ContactOutcome::of_text(contact.outcome),
                minutes: contact.minutes,
            },
            wire::Detail::Mail(mail) => Self::Mail(mails.detail(mail, at, kit::clock::now())),
            wire::Detail::FollowUp(change) => Self::FollowUp {
                from: change.from.map(Into::into),
                to: change.to.map(Into::into),
                is_done: change.is_done,
            },
            wire::Detail::Offer(offer) => Self::Offer {
                offer_id: offer.offer_id,
                number: offer.number,
                revision: offer.revision,
                what: OfferMove::of_text(offer.what),
                total: convert::amount(offer.total_minor),
                via: DecisionWay::of_optional_text(offer.via),
                reason: InquiryReason::of_optional_text(offer.reason),
            },
            wire::Detail::Order(order) => Self::Order {
                order_number: order.order_number,
            },
            wire::Detail::Message(message) => Self::Message {
                side: conversations::side(message.is_from_staff),
                photos: message.photos,
            },
            wire::Detail::Design(change) => Self::Design {
                item_id: change.position,
                from: DesignOfEntry::new(change.from_code, change.from_sentence, change.from_total_minor),
                to: DesignOfEntry::new(change.to_code, change.to_sentence, change.to_total_minor),
            },
            wire::Detail::Measured(measured) => Self::Measured {
                item_id: measured.position,
                design: DesignOfEntry::new(measured.code, measured.sentence, None),
            },
            wire::Detail::File(attached) => Self::File {
                files: attached.files.into_iter().map(Into::into).collect(),
            },
        }
    }
}

/// Returns all staff that an entry names.
pub(crate) fn actors_of(entry: &inquiry::TimelineEntry) -> Vec<&str> {
    let mut actors = vec![entry.actor.as_str()];
    match &entry.detail {
        Some(wire::Detail::Assigned(change)) => {
            actors.extend([change.from_id.as_str(), change.to_id.as_str()]);
        }
        Some(wire::Detail::Note(note)) => actors.extend(note.mentions.iter().map(String::as_str)),
        _ => {}
    }
    actors
}
