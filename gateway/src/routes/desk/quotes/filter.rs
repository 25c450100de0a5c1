//! Filter of the lists of quotes.

use kit::{
    domain::Language,
    validation::FieldErrors,
    vocabulary::inquiry::{Due, Kind, Status},
};
use proto::inquiry::v1::InboxFilter;
use utoipa::IntoParams;

use crate::extract::{QueryValues, RecordId};

/// Filter of quotes. Values are separated by commas.
#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
#[expect(dead_code, reason = "described only; the values are parsed one by one")]
pub(super) struct QuoteFilter {
    /// Statuses.
    status: Option<String>,
    /// Kinds.
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

/// Parses the filter of a query.
pub(super) fn parse(errors: &mut FieldErrors, query: &QueryValues) -> InboxFilter {
    let dates = query.dates(errors);
    let id = |text: &str| text.parse::<RecordId>().ok().map(|id| id.to_string());
    InboxFilter {
        statuses: query.several(errors, "status", |word| {
            word.parse::<Status>().ok().map(Into::into)
        }),
        kinds: query.several(errors, "kind", |word| word.parse::<Kind>().ok().map(Into::into)),
        assignees: query.several(errors, "assignee", |text| match text {
            "me" | "none" => Some(text.to_owned()),
            text => id(text),
        }),
        store_ids: query.several(errors, "store", id),
        languages: query.several(errors, "language", |code| {
            code.parse::<Language>().ok().map(Into::into)
        }),
        // The service knows the sources.
        sources: query.several(errors, "source", |word| Some(word.to_owned())),
        product_ids: query.several(errors, "productId", |text| {
            text.parse().ok().filter(|id: &i64| *id > 0)
        }),
        contact_id: query.one(errors, "customer", id).unwrap_or_default(),
        dues: query.several(errors, "due", |word| word.parse::<Due>().ok().map(Into::into)),
        from: dates.from.map(|date| date.to_string()).unwrap_or_default(),
        to: dates.to.map(|date| date.to_string()).unwrap_or_default(),
        query: query.search(),
    }
}
