//! Payments of all orders.

use axum::extract::State;
use kit::vocabulary::{
    order::{PaymentKind, Source},
    visit::Channel,
};
use proto::order::v1::{ListPaymentsRequest, ListedPayment, PaymentFilter as Message};
use serde_json::{Value, json};

use crate::{
    convert::{self, Amount, Instant},
    desk::Member,
    envelope::{DeskList, Envelope},
    error::ApiResult,
    extract::{Filter, FilterDay, Limit, RecordId, day_text},
    people::{Names, Person},
    state::AppState,
    words::{self, OrderSource, PaymentMethod},
};

/// Filter of payments.
#[filter]
pub(crate) struct PaymentFilter {
    /// First day; by default the first one of the month.
    from: Option<FilterDay>,
    /// Last day, by default today; at most 366 days.
    to: Option<FilterDay>,
    /// UUID of the store that took or returned the money.
    store: Option<RecordId>,
    /// Origins of the orders, separated by commas.
    source: Vec<Source>,
    /// Channels of the visits of the orders, separated by commas.
    channel: Vec<Channel>,
    /// `in` or `out`.
    kind: Option<PaymentKind>,
}

impl From<PaymentFilter> for Message {
    fn from(filter: PaymentFilter) -> Self {
        Self {
            from: day_text(filter.from),
            to: day_text(filter.to),
            store_id: filter.store.map(|id| id.to_string()).unwrap_or_default(),
            sources: filter.source.into_iter().map(Into::into).collect(),
            kind: filter.kind.map(Into::into).unwrap_or_default(),
            channels: filter.channel.iter().map(ToString::to_string).collect(),
        }
    }
}

/// Page of a list of payments.
#[filter]
pub(crate) struct PaymentPage {
    /// `nextCursor` of the page before
    cursor: String,
    /// 1 to 100, 50 by default
    #[param(value_type = Option<u32>)]
    limit: Limit,
}

/// A payment in a list.
#[response]
#[derive(Debug, Clone)]
pub(crate) struct PaymentRow {
    /// UUID.
    id: String,
    /// RFC 3339.
    at: Instant,
    /// Direction.
    kind: words::PaymentKind,
    /// AZN.
    amount: Amount,
    /// Means.
    method: PaymentMethod,
    /// UUID of the store; `null` = none.
    store_id: Option<String>,
    /// Number of the order.
    order_number: String,
    /// Origin of the order.
    source: OrderSource,
    /// Member who recorded it; `null` = the system.
    actor: Option<Person>,
}

impl PaymentRow {
    fn new(listed: ListedPayment, names: &Names) -> Self {
        let payment = listed.payment.unwrap_or_default();
        Self {
            actor: names.person(&payment.actor),
            id: payment.id,
            at: convert::moment(payment.at).unwrap_or_default(),
            kind: words::PaymentKind::of_number(payment.kind),
            amount: convert::amount(payment.amount_minor),
            method: PaymentMethod::of_number(payment.method),
            store_id: convert::non_empty(payment.store_id),
            order_number: listed.order_number,
            source: OrderSource::of_number(listed.source),
        }
    }

    fn example() -> Value {
        json!({"id": "01936b2e-7c00-7000-8000-000000000701", "at": "2026-11-17T14:30:00Z", "kind": "in", "amount": 400,
            "method": "card", "storeId": null, "orderNumber": "SB-4K7Q2M0X", "source": "website",
            "actor": Person::example()})
    }
}

/// Lists the payments of all orders, newest first.
#[utoipa::path(get, path = "/payments", tag = "desk", security(("desk" = [])), params(PaymentFilter, PaymentPage),
    responses((status = 200, body = DeskList<PaymentRow>, description = "Page of payments",
        example = json!(DeskList::new(vec![PaymentRow::example()], String::new(), 1)))))]
pub(crate) async fn list_payments(
    State(state): State<AppState>,
    member: Member,
    Filter((filter, page)): Filter<(PaymentFilter, PaymentPage)>,
) -> ApiResult<DeskList<PaymentRow>> {
    let request = member.request(ListPaymentsRequest {
        filter: Some(filter.into()),
        cursor: page.cursor,
        limit: page.limit.0,
        without_sums: true,
    });
    let response = state.clients.desk_order.clone().list_payments(request).await?;
    let list = response.into_inner();
    let payments = list.payments.iter().filter_map(|listed| listed.payment.as_ref());
    let actors = payments.map(|payment| payment.actor.as_str());
    let people = &state.desk.people;
    let names = people.names(&state.clients, &member.caller, actors).await;
    let rows = list.payments.into_iter();
    let rows = rows.map(|listed| PaymentRow::new(listed, &names)).collect();
    Ok(DeskList::new(rows, list.next_cursor, list.total_records))
}

/// Sums of payments in AZN.
#[response]
#[derive(Debug, Clone)]
pub(crate) struct PaymentSums {
    /// Number of payments.
    count: i64,
    /// Payments in.
    r#in: Amount,
    /// Payments out.
    out: Amount,
    /// In minus out.
    total: Amount,
}

/// Sums the payments of all orders.
#[utoipa::path(get, path = "/payments/sums", tag = "desk", security(("desk" = [])), params(PaymentFilter),
    responses((status = 200, body = Envelope<PaymentSums>, description = "Sums",
        example = json!({"success": true, "message": null,
            "data": {"count": 2, "in": 1062.12, "out": 62.12, "total": 1000}}))))]
pub(crate) async fn sum_payments(
    State(state): State<AppState>,
    member: Member,
    Filter(filter): Filter<PaymentFilter>,
) -> ApiResult<Envelope<PaymentSums>> {
    let request = member.request(ListPaymentsRequest {
        filter: Some(filter.into()),
        limit: 1,
        ..ListPaymentsRequest::default()
    });
    let response = state.clients.desk_order.clone().list_payments(request).await?;
    let list = response.into_inner();
    Ok(Envelope::new(PaymentSums {
        count: list.total_records,
        r#in: convert::amount(list.in_minor),
        out: convert::amount(list.out_minor),
        total: convert::amount(list.in_minor - list.out_minor),
    }))
}
