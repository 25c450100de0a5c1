//! Validation of the filter of a list.

use kit::{
    caller::Actor,
    convert::time,
    domain::RecordKind,
    failure::Failure,
    search::RecordQuery,
    validation::{FieldErrors, TOO_LONG},
    vocabulary::visit::Channel,
};
use proto::order::v1::DeskOrderFilter;

use super::convert::{self, MIN_ABOVE_MAX};
use crate::{contact, desk, order::Status, store::desk_list::DeskFilter};

/// Maximum number of values of a field.
const MAX_VALUES: usize = 100;

/// Validates a filter and limits it to the orders that the actor may read.
pub(super) fn parse(errors: &mut FieldErrors, actor: &Actor, request: Option<DeskOrderFilter>) -> DeskFilter {
    let request = request.unwrap_or_default();
    let mut statuses: Vec<Status> = request
        .statuses
        .iter()
        .filter_map(|number| errors.word("status", *number))
        .collect();
    let visible = desk::visible_statuses(actor);
    if request.statuses.is_empty() {
        statuses.extend(visible);
    } else {
        statuses.retain(|status| visible.contains(status));
    }
    let payments = request.payment_statuses.iter();
    let payments = payments
        .filter_map(|number| errors.word("payment", *number))
        .collect();
    let sources = request.sources.iter();
    let sources = sources
        .filter_map(|number| errors.word("source", *number))
        .collect();
    let values = [&request.assignees, &request.phones, &request.emails];
    for (field, values) in ["assignee", "customer", "customer"].into_iter().zip(values) {
        errors.ensure(values.len() <= MAX_VALUES, field, TOO_LONG);
    }
    let ordered_from = request.ordered_from.as_ref().and_then(time);
    let ordered_before = request.ordered_before.as_ref().and_then(time);
    let delivery_from = errors
        .check("deliveryFrom", convert::date(&request.delivery_from))
        .flatten();
    let delivery_to = errors
        .check("deliveryTo", convert::date(&request.delivery_to))
        .flatten();
    let is_ordered = ordered_from
        .zip(ordered_before)
        .is_none_or(|(from, before)| from < before);
    errors.ensure(is_ordered, "from", MIN_ABOVE_MAX);
    let is_ordered = delivery_from.zip(delivery_to).is_none_or(|(from, to)| from <= to);
    errors.ensure(is_ordered, "deliveryFrom", MIN_ABOVE_MAX);
    let query = if request.query.trim().is_empty() {
        None
    } else {
        errors
            .text::<2, 100>("q", &request.query)
            .map(|text| RecordQuery::parse(&text, &[RecordKind::Order]))
    };
    DeskFilter {
        statuses,
        payments,
        assignees: request
            .assignees
            .into_iter()
            .map(|assignee| Some(assignee).filter(|assignee| !assignee.is_empty()))
            .collect(),
        sources,
        channels: channels(errors, &request.channels),
        phones: request.phones.iter().map(|phone| contact::phone(phone)).collect(),
        emails: request
            .emails
            .iter()
            .map(|email| contact::email_text(email))
            .collect(),
        ordered_from,
        ordered_before,
        delivery_from,
        delivery_to,
        has_delivery: request.has_delivery,
        is_refund_due: request.is_refund_due,
        query,
    }
}

/// Validates the channels of a filter.
pub(super) fn channels(errors: &mut FieldErrors, words: &[String]) -> Vec<Channel> {
    let words = words.iter().take(MAX_VALUES);
    words.filter_map(|word| errors.parse("channel", word)).collect()
}

/// Validates a filter without other fields.
pub(super) fn parse_alone(actor: &Actor, request: Option<DeskOrderFilter>) -> Result<DeskFilter, Failure> {
    let mut errors = FieldErrors::default();
    let filter = parse(&mut errors, actor, request);
    errors.finish(Some(filter))
}
