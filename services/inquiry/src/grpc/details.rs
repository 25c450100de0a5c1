//! The response of staff calls: an inquiry with its work and details.

use kit::{
    caller::Actor,
    convert::timestamp,
    domain::{Language, ProductId, StoreId, UserId},
    staff::Permission,
    vocabulary::inquiry::Reason,
};
use proto::{
    common::v1::LocalizedText,
    inquiry::v1::{self as wire, timeline_entry as entry},
};
use sqlx::PgConnection;
use time::OffsetDateTime;

use super::convert;
use crate::{
    access::{self, Ownership},
    design,
    edit::is_mentioned,
    error::InquiryError,
    events::id_or_empty,
    inquiry::Inquiry,
    store,
    timeline::{DesignChange, Detail, Entry, FormerEntry},
    work::{FollowUp, Status, Step, can_change, suggests_lost},
};

/// Returns an inquiry with work and details, as the actor may see it.
pub(super) async fn load(
    connection: &mut PgConnection,
    actor: &Actor,
    language: Language,
    number: &str,
) -> Result<wire::Inquiry, InquiryError> {
    let inquiry = store::inquiry::find_by_number(connection, number)
        .await?
        .ok_or(InquiryError::NotFound)?;
    let ownership = Ownership {
        assignee: inquiry.work.assignee,
        is_mentioned: is_mentioned(connection, actor, &inquiry).await?,
    };
    access::check_read(actor, ownership)?;
    let now = store::inquiry::now(connection).await?;
    let sees_contacts = access::sees_contacts(actor);
    let mut timeline = store::timeline::list(connection, inquiry.id).await?;
    if !sees_contacts {
        timeline.retain(|entry| !matches!(entry.detail, Detail::Offer { .. }));
    }
    let earlier = if sees_contacts && inquiry.sender.is_some() {
        store::inquiry::earlier(connection, &inquiry).await?
    } else {
        Vec::new()
    };
    let other_names = if sees_contacts && inquiry.sender.is_some() {
        store::inquiry::other_names(connection, &inquiry).await?
    } else {
        Vec::new()
    };
    let may_write = access::check(actor, Permission::QuotesWrite, ownership).is_ok();
    let win = store::offer_summary::win(connection, inquiry.id).await?;
    let may_reopen = !win.has_order && !win.has_accepted_offer;
    let allowed_statuses = Status::ALL
        .into_iter()
        .filter(|next| may_write && can_change(inquiry.work.status, *next))
        .filter(|_| inquiry.work.status != Status::Won || may_reopen)
        .map(Into::into)
        .collect();
    let (offers, recent_offer_totals_minor) = if sees_contacts {
        offers(connection, &inquiry).await?
    } else {
        (Vec::new(), Vec::new())
    };
    let notes = timeline
        .iter()
        .cloned()
        .filter_map(store::timeline::note)
        .map(Into::into)
        .collect();
    let details = wire::InquiryDetails {
        suggests_lost: suggests_lost(timeline.iter().filter_map(Entry::outcome)),
        timeline: timeline.into_iter().map(Into::into).collect(),
        earlier: earlier
            .into_iter()
            .map(|earlier| earlier_inquiry(earlier, language))
            .collect(),
        allowed_statuses,
        offers,
        recent_offer_totals_minor,
        other_names,
    };
    let mut converted = row(inquiry, now, sees_contacts);
    mark_newest_prices(connection, &mut converted.items).await?;
    Ok(wire::Inquiry {
        notes,
        details: Some(details),
        ..converted
    })
}

/// Marks the designs that are priced by the price book in force.
async fn mark_newest_prices(
    connection: &mut PgConnection,
    items: &mut [wire::QuoteItem],
) -> Result<(), InquiryError> {
    if items.iter().all(|item| item.design.is_none()) {
        return Ok(());
    }
    let newest = store::price_book::version_in_force(connection).await?;
    for design in items.iter_mut().filter_map(|item| item.design.as_mut()) {
        design.has_newest_prices = newest == Some(design.book_version);
    }
    Ok(())
}

/// Returns the offers of an inquiry and the last totals of its product.
async fn offers(
    connection: &mut PgConnection,
    inquiry: &Inquiry,
) -> Result<(Vec<wire::OfferSummary>, Vec<i64>), InquiryError> {
    let summaries = store::offer_summary::summaries(connection, inquiry.id).await?;
    let offers = summaries
        .into_iter()
        .map(|offer| wire::OfferSummary {
            id: offer.id.to_string(),
            number: offer.number,
            revision: u32::try_from(offer.revision).unwrap_or_default(),
            state: offer.state,
            total_minor: offer.total,
            valid_until: offer.valid_until.to_string(),
        })
        .collect();
    let product = inquiry.subject.first_item().and_then(|item| item.product.id);
    let totals = match product {
        Some(product) => store::offer_summary::recent_totals(connection, product.get()).await?,
        None => Vec::new(),
    };
    Ok((offers, totals))
}

/// Converts an inquiry with its work; the e-mail only if the caller may see it.
pub(super) fn row(inquiry: Inquiry, now: OffsetDateTime, sees_contacts: bool) -> wire::Inquiry {
    let work = work(&inquiry, now);
    let mut converted = convert::inquiry(inquiry);
    converted.work = Some(work);
    if let Some(sender) = converted.sender.as_mut().filter(|_| !sees_contacts) {
        sender.email.clear();
    }
    converted
}

fn work(inquiry: &Inquiry, now: OffsetDateTime) -> wire::InquiryWork {
    let work = &inquiry.work;
    let waiting_since = inquiry.waiting_since();
    let lost_reason = work.reason.filter(|_| work.status == Status::Lost);
    wire::InquiryWork {
        due: inquiry.due(now).into(),
        source: work.source.name().to_owned(),
        assignee_id: id_or_empty(work.assignee),
        store_id: work.store.as_ref().map(StoreId::to_string).unwrap_or_default(),
        contact_id: work.contact.map(|id| id.to_string()).unwrap_or_default(),
        phone: work.phone.clone().unwrap_or_default(),
        follow_up: work.follow_up().cloned().map(Into::into),
        follow_ups: work.follow_ups.iter().cloned().map(Into::into).collect(),
        last_customer_at: Some(timestamp(work.last_customer_at)),
        waiting_since: waiting_since.map(timestamp),
        promise_at: waiting_since.and(work.promise_at).map(timestamp),
        first_answer_at: work.first_answer.map(|answer| timestamp(answer.at)),
        first_answer_minutes: work.first_answer.map(|answer| answer.minutes),
        lost_reason: reason(lost_reason),
        is_wiped: inquiry.sender.is_none(),
        version: work.version,
        changed_by: work.changed_by.clone().unwrap_or_default(),
        changed_at: Some(timestamp(work.changed_at)),
        has_failed_mail: work.mail_failed_at.is_some(),
        visit_address: work.visit_address.clone(),
    }
}

fn earlier_inquiry(inquiry: Inquiry, language: Language) -> wire::EarlierInquiry {
    let product = inquiry.subject.first_item().map(|item| &item.product);
    wire::EarlierInquiry {
        status: inquiry.work.status.into(),
        product_id: product.and_then(|product| product.id).map_or(0, ProductId::get),
        product_name: product
            .map(|product| product.name.get(language).to_owned())
            .unwrap_or_default(),
        number: inquiry.number,
        created_at: Some(timestamp(inquiry.created_at)),
    }
}

impl From<FollowUp> for wire::FollowUp {
    fn from(follow_up: FollowUp) -> Self {
        Self {
            kind: follow_up.kind.name().to_owned(),
            at: Some(timestamp(follow_up.at)),
            text: follow_up.text,
        }
    }
}

impl From<Step> for wire::PlannedStep {
    fn from(step: Step) -> Self {
        Self {
            id: step.id.to_string(),
            follow_up: Some(step.follow_up.into()),
        }
    }
}

impl From<Entry> for wire::TimelineEntry {
    fn from(one: Entry) -> Self {
        use entry::Detail as Wire;
        let former = match &one.detail {
            Detail::Note { former, .. } | Detail::Contact { former, .. } => {
                former.iter().map(former_entry).collect()
            }
            _ => Vec::new(),
        };
        let detail = match one.detail {
            Detail::Created { source } => Wire::Created(entry::Created {
                source: source.name().to_owned(),
            }),
            Detail::Status {
                from,
                to,
                reason: given,
            } => Wire::Status(entry::StatusChange {
                from: from.into(),
                to: to.into(),
                reason: reason(given),
            }),
            Detail::Assigned { from, to } => Wire::Assigned(entry::AssigneeChange {
                from_id: id_or_empty(from),
                to_id: id_or_empty(to),
            }),
            Detail::Note { mentions, files, .. } => Wire::Note(entry::Note {
                mentions: mentions.iter().map(UserId::to_string).collect(),
                files: files.into_iter().map(Into::into).collect(),
            }),
            Detail::File { files } => Wire::File(entry::FilesAttached {
                files: files.into_iter().map(Into::into).collect(),
            }),
            Detail::Contact {
                channel,
                direction,
                outcome,
                minutes,
                ..
            } => Wire::Contact(entry::Contact {
                channel: channel.name().to_owned(),
                direction: direction.name().to_owned(),
                outcome: outcome.name().to_owned(),
                minutes,
            }),
            Detail::Mail { subject } => Wire::Mail(entry::Mail {
                message_id: one.id.to_string(),
                subject: subject.unwrap_or_default(),
            }),
            Detail::FollowUp { from, to, is_done } => Wire::FollowUp(entry::FollowUpChange {
                from: from.map(Into::into),
                to: to.map(Into::into),
                is_done,
            }),
            Detail::Offer {
                offer_id,
                number,
                revision,
                what,
                total_minor,
                via,
                reason,
            } => Wire::Offer(entry::OfferMove {
                offer_id: offer_id.to_string(),
                number,
                revision,
                what,
                total_minor,
                via: via.unwrap_or_default(),
                reason: reason.unwrap_or_default(),
            }),
            Detail::Order { order_number } => Wire::Order(entry::OrderMade { order_number }),
            Detail::Design(change) => Wire::Design(change.into()),
            Detail::Measured { position, code } => Wire::Measured(entry::PieceMeasured {
                position,
                sentence: sentence(&code),
                code,
            }),
            Detail::Message {
                is_from_staff,
                photos,
            } => Wire::Message(entry::MessageWritten {
                is_from_staff,
                photos,
            }),
        };
        Self {
            id: one.id.to_string(),
            at: Some(timestamp(one.at)),
            actor: one.actor.unwrap_or_default(),
            text: one.text,
            detail: Some(detail),
            former,
        }
    }
}

impl From<DesignChange> for entry::DesignChange {
    fn from(change: DesignChange) -> Self {
        Self {
            position: change.position,
            from_sentence: sentence(&change.from_code),
            to_sentence: sentence(&change.to_code),
            from_code: change.from_code,
            to_code: change.to_code,
            from_total_minor: change.from_total_minor,
            to_total_minor: change.to_total_minor,
        }
    }
}

/// Returns the design of a stored code in words.
fn sentence(code: &str) -> Option<LocalizedText> {
    let design = rules::Design::from_code(code).ok()?;
    Some(design::sentence(&design).into())
}

fn former_entry(former: &FormerEntry) -> entry::FormerEntry {
    entry::FormerEntry {
        text: former.text.clone(),
        outcome: former
            .outcome
            .map(|outcome| outcome.name().to_owned())
            .unwrap_or_default(),
        until: Some(timestamp(former.until)),
    }
}

fn reason(reason: Option<Reason>) -> String {
    reason.map(|reason| reason.name().to_owned()).unwrap_or_default()
}
