//! `GET quotes.csv`.

use axum::{extract::State, response::Response};
use kit::vocabulary::account::Screen;
use proto::inquiry::v1::ListInboxRequest;

use super::{
    filter::QuoteFilter,
    list::{self, QuotePage},
};
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
    screen: Screen::Quotes,
    columns: &[
        Column::new("number", Format::Plain, ["Nömrə", "Номер", "Number"]),
        Column::new("kind", Format::Plain, ["Növ", "Вид", "Kind"]),
        Column::new("status", Format::Plain, ["Status", "Статус", "Status"]),
        Column::new("due", Format::Plain, ["Növbə", "Очередь", "Due"]),
        Column::new("source", Format::Plain, ["Mənbə", "Источник", "Source"]),
        Column::new(
            "assignee.name",
            Format::Plain,
            ["Məsul", "Ответственный", "Assignee"],
        ),
        Column::new("storeId", Format::Plain, ["Mağaza", "Магазин", "Store"]),
        Column::new("language", Format::Plain, ["Dil", "Язык", "Language"]),
        Column::new("customer.name", Format::Contact, ["Ad", "Имя", "Name"]),
        Column::new(
            "customer.surname",
            Format::Contact,
            ["Soyad", "Фамилия", "Surname"],
        ),
        Column::new("customer.phone", Format::Contact, ["Telefon", "Телефон", "Phone"]),
        Column::new(
            "customer.email",
            Format::Contact,
            ["E-poçt", "Эл. почта", "E-mail"],
        ),
        Column::new("itemsCount", Format::Plain, ["Məhsul sayı", "Товаров", "Pieces"]),
        Column::new(
            "followUp.kind",
            Format::Plain,
            ["Növbəti addım", "Следующий шаг", "Next step"],
        ),
        Column::new(
            "followUp.at",
            Format::Time,
            ["Addımın vaxtı", "Время шага", "Time of the step"],
        ),
        Column::new(
            "followUp.text",
            Format::Contact,
            ["Addımın mətni", "Текст шага", "Text of the step"],
        ),
        Column::new("createdAt", Format::Time, ["Yaradılıb", "Создано", "Created"]),
        Column::new(
            "lastCustomerAt",
            Format::Time,
            [
                "Müştərinin son mesajı",
                "Последнее от клиента",
                "Last from the customer",
            ],
        ),
        Column::new(
            "waitingSince",
            Format::Time,
            ["Gözləyir", "Ждёт с", "Waiting since"],
        ),
        Column::new(
            "promiseAt",
            Format::Time,
            ["Cavab vədi", "Ответ обещан", "Answer promised"],
        ),
        Column::new(
            "firstAnswerAt",
            Format::Time,
            ["İlk cavab", "Первый ответ", "First answer"],
        ),
        Column::new(
            "firstAnswerMinutes",
            Format::Plain,
            [
                "İlk cavab, iş dəqiqəsi",
                "Первый ответ, рабочих минут",
                "First answer, working minutes",
            ],
        ),
        Column::new(
            "lostReason",
            Format::Plain,
            ["İtirilmə səbəbi", "Причина потери", "Reason of loss"],
        ),
        Column::new(
            "visitAddress",
            Format::Contact,
            ["Ölçü ünvanı", "Адрес замера", "Address of the visit"],
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

/// Downloads the requests of a list as CSV, in its order; at most 10,000. Contacts
/// need a step-up; files of sales members have none.
#[utoipa::path(get, path = "/quotes.csv", tag = "desk", security(("desk" = [])),
    params(QuoteFilter, QuotePage, CsvOptions),
    responses((status = 200, body = String, content_type = "text/csv", description = "Table",
        example = "\u{feff}Nömrə;Status\r\nSQ-7Q2M04XK;assigned\r\n"),
        ErrorResponse::<409>))]
pub(crate) async fn export_quotes(
    State(state): State<AppState>,
    member: Member,
    RequestLanguage(language): RequestLanguage,
    Filter(query): Filter<((QuoteFilter, QuotePage), (CsvOptions, SetFilters))>,
) -> ApiResult<Response> {
    let ((filter, page), (options, set)) = query;
    let message = ListInboxRequest {
        filter: Some(filter.into()),
        sort: page.sort.unwrap_or_default().into(),
        limit: PAGE_SIZE,
        is_export: true,
        ..ListInboxRequest::default()
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
                let message = ListInboxRequest { cursor, ..message };
                list::fetch(&state, &member, message).await
            }
        },
    )
    .await
}
