//! Filter of the lists of quotes.

use kit::{
    domain::{Language, ProductId},
    vocabulary::{
        inquiry::{Due, Kind, Status},
        visit::Channel,
    },
};
use proto::inquiry::v1::InboxFilter;

use crate::extract::{Assignee, FilterDay, RecordId, day_text};

/// Filter of quotes. Values are separated by commas.
#[filter]
pub(crate) struct QuoteFilter {
    /// Statuses.
    status: Vec<Status>,
    /// Kinds.
    kind: Vec<Kind>,
    /// `me`, `none` or UUIDs of staff.
    assignee: Vec<Assignee>,
    /// UUIDs of stores.
    store: Vec<RecordId>,
    /// Languages.
    language: Vec<Language>,
    /// Sources.
    // The service knows them.
    source: Vec<String>,
    /// Product ids.
    product_id: Vec<ProductId>,
    /// UUID of a customer.
    customer: Option<RecordId>,
    /// Groups.
    due: Vec<Due>,
    /// First day of creation.
    from: Option<FilterDay>,
    /// Last day of creation.
    to: Option<FilterDay>,
    /// Whether only customers who wait for an answer are listed.
    waiting: Option<bool>,
    /// First day of the next step; lost and closed quotes have none.
    follow_up_from: Option<FilterDay>,
    /// Last day of the next step.
    follow_up_to: Option<FilterDay>,
    /// Channels of the visits.
    channel: Vec<Channel>,
    /// First day on which an offer was accepted.
    accepted_from: Option<FilterDay>,
    /// Last day on which an offer was accepted.
    accepted_to: Option<FilterDay>,
    /// Search text, 2 to 100 characters.
    q: String,
}

/// Returns the value of a filter by assignee as the service reads it.
pub(super) fn assignee_text(assignee: &Assignee) -> String {
    match assignee {
        Assignee::Me => "me".to_owned(),
        Assignee::Unassigned => "none".to_owned(),
        Assignee::Staff(id) => id.to_string(),
    }
}

impl From<QuoteFilter> for InboxFilter {
    fn from(filter: QuoteFilter) -> Self {
        let assignees = filter.assignee.iter().map(assignee_text);
        Self {
            statuses: filter.status.into_iter().map(Into::into).collect(),
            kinds: filter.kind.into_iter().map(Into::into).collect(),
            assignees: assignees.collect(),
            store_ids: filter.store.iter().map(ToString::to_string).collect(),
            languages: filter.language.into_iter().map(Into::into).collect(),
            sources: filter.source,
            product_ids: filter.product_id.into_iter().map(ProductId::get).collect(),
            contact_id: filter.customer.map(|id| id.to_string()).unwrap_or_default(),
            dues: filter.due.into_iter().map(Into::into).collect(),
            from: day_text(filter.from),
            to: day_text(filter.to),
            query: filter.q,
            is_waiting: filter.waiting.unwrap_or_default(),
            follow_up_from: day_text(filter.follow_up_from),
            follow_up_to: day_text(filter.follow_up_to),
            channels: filter.channel.iter().map(ToString::to_string).collect(),
            accepted_from: day_text(filter.accepted_from),
            accepted_to: day_text(filter.accepted_to),
        }
    }
}
