//! Filters of the lists of orders.

use kit::{
    calendar,
    domain::UserId,
    validation::FieldErrors,
    vocabulary::order::{PaymentStatus, Source, Status},
};
use proto::order::v1::DeskOrderFilter;
use time::{Date, Duration};
use utoipa::IntoParams;

use crate::{convert, desk::Member, extract::QueryValues, words};

/// Filter of orders.
#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
#[expect(dead_code, reason = "described only; the values are parsed one by one")]
pub(super) struct OrderFilter {
    /// Statuses, separated by commas.
    status: Option<String>,
    /// Payment statuses, separated by commas.
    payment: Option<String>,
    /// `me`, `none` or ids of staff, separated by commas.
    assignee: Option<String>,
    /// Origins, separated by commas.
    source: Option<String>,
    /// First day of the order.
    from: Option<String>,
    /// Last day of the order.
    to: Option<String>,
    /// First day of the delivery.
    #[param(rename = "deliveryFrom")]
    delivery_from: Option<String>,
    /// Last day of the delivery.
    #[param(rename = "deliveryTo")]
    delivery_to: Option<String>,
    /// Whether a day of delivery is planned.
    #[param(rename = "hasDelivery")]
    has_delivery: Option<bool>,
    /// Number, name, phone, e-mail or product, 2 to 100 characters.
    q: Option<String>,
}

/// Parses the filter of a query.
pub(super) fn parse(errors: &mut FieldErrors, query: &QueryValues, member: &Member) -> DeskOrderFilter {
    let me = member.session.user_id;
    let statuses = query.several(errors, "status", words::in_any_case::<Status>);
    let payments = query.several(errors, "payment", words::in_any_case::<PaymentStatus>);
    let assignees = query.several(errors, "assignee", |text| match text {
        "me" => Some(me.to_string()),
        "none" => Some(String::new()),
        id => id.parse::<UserId>().ok().map(|user| user.to_string()),
    });
    let sources = query.several(errors, "source", |word| word.parse::<Source>().ok());
    let dates = query.dates(errors);
    let delivery_from = query.one(errors, "deliveryFrom", calendar::parse_date);
    let delivery_to = query.one(errors, "deliveryTo", calendar::parse_date);
    let day = |date: Option<Date>| date.map(|date| date.to_string()).unwrap_or_default();
    DeskOrderFilter {
        statuses: statuses.into_iter().map(Into::into).collect(),
        payment_statuses: payments.into_iter().map(Into::into).collect(),
        assignees,
        sources: sources.into_iter().map(Into::into).collect(),
        phones: Vec::new(),
        emails: Vec::new(),
        ordered_from: dates.from.map(convert::midnight),
        ordered_before: dates
            .to
            .and_then(|to| to.checked_add(Duration::DAY))
            .map(convert::midnight),
        delivery_from: day(delivery_from),
        delivery_to: day(delivery_to),
        has_delivery: query.one(errors, "hasDelivery", |text| text.parse().ok()),
        query: query.search(),
    }
}
