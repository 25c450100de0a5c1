//! `GET quotes`.

use axum::extract::State;
use kit::{domain::Language, validation::FieldErrors};
use proto::{
    common::v1 as common,
    inquiry::v1::{InboxFilter, InboxSort, ListInboxRequest},
};
use utoipa::IntoParams;

use super::{
    row::{QuoteRow, convert_rows},
    words,
};
use crate::{
    desk::{Member, QueryValues, RecordId},
    envelope::DeskList,
    error::ApiResult,
    state::AppState,
};

/// Filter of quotes. Values are separated by commas.
#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
#[expect(dead_code, reason = "described only; the values are parsed one by one")]
pub(super) struct QuoteFilter {
    /// Statuses.
    status: Option<String>,
    /// `quote`, `contact`, `catalogue`.
    kind: Option<String>,
    /// `me`, `none` or UUIDs of staff.
    assignee: Option<String>,
    /// UUIDs of stores.
    store: Option<String>,
    /// Languages.
    language: Option<String>,
    /// Sources.
    source: Option<String>,
    /// Product ids.
    #[param(rename = "productId")]
    product_id: Option<String>,
    /// UUID of a customer.
    customer: Option<String>,
    /// Groups.
    due: Option<String>,
    /// First day of creation.
    from: Option<String>,
    /// Last day of creation.
    to: Option<String>,
    /// Search text, 2 to 100 characters.
    q: Option<String>,
}

/// Parses the filter.
pub(super) fn filter(errors: &mut FieldErrors, query: &QueryValues) -> InboxFilter {
    let dates = query.dates(errors);
    let id = |text: &str| text.parse::<RecordId>().ok().map(|id| id.to_string());
    InboxFilter {
        statuses: query.several(errors, "status", |word| words::parse_status(word).map(Into::into)),
        kinds: query.several(errors, "kind", |word| words::parse_kind(word).map(Into::into)),
        assignees: query.several(errors, "assignee", |text| match text {
            "me" | "none" => Some(text.to_owned()),
            text => id(text),
        }),
        store_ids: query.several(errors, "store", id),
        languages: query.several(errors, "language", |code| {
            let language = code.parse::<Language>().ok()?;
            Some(common::Language::from(language).into())
        }),
        // The service knows the sources.
        sources: query.several(errors, "source", |word| Some(word.to_owned())),
        product_ids: query.several(errors, "productId", |text| {
            text.parse().ok().filter(|id: &i64| *id > 0)
        }),
        contact_id: query.one(errors, "customer", id).unwrap_or_default(),
        dues: query.several(errors, "due", |word| words::parse_due(word).map(Into::into)),
        from: dates.from.map(|date| date.to_string()).unwrap_or_default(),
        to: dates.to.map(|date| date.to_string()).unwrap_or_default(),
        query: query.search(errors),
    }
}

/// Lists quotes, contact messages and catalogue requests.
#[utoipa::path(get, path = "/quotes", tag = "desk",
    params(QuoteFilter,
        ("sort" = Option<String>, Query, description = "`due` (default), `-created`, `created` or `waiting`"),
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
    let filter = filter(&mut errors, &query);
    let sort = query.one(&mut errors, "sort", |word| {
        Some(match word {
            "due" => InboxSort::Unspecified,
            "-created" => InboxSort::Newest,
            "created" => InboxSort::Oldest,
            "waiting" => InboxSort::Waiting,
            _ => return None,
        })
    });
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
