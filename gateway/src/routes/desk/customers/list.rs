//! `GET customers`.

use axum::extract::State;
use kit::{domain::Language, validation::FieldErrors, vocabulary::inquiry::ContactSort};
use proto::inquiry::v1::ListContactsRequest;
use utoipa::IntoParams;

use super::customer::CustomerRow;
use crate::{
    desk::Member, envelope::DeskList, error::ApiResult, extract::QueryValues, routes::desk::orders::sums_of,
    state::AppState, words::CustomerSort,
};

/// Filter of customers.
#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
#[expect(dead_code, reason = "described only; the values are parsed one by one")]
struct CustomerFilter {
    /// Search text, 2 to 100 characters.
    q: Option<String>,
    /// Languages, separated by commas.
    language: Option<String>,
    /// `true` or `false`.
    #[param(rename = "hasAccount")]
    has_account: Option<String>,
    /// First day of the last contact.
    from: Option<String>,
    /// Last day of the last contact.
    to: Option<String>,
    /// Order, by default `-contact`.
    #[param(value_type = Option<CustomerSort>, inline)]
    sort: Option<String>,
    /// Cursor of the page before.
    cursor: Option<String>,
    /// 1 to 100, default 50.
    limit: Option<u32>,
}

/// Lists customers.
#[utoipa::path(get, path = "/customers", tag = "desk", params(CustomerFilter), security(("desk" = [])),
    responses((status = 200, body = DeskList<CustomerRow>, description = "Customers",
        example = json!(DeskList::new(vec![CustomerRow::example()], String::new(), 1)))))]
pub(crate) async fn list_customers(
    State(state): State<AppState>,
    member: Member,
    query: QueryValues,
) -> ApiResult<DeskList<CustomerRow>> {
    let mut errors = FieldErrors::default();
    let dates = query.dates(&mut errors);
    let page = query.page(&mut errors);
    let sort = query.one(&mut errors, "sort", |word| word.parse::<ContactSort>().ok());
    let message = ListContactsRequest {
        query: query.search(),
        languages: query.several(&mut errors, "language", |code| {
            code.parse::<Language>().ok().map(Into::into)
        }),
        has_account: query.one(&mut errors, "hasAccount", |word| word.parse().ok()),
        from: dates.from.map(|date| date.to_string()).unwrap_or_default(),
        to: dates.to.map(|date| date.to_string()).unwrap_or_default(),
        sort: sort.unwrap_or_default().into(),
        cursor: page.cursor,
        limit: page.limit,
    };
    errors.into_result()?;
    let request = member.request(message);
    let response = state
        .clients
        .inbox
        .clone()
        .list_contacts(request)
        .await?
        .into_inner();
    let actors = response
        .contacts
        .iter()
        .map(|contact| contact.changed_by.as_str());
    let (names, orders) = tokio::try_join!(
        state.desk.people.names(&state.clients, &member.caller, actors),
        sums_of(&state, &member, &response.contacts)
    )?;
    let rows = response
        .contacts
        .into_iter()
        .map(|contact| CustomerRow::new(&names, &orders, contact));
    Ok(DeskList::new(
        rows.collect(),
        response.next_cursor,
        response.total_records,
    ))
}
