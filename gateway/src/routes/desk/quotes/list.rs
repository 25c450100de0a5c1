//! Lists of quotes.

use std::collections::BTreeMap;

use axum::extract::State;
use kit::vocabulary::inquiry::{Sort, Status};
use proto::inquiry::v1::{CountInboxRequest, InquiryDue, ListInboxRequest};
use serde_json::{Value, json};

use super::{
    filter::QuoteFilter,
    quote::{self, Quote},
    row::{QuoteRow, convert_rows},
};
use crate::{
    desk::Member,
    envelope::{DeskList, Envelope},
    error::ApiResult,
    extract::{Filter, InquiryNumber, Limit, PathOf},
    state::AppState,
    words::InquirySort,
};

/// Page of a list of quotes.
#[filter]
pub(crate) struct QuotePage {
    /// Order, by default `due`
    #[param(value_type = Option<InquirySort>, inline)]
    pub(super) sort: Option<Sort>,
    /// Cursor of the page before
    cursor: String,
    /// 1 to 100, default 50
    #[param(value_type = Option<u32>)]
    limit: Limit,
}

/// Lists quotes, contact messages and catalogue requests.
#[utoipa::path(get, path = "/quotes", tag = "desk",
    params(QuoteFilter, QuotePage),
    security(("desk" = [])),
    responses((status = 200, body = DeskList<QuoteRow>, description = "Quotes",
        example = json!(DeskList::new(vec![QuoteRow::example()], String::new(), 1)))))]
pub(crate) async fn list_quotes(
    State(state): State<AppState>,
    member: Member,
    Filter((filter, page)): Filter<(QuoteFilter, QuotePage)>,
) -> ApiResult<DeskList<QuoteRow>> {
    let message = ListInboxRequest {
        filter: Some(filter.into()),
        sort: page.sort.unwrap_or_default().into(),
        cursor: page.cursor,
        limit: page.limit.0,
        is_export: false,
    };
    fetch(&state, &member, message).await
}

/// Returns a page of quotes.
pub(super) async fn fetch(
    state: &AppState,
    member: &Member,
    message: ListInboxRequest,
) -> ApiResult<DeskList<QuoteRow>> {
    let mut inbox = state.clients.inbox.clone();
    let response = inbox.list_inbox(member.request(message)).await?.into_inner();
    let rows = convert_rows(state, member, response.inquiries).await;
    Ok(DeskList::new(rows, response.next_cursor, response.total_records))
}

/// Numbers of quotes.
#[response]
#[derive(Debug, Clone)]
pub(crate) struct QuoteCounts {
    /// Accepted offers without an order.
    to_order: i64,
    /// Wanted changes of offers.
    change_wanted: i64,
    /// Overdue.
    overdue: i64,
    /// Due today.
    today: i64,
    /// Customers who wait for an answer that is not late; without new quotes.
    unanswered: i64,
    /// New.
    new: i64,
    /// Waiting for the customer.
    waiting: i64,
    /// Due later.
    later: i64,
    /// Open, and assigned to the caller.
    mine: i64,
    /// Open, and unassigned.
    unassigned: i64,
    /// All but won, lost and closed.
    open: i64,
    /// By status.
    by_status: BTreeMap<&'static str, i64>,
}

impl QuoteCounts {
    fn example() -> Value {
        json!({"toOrder": 1, "changeWanted": 0, "overdue": 2, "today": 3, "unanswered": 1, "new": 5, "waiting": 12,
            "later": 0, "mine": 8, "unassigned": 3, "open": 24, "byStatus": {"new": 7, "assigned": 5, "waiting": 4, "offered": 7, "won": 12, "lost": 9,
            "closed": 4}})
    }
}

/// Counts quotes.
#[utoipa::path(get, path = "/quotes/counts", tag = "desk", params(QuoteFilter), security(("desk" = [])),
    responses((status = 200, body = Envelope<QuoteCounts>, description = "Numbers",
        example = json!(Envelope::new(QuoteCounts::example())))))]
pub(crate) async fn count_quotes(
    State(state): State<AppState>,
    member: Member,
    Filter(filter): Filter<QuoteFilter>,
) -> ApiResult<Envelope<QuoteCounts>> {
    let request = member.request(CountInboxRequest {
        filter: Some(filter.into()),
    });
    let counts = state
        .clients
        .inbox
        .clone()
        .count_inbox(request)
        .await?
        .into_inner();
    let of = |due: InquiryDue| {
        let found = counts.by_due.iter().filter(|count| count.due() == due);
        found.map(|count| count.count).sum::<i64>()
    };
    let open = counts
        .by_due
        .iter()
        .filter(|count| count.due() != InquiryDue::Done);
    let by_status = Status::ALL.into_iter().map(|status| {
        let found = counts
            .by_status
            .iter()
            .filter(|count| count.status == i32::from(status));
        (status.name(), found.map(|count| count.count).sum())
    });
    Ok(Envelope::new(QuoteCounts {
        to_order: of(InquiryDue::ToOrder),
        change_wanted: of(InquiryDue::ChangeWanted),
        overdue: of(InquiryDue::Overdue),
        today: of(InquiryDue::Today),
        unanswered: of(InquiryDue::Unanswered),
        new: of(InquiryDue::New),
        waiting: of(InquiryDue::Waiting),
        later: of(InquiryDue::Later),
        mine: counts.mine,
        unassigned: counts.unassigned,
        open: open.map(|count| count.count).sum(),
        by_status: by_status.collect(),
    }))
}

/// Returns a quote with its timeline.
#[utoipa::path(get, path = "/quotes/{number}", tag = "desk",
    params(("number" = String, Path, description = "Number")), security(("desk" = [])),
    responses((status = 200, body = Envelope<Quote>, description = "Quote",
        example = json!(Envelope::new(Quote::example())))))]
pub(crate) async fn get_quote(
    State(state): State<AppState>,
    member: Member,
    number: PathOf<InquiryNumber>,
) -> ApiResult<Envelope<Quote>> {
    let number = number.get("INQUIRY.NOT_FOUND")?.into_string();
    Ok(Envelope::new(quote::fetch(&state, &member, &number).await?))
}
