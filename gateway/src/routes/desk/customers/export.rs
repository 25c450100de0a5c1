//! `GET customers.csv`.

use axum::{extract::State, response::Response};
use kit::vocabulary::account::Screen;
use proto::inquiry::v1::ListContactsRequest;

use super::list::{self, CustomerFilter};
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
    screen: Screen::Customers,
    columns: &[
        Column::new("id", Format::Plain, ["ID", "ID", "ID"]),
        Column::new("name", Format::Contact, ["Ad", "Имя", "Name"]),
        Column::new("phone", Format::Contact, ["Telefon", "Телефон", "Phone"]),
        Column::new("email", Format::Contact, ["E-poçt", "Эл. почта", "E-mail"]),
        Column::new("language", Format::Plain, ["Dil", "Язык", "Language"]),
        Column::new("userId", Format::Plain, ["Hesab", "Аккаунт", "Account"]),
        Column::new(
            "lastContactAt",
            Format::Time,
            ["Son əlaqə", "Последний контакт", "Last contact"],
        ),
        Column::new(
            "quotesCount",
            Format::Plain,
            ["Müraciət sayı", "Заявок", "Requests"],
        ),
        Column::new(
            "ordersCount",
            Format::Plain,
            ["Sifariş sayı", "Заказов", "Orders"],
        ),
        Column::new(
            "ordersTotal",
            Format::Amount,
            [
                "Sifarişlərin cəmi, AZN",
                "Сумма заказов, AZN",
                "Total of the orders, AZN",
            ],
        ),
        Column::new(
            "isWiped",
            Format::Plain,
            ["Məlumatı silinib", "Данные удалены", "Wiped"],
        ),
        Column::new(
            "changedBy.name",
            Format::Plain,
            ["Dəyişən", "Кто изменил", "Changed by"],
        ),
        Column::new("changedAt", Format::Time, ["Dəyişib", "Изменено", "Changed"]),
    ],
};

/// Downloads the customers of a list as CSV, in its order; at most 10,000. Contacts
/// need a step-up; files of sales members have none.
#[utoipa::path(get, path = "/customers.csv", tag = "desk", security(("desk" = [])),
    params(CustomerFilter, CsvOptions),
    responses((status = 200, body = String, content_type = "text/csv", description = "Table",
        example = "\u{feff}Dil;Müraciət sayı\r\naz;2\r\n"),
        ErrorResponse::<409>))]
pub(crate) async fn export_customers(
    State(state): State<AppState>,
    member: Member,
    RequestLanguage(language): RequestLanguage,
    Filter(query): Filter<(CustomerFilter, (CsvOptions, SetFilters))>,
) -> ApiResult<Response> {
    let (filter, (options, set)) = query;
    let message = ListContactsRequest {
        limit: PAGE_SIZE,
        is_export: true,
        ..filter.into()
    };
    csv::export(
        &state,
        member,
        language,
        &TABLE,
        options,
        set,
        move |state, member, cursor| {
            let message = message.clone();
            async move {
                let message = ListContactsRequest { cursor, ..message };
                list::fetch(&state, &member, message).await
            }
        },
    )
    .await
}
