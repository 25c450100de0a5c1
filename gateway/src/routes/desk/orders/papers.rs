//! `GET orders/{number}/paper/pick` and `GET orders/{number}/paper/delivery`.

use axum::extract::State;
use kit::domain::Language;
use proto::order::v1::GetDeskOrderRequest;
use serde_json::{Value, json};

use super::{
    NOT_FOUND,
    order::{DeskOrder, DeskOrderItem, convert},
    row::Delivery,
};
use crate::{
    convert::{self, Amount, Instant},
    desk::Member,
    envelope::Envelope,
    error::ApiResult,
    extract::{OrderNumber, PathOf},
    people::Person,
    routes::orders::order::PostalAddress,
    state::AppState,
    words::OrderStatus,
};

/// Head of both papers of an order.
#[response]
#[derive(Debug, Clone)]
pub(crate) struct PaperHead {
    order_number: String,
    /// RFC 3339.
    order_date: Instant,
    status: OrderStatus,
    customer_name: Option<String>,
    delivery: Option<Delivery>,
    /// RFC 3339.
    printed_at: Option<Instant>,
    printed_by: Option<Person>,
    /// Company, tax number and telephone of the shop; may be empty.
    company: Vec<String>,
}

/// Line of a pick slip.
#[response]
#[derive(Debug, Clone)]
pub(crate) struct PickLine {
    code: Option<String>,
    /// Name in the language of the staff member.
    name: String,
    detail: String,
    image_url: Option<String>,
    quantity: u32,
    /// Whether it is taken from stock; pieces made to order and services are not.
    is_picked: bool,
}

/// Pick slip.
#[response]
#[derive(Debug, Clone)]
pub(crate) struct PickSlip {
    #[serde(flatten)]
    head: PaperHead,
    lines: Vec<PickLine>,
}

/// Line of a delivery note.
#[response]
#[derive(Debug, Clone)]
pub(crate) struct DeliveryNoteLine {
    #[serde(flatten)]
    line: PickLine,
    /// Price of one piece in AZN.
    unit_price: Amount,
    /// Amount of the line in AZN.
    subtotal: Amount,
}

/// Delivery note.
#[response]
#[derive(Clone)]
pub(crate) struct DeliveryNote {
    #[serde(flatten)]
    head: PaperHead,
    lines: Vec<DeliveryNoteLine>,
    shipping_address: Option<PostalAddress>,
    /// Price of the delivery in AZN.
    delivery_price: Amount,
    /// Amount in AZN.
    total_amount: Amount,
    /// Amount received in AZN.
    paid_amount: Amount,
    /// Amount owed in AZN.
    balance: Amount,
}

fn example() -> Value {
    json!({"orderNumber": "SB-4K7Q2M0X", "orderDate": "2026-11-16T07:20:00Z", "status": "Processing",
        "customerName": "Rauf Mirzəyev", "delivery": null, "printedAt": "2026-11-24T05:10:00Z",
        "printedBy": Person::example(), "lines": [{"code": "SK-101", "name": "Palıd şkaf", "detail": "",
            "imageUrl": "/images/products/sk-101/1-960.webp", "quantity": 1, "isPicked": true}],
        "company": ["Şəbəkə MMC", "VÖEN 1234567890", "+994 12 404 00 00"]})
}

/// Returns the pick slip of an order.
#[utoipa::path(get, path = "/orders/{number}/paper/pick", tag = "desk",
    params(("number" = String, Path, description = "Number of the order")), security(("desk" = [])),
    responses((status = 200, body = Envelope<PickSlip>, description = "Pick slip",
        example = json!(Envelope::new(example())))))]
pub(crate) async fn get_pick_slip(
    State(state): State<AppState>,
    member: Member,
    number: PathOf<OrderNumber>,
) -> ApiResult<Envelope<PickSlip>> {
    let order = read(&state, &member, number).await?;
    let language = member.session.language.unwrap_or(state.default_language);
    let lines = order.items.iter().map(|item| pick_line(item, language)).collect();
    let head = head(&state, &member, order).await;
    Ok(Envelope::new(PickSlip { head, lines }))
}

/// Returns the delivery note of an order.
#[utoipa::path(get, path = "/orders/{number}/paper/delivery", tag = "desk",
    params(("number" = String, Path, description = "Number of the order")), security(("desk" = [])),
    responses((status = 200, body = Envelope<DeliveryNote>, description = "Delivery note",
        example = json!(Envelope::new(example())))))]
pub(crate) async fn get_delivery_note(
    State(state): State<AppState>,
    member: Member,
    number: PathOf<OrderNumber>,
) -> ApiResult<Envelope<DeliveryNote>> {
    let order = read(&state, &member, number).await?;
    let language = member.session.language.unwrap_or(state.default_language);
    let lines = order.items.iter().map(|item| DeliveryNoteLine {
        line: pick_line(item, language),
        unit_price: item.unit_price.clone(),
        subtotal: item.subtotal.clone(),
    });
    let note = DeliveryNote {
        lines: lines.collect(),
        shipping_address: order.shipping_address.clone(),
        delivery_price: order.delivery_price.clone(),
        total_amount: order.row.total_amount.clone(),
        paid_amount: order.row.paid_amount.clone(),
        balance: order.row.balance.clone(),
        head: head(&state, &member, order).await,
    };
    Ok(Envelope::new(note))
}

async fn read(state: &AppState, member: &Member, number: PathOf<OrderNumber>) -> ApiResult<DeskOrder> {
    let order_number = number.get(NOT_FOUND)?.into_string();
    let request = member.request(GetDeskOrderRequest { order_number });
    let response = state.clients.desk_order.clone().get_desk_order(request).await?;
    convert(state, member, response.into_inner().order).await
}

async fn head(state: &AppState, member: &Member, order: DeskOrder) -> PaperHead {
    let me = member.session.user_id.to_string();
    let names = state
        .desk
        .people
        .names(&state.clients, &member.caller, [me.as_str()])
        .await;
    PaperHead {
        order_number: order.row.order_number,
        order_date: order.row.order_date,
        status: order.row.status,
        customer_name: order.row.customer.name,
        delivery: order.row.delivery,
        printed_at: convert::rfc3339(kit::clock::now()),
        printed_by: names.person(&me),
        company: state.company_details.to_vec(),
    }
}

fn pick_line(item: &DeskOrderItem, language: Language) -> PickLine {
    let name = match language {
        Language::Az => &item.product_name_az,
        Language::Ru => &item.product_name_ru,
        Language::En => &item.product_name_en,
    };
    PickLine {
        code: item.code.clone(),
        name: name.clone(),
        detail: item.detail.clone(),
        image_url: item.product_image.clone(),
        quantity: item.quantity,
        is_picked: item.product_id.is_some() && !item.is_made_to_order,
    }
}
