//! `GET quotes/counts`.

use std::collections::BTreeMap;

use axum::extract::State;
use kit::{validation::FieldErrors, vocabulary::inquiry::Status};
use proto::inquiry::v1::{CountInboxRequest, InquiryDue};
use serde_json::{Value, json};

use super::filter::{self, QuoteFilter};
use crate::{desk::Member, envelope::Envelope, error::ApiResult, extract::QueryValues, state::AppState};

/// Numbers of quotes.
#[response]
#[derive(Debug, Clone)]
pub(crate) struct QuoteCounts {
    /// Overdue.
    overdue: i64,
    /// Due today.
    today: i64,
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
        json!({"overdue": 2, "today": 3, "new": 5, "waiting": 13, "later": 0, "mine": 8, "unassigned": 3,
            "open": 23, "byStatus": {"new": 7, "assigned": 5, "waiting": 4, "offered": 7, "won": 12, "lost": 9,
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
    query: QueryValues,
) -> ApiResult<Envelope<QuoteCounts>> {
    let mut errors = FieldErrors::default();
    let filter = filter::parse(&mut errors, &query);
    errors.into_result()?;
    let request = member.request(CountInboxRequest { filter: Some(filter) });
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
        overdue: of(InquiryDue::Overdue),
        today: of(InquiryDue::Today),
        new: of(InquiryDue::New),
        waiting: of(InquiryDue::Waiting),
        later: of(InquiryDue::Later),
        mine: counts.mine,
        unassigned: counts.unassigned,
        open: open.map(|count| count.count).sum(),
        by_status: by_status.collect(),
    }))
}
