//! Conversions between the desk's protobuf messages and domain types.

use kit::{
    calendar,
    caller::Actor,
    convert::timestamp,
    domain::{OrderId, ProductId, StoreId},
    validation::{FieldErrors, INVALID, OUT_OF_RANGE, REQUIRED, TOO_LONG},
    vocabulary::ProtobufWord as _,
};
use proto::order::v1 as wire;
use time::{Date, Duration, OffsetDateTime, Time, macros::format_description};

use crate::{
    correction::{LineChange, LineFacts},
    design::LineDesign,
    desk::{
        self, Delivery, DeliveryMethod, DeskOrder, MAX_FILES, NoteFile, OrderSummary, OtherOrder,
        StaffReason, TimelineDetail, TimelineEntry,
    },
    order::{CancellationReason, Line, Status},
    payment::Payment,
    store::timeline::row_id,
};

/// Maximum number of days from today to a delivery.
const MAX_DELIVERY_DAYS: i64 = 365;

/// Message key of a range whose ends are swapped.
pub(super) const MIN_ABOVE_MAX: &str = "FIELD.MIN_ABOVE_MAX";

/// Returns an order as the actor may see it.
pub(super) fn desk_order(actor: &Actor, order: DeskOrder) -> wire::DeskOrder {
    let DeskOrder {
        summary,
        lines,
        shipping,
        billing,
        payments,
        history,
        timeline,
        others,
        open_step,
    } = order;
    let open_step =
        open_step.filter(|step| !step.is_replaced && desk::may_undo(actor, step.actor.as_deref()));
    let sees_contacts = desk::sees_contacts(actor);
    let id = summary.id;
    let is_made = lines.iter().any(|line| line.is_made_to_order);
    let mut shipping_address = wire::PostalAddress::from(shipping);
    if !sees_contacts {
        shipping_address.email.clear();
    }
    let billing_address = wire::PostalAddress::from(billing);
    wire::DeskOrder {
        delivery_price_minor: summary.delivery_price.minor(),
        lines: (0_i64..)
            .zip(lines)
            .map(|(position, line)| desk_line(id, position, line))
            .collect(),
        shipping_address: Some(shipping_address),
        billing_address: sees_contacts.then_some(billing_address),
        payments: payments.into_iter().map(payment).collect(),
        history: history.into_iter().map(Into::into).collect(),
        cancel_reason: cancel_reason(&summary, &timeline),
        timeline: timeline.into_iter().map(entry).collect(),
        allowed_statuses: desk::allowed_statuses(actor, summary.status, is_made)
            .into_iter()
            .map(Into::into)
            .collect(),
        other_orders: if sees_contacts {
            others.into_iter().map(other).collect()
        } else {
            Vec::new()
        },
        inquiry_id: summary
            .origin
            .quote
            .as_ref()
            .map(|(id, _)| id.to_string())
            .unwrap_or_default(),
        previous_status: desk::previous_status(actor, summary.status)
            .map_or(wire::OrderStatus::Unspecified, Into::into)
            .into(),
        undo_until: open_step.map(|step| timestamp(step.undo_until)),
        row: Some(row(actor, summary)),
    }
}

/// Returns the summary of an order as the actor may see it.
pub(super) fn row(actor: &Actor, summary: OrderSummary) -> wire::DeskOrderRow {
    let balance = summary.balance().owed();
    let (offer_id, offer_number) = summary
        .origin
        .offer
        .map(|(id, number)| (id.to_string(), number))
        .unwrap_or_default();
    wire::DeskOrderRow {
        id: summary.id.to_string(),
        order_number: summary.number,
        ordered_at: Some(timestamp(summary.ordered_at)),
        status: summary.status.into(),
        payment_status: summary.payment.into(),
        total_minor: summary.total.minor(),
        paid_minor: summary.paid.minor(),
        refunded_minor: summary.refunded.minor(),
        balance_minor: balance.minor(),
        source: summary.origin.source.into(),
        offer_id,
        offer_number,
        quote_number: summary.origin.quote.map(|(_, number)| number).unwrap_or_default(),
        user_id: summary.user.map(|user| user.to_string()).unwrap_or_default(),
        language: summary.language.into(),
        customer_name: summary.customer_name,
        customer_phone: summary.customer_phone,
        customer_email: if desk::sees_contacts(actor) {
            summary.customer_email
        } else {
            String::new()
        },
        city: summary.city,
        item_count: u32::try_from(summary.item_count).unwrap_or(u32::MAX),
        image: summary.image,
        assignee: summary.origin.assignee.unwrap_or_default(),
        delivery: summary.origin.delivery.map(wire_delivery),
        visit: summary.origin.visit.into_message(),
        version: summary.version,
        changed_by: summary.changed_by.unwrap_or_default(),
        changed_at: Some(timestamp(summary.changed_at)),
    }
}

fn desk_line(order: OrderId, position: i64, line: Line) -> wire::DeskOrderLine {
    wire::DeskOrderLine {
        id: row_id(order, "line", position).to_string(),
        product_id: line.product.map(ProductId::get),
        code: line.code.unwrap_or_default(),
        product_name: Some(line.name.into()),
        product_image: line.image,
        detail: line.detail,
        quantity: line.quantity.into(),
        list_price_minor: line.list_price.map(|(price, _)| price.minor()),
        discount_percent: line.list_price.map(|(_, discount)| discount.into()),
        unit_price_minor: line.unit_price.minor(),
        subtotal_minor: line.subtotal.minor(),
        is_made_to_order: line.is_made_to_order,
        design: line.design.as_ref().map(ordered_design),
    }
}

/// Converts the design of a line.
pub(super) fn ordered_design(design: &LineDesign) -> wire::OrderedDesign {
    wire::OrderedDesign {
        code: design.code().to_owned(),
        confirmed_text: design.confirmed_text().to_owned(),
    }
}

fn payment(payment: Payment) -> wire::Payment {
    wire::Payment {
        id: payment.id.to_string(),
        at: Some(timestamp(payment.at)),
        kind: payment.kind.into(),
        amount_minor: payment.amount_minor.minor(),
        method: payment.method.into(),
        store_id: payment
            .store_id
            .map(|store| store.to_string())
            .unwrap_or_default(),
        text: payment.text,
        actor: payment.actor.unwrap_or_default(),
    }
}

fn other(order: OtherOrder) -> wire::OtherOrder {
    wire::OtherOrder {
        order_number: order.number,
        status: order.status.into(),
        total_minor: order.total_minor.minor(),
        ordered_at: Some(timestamp(order.ordered_at)),
    }
}

fn entry(entry: TimelineEntry) -> wire::TimelineEntry {
    let mut message = wire::TimelineEntry {
        id: entry.id.to_string(),
        at: Some(timestamp(entry.at)),
        actor: entry.actor.unwrap_or_default(),
        text: entry.text,
        kind: entry.detail.kind().into(),
        ..wire::TimelineEntry::default()
    };
    match entry.detail {
        TimelineDetail::Status {
            from,
            to,
            reason,
            staff_reason,
        } => {
            message.set_from_status(from.map_or(wire::OrderStatus::Unspecified, Into::into));
            message.set_to_status(to.into());
            reason_name(reason, staff_reason).clone_into(&mut message.reason);
        }
        TimelineDetail::Payment(recorded) => {
            message.payment = Some(payment(recorded));
        }
        TimelineDetail::PaymentStatus { from, to } => {
            message.set_from_payment(from.into());
            message.set_to_payment(to.into());
        }
        TimelineDetail::Delivery { from, to } => {
            message.from_delivery = from.map(wire_delivery);
            message.to_delivery = Some(wire_delivery(to));
        }
        TimelineDetail::Assigned { from, to } => {
            message.from_assignee = from.unwrap_or_default();
            message.to_assignee = to.unwrap_or_default();
        }
        TimelineDetail::Note {
            mentions,
            former,
            files,
        } => {
            message.mentions = mentions.iter().map(ToString::to_string).collect();
            message.former = former
                .into_iter()
                .map(|former| wire::FormerText {
                    text: former.text,
                    until: Some(timestamp(former.until)),
                })
                .collect();
            message.files = files.into_iter().map(note_file).collect();
        }
        TimelineDetail::Corrected { fields } => message.fields = fields,
        TimelineDetail::Lines { changes, from, to } => {
            message.line_changes = changes.into_iter().map(line_change).collect();
            message.from_total_minor = from;
            message.to_total_minor = to;
        }
        TimelineDetail::Claimed => {}
    }
    message
}

fn note_file(file: NoteFile) -> wire::NoteFile {
    wire::NoteFile {
        media_id: file.media_id.to_string(),
        name: file.name,
        media_type: file.media_type,
        size_bytes: file.size,
    }
}

/// Parses the files of a note.
pub(super) fn note_files(errors: &mut FieldErrors, files: &[wire::NoteFile]) -> Vec<NoteFile> {
    errors.ensure(files.len() <= MAX_FILES, "mediaIds", TOO_LONG);
    let mut parsed = Vec::new();
    for (index, file) in files.iter().take(MAX_FILES).enumerate() {
        let id = file.media_id.parse().map_err(|_| INVALID);
        if let Some(media_id) = errors.check(format!("mediaIds[{index}]"), id) {
            parsed.push(NoteFile {
                media_id,
                name: file.name.clone(),
                media_type: file.media_type.clone(),
                size: file.size_bytes,
            });
        }
    }
    parsed
}

fn line_change(change: LineChange) -> wire::LineChange {
    let facts = |facts: LineFacts| wire::LineFacts {
        quantity: facts.quantity,
        unit_price_minor: facts.unit_price,
        detail: facts.detail,
        is_made_to_order: facts.is_made_to_order,
    };
    wire::LineChange {
        name: Some(change.name.into()),
        before: change.before.map(facts),
        after: change.after.map(facts),
    }
}

/// Returns the name of the reason of a cancellation, empty if it is unknown.
fn reason_name(reason: Option<CancellationReason>, staff_reason: Option<StaffReason>) -> &'static str {
    staff_reason
        .map(StaffReason::name)
        .or_else(|| reason.map(CancellationReason::name))
        .unwrap_or_default()
}

/// Returns the reason for which an order is cancelled.
fn cancel_reason(summary: &OrderSummary, timeline: &[TimelineEntry]) -> String {
    if summary.status != Status::Cancelled {
        return String::new();
    }
    let recorded = timeline.iter().rev().find_map(|entry| match entry.detail {
        TimelineDetail::Status { reason, .. } => Some(reason),
        _ => None,
    });
    reason_name(recorded.flatten(), summary.cancel_reason).to_owned()
}

/// Parses the id of a store; `None` if it is empty.
pub(super) fn store(text: &str) -> Result<Option<StoreId>, &'static str> {
    if text.is_empty() {
        return Ok(None);
    }
    text.parse().map(Some).map_err(|_| INVALID)
}

/// Converts a plan of a delivery.
pub(in crate::grpc) fn wire_delivery(delivery: Delivery) -> wire::Delivery {
    wire::Delivery {
        method: delivery.method.into(),
        on: delivery.on.map(|on| on.to_string()).unwrap_or_default(),
        from: delivery
            .hours
            .map(|(from, _)| desk::hour(from))
            .unwrap_or_default(),
        to: delivery.hours.map(|(_, to)| desk::hour(to)).unwrap_or_default(),
        crew: delivery.crew,
        note: delivery.note,
    }
}

/// Validates a plan of a delivery: from today to a year ahead, with both hours or none.
pub(super) fn delivery(
    errors: &mut FieldErrors,
    request: &wire::Delivery,
    now: OffsetDateTime,
) -> Option<Delivery> {
    let method = errors.check("method", DeliveryMethod::known(request.method).ok_or(REQUIRED));
    let on = errors.check("on", date(&request.on)).flatten();
    if let Some(on) = on {
        let today = calendar::date(now);
        let is_near = on >= today && on - today <= Duration::days(MAX_DELIVERY_DAYS);
        errors.ensure(is_near, "on", OUT_OF_RANGE);
    }
    let from = errors.check("from", time_of_day(&request.from)).flatten();
    let to = errors.check("to", time_of_day(&request.to)).flatten();
    if request.from.is_empty() != request.to.is_empty() {
        let missing = if request.from.is_empty() { "from" } else { "to" };
        errors.push(missing, REQUIRED);
    }
    let hours = from.zip(to);
    errors.ensure(hours.is_none_or(|(from, to)| from <= to), "from", MIN_ABOVE_MAX);
    let crew = errors.line::<0, 200>("crew", &request.crew);
    let note = errors.text::<0, 500>("note", &request.note);
    Some(Delivery {
        method: method?,
        on,
        hours,
        crew: crew?,
        note: note?,
    })
}

/// Parses a day; `None` if it is empty.
pub(super) fn date(text: &str) -> Result<Option<Date>, &'static str> {
    if text.is_empty() {
        return Ok(None);
    }
    calendar::parse_date(text).map(Some).ok_or(INVALID)
}

/// Parses a time of day; `None` if it is empty.
fn time_of_day(text: &str) -> Result<Option<Time>, &'static str> {
    if text.is_empty() {
        return Ok(None);
    }
    Time::parse(text, format_description!("[hour]:[minute]"))
        .map(Some)
        .map_err(|_| INVALID)
}

#[cfg(test)]
mod tests {
    use kit::failure::Failure;
    use time::macros::datetime;

    use super::*;

    fn fields(request: &wire::Delivery) -> Vec<(String, String)> {
        let mut errors = FieldErrors::default();
        delivery(&mut errors, request, datetime!(2026-11-23 21:00 UTC));
        Failure::from(errors).fields
    }

    #[test]
    fn plans_from_today_in_baku_to_a_year_ahead() {
        let plan = |on: &str, from: &str, to: &str| wire::Delivery {
            method: wire::DeliveryMethod::Delivery.into(),
            on: on.to_owned(),
            from: from.to_owned(),
            to: to.to_owned(),
            ..wire::Delivery::default()
        };
        for valid in [
            plan("", "", ""),
            plan("2026-11-24", "10:00", "14:00"),
            plan("2027-11-24", "", ""),
        ] {
            assert_eq!(fields(&valid), [], "{valid:?}");
        }
        for (wrong, field, key) in [
            // In Baku it is the 24th already.
            (plan("2026-11-23", "", ""), "on", OUT_OF_RANGE),
            (plan("2027-11-25", "", ""), "on", OUT_OF_RANGE),
            (plan("24.11.2026", "", ""), "on", INVALID),
            (plan("2026-11-24", "10:00", ""), "to", REQUIRED),
            (plan("2026-11-24", "14:00", "10:00"), "from", MIN_ABOVE_MAX),
            (plan("2026-11-24", "25:00", "26:00"), "from", INVALID),
        ] {
            let found = fields(&wrong);
            assert_eq!(
                found.first(),
                Some(&(field.to_owned(), key.to_owned())),
                "{wrong:?}"
            );
        }
    }
}
