//! `GET activity.csv`.

use axum::{extract::State, response::Response};
use kit::vocabulary::account::Screen;

use super::list::{self, ActivityFilter};
use crate::{
    desk::Member,
    error::ApiResult,
    extract::{Filter, RequestLanguage, SetFilters},
    openapi::ErrorResponse,
    routes::desk::csv::{self, Column, CsvOptions, Format, PAGE_SIZE, Table},
    state::AppState,
};

/// The file.
pub(super) const TABLE: Table = Table {
    screen: Screen::Activity,
    columns: &[
        Column::new("at", Format::Time, ["Vaxt", "Время", "Time"]),
        Column::new("service", Format::Plain, ["Xidmət", "Сервис", "Service"]),
        Column::new("action", Format::Plain, ["Əməl", "Действие", "Action"]),
        Column::new("actor.name", Format::Plain, ["Kim", "Кто", "Actor"]),
        Column::new(
            "subject.kind",
            Format::Plain,
            ["Qeydin növü", "Вид записи", "Kind of record"],
        ),
        Column::new("subject.id", Format::Plain, ["Qeyd", "Запись", "Record"]),
        Column::new(
            "changes",
            Format::Plain,
            ["Dəyişikliklər", "Изменения", "Changes"],
        ),
    ],
};

/// Downloads the calls of the staff of a list as CSV, in its order; at most 10,000.
#[utoipa::path(get, path = "/activity.csv", tag = "desk", security(("desk" = [])),
    params(ActivityFilter, CsvOptions),
    responses((status = 200, body = String, content_type = "text/csv", description = "Table",
        example = "\u{feff}Vaxt;Xidmət\r\n2026-11-23 09:40;order\r\n"),
        ErrorResponse::<409>))]
pub(crate) async fn export_activity(
    State(state): State<AppState>,
    member: Member,
    RequestLanguage(language): RequestLanguage,
    Filter(query): Filter<(ActivityFilter, (CsvOptions, SetFilters))>,
) -> ApiResult<Response> {
    let (filter, (options, set)) = query;
    csv::export(
        &state,
        member,
        language,
        &TABLE,
        options,
        set,
        move |state, member, cursor| {
            let filter = filter.at(cursor, PAGE_SIZE);
            async move { list::fetch(&state, &member, filter).await }
        },
    )
    .await
}
