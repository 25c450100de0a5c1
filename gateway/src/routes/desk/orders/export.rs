//! `GET orders.csv`.

use axum::{extract::State, response::Response};
use kit::vocabulary::account::Screen;
use proto::order::v1::ListDeskOrdersRequest;

use super::{
    filter::OrderFilter,
    list::{self, OrderPage},
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
    screen: Screen::Orders,
    columns: &[
        Column::new("orderNumber", Format::Plain, ["Nömrə", "Номер", "Number"]),
        Column::new("orderDate", Format::Time, ["Tarix", "Дата", "Date"]),
        Column::new("status", Format::Plain, ["Status", "Статус", "Status"]),
        Column::new("paymentStatus", Format::Plain, ["Ödəniş", "Оплата", "Payment"]),
        Column::new(
            "totalAmount",
            Format::Amount,
            ["Cəmi, AZN", "Сумма, AZN", "Total, AZN"],
        ),
        Column::new(
            "paidAmount",
            Format::Amount,
            ["Ödənilib, AZN", "Оплачено, AZN", "Paid, AZN"],
        ),
        Column::new(
            "refundedAmount",
            Format::Amount,
            ["Qaytarılıb, AZN", "Возвращено, AZN", "Refunded, AZN"],
        ),
        Column::new(
            "balance",
            Format::Amount,
            ["Qalıq, AZN", "Остаток, AZN", "Balance, AZN"],
        ),
        Column::new("source", Format::Plain, ["Mənbə", "Источник", "Source"]),
        Column::new("offerNumber", Format::Plain, ["Təklif", "Предложение", "Offer"]),
        Column::new("quoteNumber", Format::Plain, ["Müraciət", "Заявка", "Request"]),
        Column::new("language", Format::Plain, ["Dil", "Язык", "Language"]),
        Column::new(
            "customer.name",
            Format::Contact,
            ["Müştəri", "Клиент", "Customer"],
        ),
        Column::new("customer.phone", Format::Contact, ["Telefon", "Телефон", "Phone"]),
        Column::new(
            "customer.email",
            Format::Contact,
            ["E-poçt", "Эл. почта", "E-mail"],
        ),
        Column::new("city", Format::Contact, ["Şəhər", "Город", "City"]),
        Column::new("itemsCount", Format::Plain, ["Məhsul sayı", "Товаров", "Lines"]),
        Column::new(
            "assignee.name",
            Format::Plain,
            ["Məsul", "Ответственный", "Assignee"],
        ),
        Column::new(
            "delivery.method",
            Format::Plain,
            ["Çatdırılma", "Доставка", "Delivery"],
        ),
        Column::new(
            "delivery.on",
            Format::Plain,
            ["Çatdırılma günü", "День доставки", "Day of delivery"],
        ),
        Column::new("delivery.from", Format::Plain, ["Saatdan", "С", "From"]),
        Column::new("delivery.to", Format::Plain, ["Saatadək", "До", "To"]),
        Column::new("delivery.crew", Format::Plain, ["Briqada", "Бригада", "Crew"]),
        Column::new(
            "delivery.note",
            Format::Contact,
            ["Çatdırılma qeydi", "Примечание к доставке", "Note of delivery"],
        ),
        Column::new(
            "changedBy.name",
            Format::Plain,
            ["Dəyişən", "Кто изменил", "Changed by"],
        ),
        Column::new("changedAt", Format::Time, ["Dəyişib", "Изменено", "Changed"]),
    ],
};

/// Downloads the orders of a list as CSV, in its order; at most 10,000. Contacts
/// need a step-up; files of sales members have none.
#[utoipa::path(get, path = "/orders.csv", tag = "desk", security(("desk" = [])),
    params(OrderFilter, OrderPage, CsvOptions),
    responses((status = 200, body = String, content_type = "text/csv", description = "Table",
        example = "\u{feff}Nömrə;Cəmi, AZN\r\nSB-4K7Q2M0X;1062,12\r\n"),
        ErrorResponse::<409>))]
pub(crate) async fn export_orders(
    State(state): State<AppState>,
    member: Member,
    RequestLanguage(language): RequestLanguage,
    Filter(query): Filter<((OrderFilter, OrderPage), (CsvOptions, SetFilters))>,
) -> ApiResult<Response> {
    let ((filter, page), (options, set)) = query;
    let message = ListDeskOrdersRequest {
        filter: Some(filter.into_message(&member)),
        sort: page.sort.unwrap_or_default().into(),
        limit: PAGE_SIZE,
        is_export: true,
        ..ListDeskOrdersRequest::default()
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
                let message = ListDeskOrdersRequest { cursor, ..message };
                list::fetch_page(&state, &member, message).await
            }
        },
    )
    .await
}
