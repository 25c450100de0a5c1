//! Filters of the lists of orders.

use kit::vocabulary::{
    order::{PaymentStatus, Source, Status},
    visit::Channel,
};
use proto::order::v1::DeskOrderFilter;

use crate::{
    desk::Member,
    extract::{AnyCase, Assignee, FilterDay, day_text},
};

/// Filter of orders.
#[filter]
pub(crate) struct OrderFilter {
    /// Statuses, separated by commas.
    status: Vec<AnyCase<Status>>,
    /// Payment statuses, separated by commas.
    payment: Vec<AnyCase<PaymentStatus>>,
    /// `me`, `none` or ids of staff, separated by commas.
    assignee: Vec<Assignee>,
    /// Origins, separated by commas.
    source: Vec<Source>,
    /// Channels of the visits, separated by commas.
    channel: Vec<Channel>,
    /// First day of the order.
    from: Option<FilterDay>,
    /// Last day of the order.
    to: Option<FilterDay>,
    /// First day of the delivery.
    delivery_from: Option<FilterDay>,
    /// Last day of the delivery.
    delivery_to: Option<FilterDay>,
    /// Whether a day of delivery is planned.
    has_delivery: Option<bool>,
    /// Whether only orders with money to give back are listed: cancelled ones, and those with more paid than their total.
    refund_due: Option<bool>,
    /// Number, name, phone, e-mail or product, 2 to 100 characters.
    q: String,
}

impl OrderFilter {
    /// Converts to a message.
    pub(super) fn into_message(self, member: &Member) -> DeskOrderFilter {
        let assignees = self.assignee.into_iter().map(|assignee| match assignee {
            Assignee::Me => member.session.user_id.to_string(),
            Assignee::Unassigned => String::new(),
            Assignee::Staff(id) => id.to_string(),
        });
        DeskOrderFilter {
            statuses: self
                .status
                .into_iter()
                .map(|AnyCase(status)| status.into())
                .collect(),
            payment_statuses: self
                .payment
                .into_iter()
                .map(|AnyCase(status)| status.into())
                .collect(),
            assignees: assignees.collect(),
            sources: self.source.into_iter().map(Into::into).collect(),
            phones: Vec::new(),
            emails: Vec::new(),
            ordered_from: self.from.map(FilterDay::start),
            ordered_before: self.to.and_then(FilterDay::end),
            delivery_from: day_text(self.delivery_from),
            delivery_to: day_text(self.delivery_to),
            has_delivery: self.has_delivery,
            is_refund_due: self.refund_due.unwrap_or_default(),
            channels: self.channel.iter().map(ToString::to_string).collect(),
            query: self.q,
        }
    }
}
