//! `GET quotes`.

use axum::extract::State;
use kit::{validation::FieldErrors, vocabulary::inquiry::Sort};
use proto::inquiry::v1::ListInboxRequest;

use super::{
    filter::{self, QuoteFilter},
    row::{QuoteRow, convert_rows},
};
use crate::{
    desk::Member, envelope::DeskList, error::ApiResult, extract::QueryValues, state::AppState,
    words::InquirySort,
};

/// Lists quotes, contact messages and catalogue requests.
#[utoipa::path(get, path = "/quotes", tag = "desk",
    params(QuoteFilter,
        ("sort" = inline(Option<InquirySort>), Query, description = "Order, by default `due`"),
        ("cursor" = Option<String>, Query, description = "Cursor of the page before"),
        ("limit" = Option<u32>, Query, description = "1 to 100, default 50")),
    security(("desk" = [])),
    responses((status = 200, body = DeskList<QuoteRow>, description = "Quotes",
        example = json!(DeskList::new(vec![QuoteRow::example()], String::new(), 1)))))]
pub(crate) async fn list_quotes(
    State(state): State<AppState>,
    member: Member,
    query: QueryValues,
) -> ApiResult<DeskList<QuoteRow>> {
    let mut errors = FieldErrors::default();
    let filter = filter::parse(&mut errors, &query);
    let sort = query.one(&mut errors, "sort", |word| word.parse::<Sort>().ok());
    let page = query.page(&mut errors);
    errors.into_result()?;
    let request = member.request(ListInboxRequest {
        filter: Some(filter),
        sort: sort.unwrap_or_default().into(),
        cursor: page.cursor,
        limit: page.limit,
    });
    let response = state
        .clients
        .inbox
        .clone()
        .list_inbox(request)
        .await?
        .into_inner();
    let rows = convert_rows(&state, &member, response.inquiries).await?;
    Ok(DeskList::new(rows, response.next_cursor, response.total_records))
}
