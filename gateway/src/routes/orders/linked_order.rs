//! The order as the page of its link shows it.

use axum::extract::State;
use kit::{
    caller::Caller,
    domain::Language,
    failure::{Code, Failure},
    grpc::{client::on_behalf_of, with_timeout},
    validation::FieldErrors,
    vocabulary::order::DeliveryMethod as Method,
};
use proto::{
    inquiry::v1::GetConversationTokenRequest,
    order::v1::{self as wire, RequestOrderLinkRequest, ViewOrderRequest, linked_order_event::What},
};
use serde_json::{Value, json};

use crate::{
    convert::{self, Amount, Day, Instant},
    envelope::{Acknowledgement, Envelope},
    error::ApiResult,
    extract::{Input, Json},
    layers::limits::SERVICES_TIMEOUT,
    openapi::ErrorResponse,
    routes::visitor::{LinkToken, Visitor},
    senders::Sender,
    state::AppState,
    words::{CancellationReason, DeliveryMethod, LanguageCode, OrderStatus, PaymentStatus, Word},
};

/// Order as the page of its link shows it, without phone, e-mail, surname and house.
#[response]
#[derive(Debug, Clone)]
pub(crate) struct LinkedOrder {
    /// Human-readable order number.
    order_number: String,
    /// RFC 3339 timestamp in UTC.
    order_date: Instant,
    status: OrderStatus,
    payment_status: PaymentStatus,
    /// Language of the order.
    language: Option<LanguageCode>,
    /// Number of the accepted offer.
    offer_number: Option<String>,
    /// First name of the recipient.
    customer_name: Option<String>,
    items: Vec<LinkedOrderItem>,
    /// Price of the delivery in AZN, part of the total.
    delivery_price: Amount,
    /// Amount in AZN, with the delivery.
    total_amount: Amount,
    /// Amount received less the amount returned, in AZN.
    paid_amount: Amount,
    /// Amount left to pay in AZN.
    balance: Amount,
    /// `null` until it is planned.
    delivery: Option<LinkedDelivery>,
    city: Option<String>,
    /// Always `null`: no part of a typed street is safe to show.
    street: Option<String>,
    /// Status history, oldest first.
    steps: Vec<LinkedStep>,
    /// Events, oldest first.
    history: Vec<LinkedOrderEvent>,
    /// Assignee, for questions; `null` if the order is unassigned or the assignee is unknown.
    contact: Option<Sender>,
    /// Whether the order belongs to an account.
    has_account: bool,
    /// Token of the conversation about the accepted offer; `null` without one.
    conversation_token: Option<String>,
}

/// Line of an order by a link, as of the time of the order.
#[response]
#[derive(Debug, Clone)]
pub(crate) struct LinkedOrderItem {
    /// `null` on a line that is not from the catalog.
    product_id: Option<i64>,
    product_name: String,
    product_name_az: String,
    product_name_ru: String,
    product_name_en: String,
    product_image: Option<String>,
    /// Details such as sizes.
    detail: Option<String>,
    quantity: u32,
    /// Unit price before the discount, in AZN; `null` if it is unknown.
    list_price: Option<Amount>,
    /// Unit price after the discount, in AZN.
    unit_price: Amount,
    /// Amount in AZN.
    subtotal: Amount,
    /// Whether the line is made for this order.
    is_made_to_order: bool,
    /// Code of the piece's design; `null` without one.
    design_code: Option<String>,
}

/// Planned delivery of an order, in Asia/Baku.
#[response]
#[derive(Debug, Clone)]
pub(crate) struct LinkedDelivery {
    /// Method.
    method: DeliveryMethod,
    /// Day.
    on: Option<Day>,
    /// Beginning of the time of day.
    from: Option<String>,
    /// End of the time of day.
    to: Option<String>,
}

/// Entry of the status history of an order.
#[response]
#[derive(Debug, Clone)]
pub(crate) struct LinkedStep {
    status: OrderStatus,
    /// RFC 3339 timestamp in UTC.
    at: Instant,
}

kit::words! {
    /// Kind of an event of an order.
    pub(crate) enum LinkedEventKind("LinkedEventKind") {
        /// New status.
        Status = "status",
        /// Payment of the customer.
        Paid = "paid",
        /// Payment to the customer.
        Returned = "returned",
        /// New plan of the delivery.
        Delivery = "delivery",
    }
}

type LinkedEventKindWord = Word<LinkedEventKind>;

/// Event of an order.
#[response]
#[derive(Debug, Clone)]
pub(crate) struct LinkedOrderEvent {
    /// RFC 3339 timestamp in UTC.
    at: Instant,
    /// Kind.
    kind: LinkedEventKindWord,
    /// New status; only of the kind `status`.
    status: Option<OrderStatus>,
    /// Reason of a cancellation, if it was recorded.
    reason: Option<CancellationReason>,
    /// Amount in AZN; only of the kinds `paid` and `returned`.
    amount: Option<Amount>,
    /// New plan; only of the kind `delivery`.
    delivery: Option<LinkedDelivery>,
}

impl LinkedOrder {
    /// The OpenAPI example.
    pub(super) fn example() -> Value {
        let delivery = json!({"method": "delivery", "on": "2026-12-22", "from": "10:00", "to": "14:00"});
        json!({
            "orderNumber": "SB-4K7Q2M0X", "orderDate": "2026-11-23T11:04:00Z", "status": "Processing",
            "paymentStatus": "Processing", "language": "az", "offerNumber": "ST-3V8N1C5T", "customerName": "Leyla",
            "items": [{
                "productId": 1, "productName": "Oak wardrobe, three doors",
                "productNameAz": "Palıd şkaf, üç qapılı", "productNameRu": "Шкаф дубовый, три двери",
                "productNameEn": "Oak wardrobe, three doors", "productImage": "/images/products/sk-101/1-960.webp",
                "detail": "180 × 60 × 250 sm, tünd palıd", "quantity": 1, "listPrice": 1486.00, "unitPrice": 1486.00,
                "subtotal": 1486.00, "isMadeToOrder": true, "designCode": null,
            }],
            "deliveryPrice": 0.00, "totalAmount": 1486.00, "paidAmount": 445.80, "balance": 1040.20,
            "delivery": delivery, "city": "Bakı", "street": null,
            "steps": [{"status": "Pending", "at": "2026-11-23T11:04:00Z"},
                {"status": "Processing", "at": "2026-11-25T06:20:00Z"}],
            "history": [
                {"at": "2026-11-23T11:04:00Z", "kind": "status", "status": "Pending", "reason": null, "amount": null,
                    "delivery": null},
                {"at": "2026-11-25T06:10:00Z", "kind": "paid", "status": null, "reason": null, "amount": 445.80,
                    "delivery": null},
            ],
            "contact": {"name": "Nigar Əliyeva", "phone": "+994500001122"}, "hasAccount": false,
            "conversationToken": "SQ-7Q2M04XK.k3J9wQ7dYx2LmT0aVb5cZg",
        })
    }
}

/// Converts the order of a response, with the staff member to ask.
pub(super) async fn respond(state: &AppState, order: Option<wire::LinkedOrder>) -> ApiResult<LinkedOrder> {
    let order =
        order.ok_or_else(|| Failure::new(Code::Internal).with_source("order responded without an order"))?;
    let (contact, conversation_token) = tokio::join!(
        state.desk.senders.get(&state.clients, &order.assignee),
        conversation_token(state, &order.offer_number)
    );
    let default = state.default_language;
    Ok(LinkedOrder {
        status: order.status().into(),
        payment_status: order.payment_status().into(),
        language: LanguageCode::of_optional_number(order.language),
        order_number: order.order_number,
        order_date: convert::precise(order.ordered_at),
        offer_number: convert::non_empty(order.offer_number),
        customer_name: convert::non_empty(order.customer_name),
        items: order
            .lines
            .into_iter()
            .map(|line| LinkedOrderItem::new(line, default))
            .collect(),
        delivery_price: convert::amount(order.delivery_price_minor),
        total_amount: convert::amount(order.total_minor),
        paid_amount: convert::amount(order.paid_minor),
        balance: convert::amount(order.balance_minor),
        delivery: order.delivery.map(Into::into),
        city: convert::non_empty(order.city),
        street: convert::non_empty(order.street),
        steps: order
            .steps
            .into_iter()
            .map(|step| LinkedStep {
                status: step.status().into(),
                at: convert::precise(step.at),
            })
            .collect(),
        history: order.history.into_iter().filter_map(event).collect(),
        contact,
        has_account: order.has_account,
        conversation_token,
    })
}

/// Returns the token of the conversation about an offer; `None` without an offer, once it is wiped, and while inquiry does not
/// answer.
async fn conversation_token(state: &AppState, offer_number: &str) -> Option<String> {
    if offer_number.is_empty() {
        return None;
    }
    let request = GetConversationTokenRequest {
        offer_number: offer_number.to_owned(),
    };
    let request = on_behalf_of(&Caller::anonymous(state.default_language), request);
    let mut client = state.clients.conversations.clone();
    let response = with_timeout(SERVICES_TIMEOUT, client.get_conversation_token(request)).await;
    convert::non_empty(response.ok()?.into_inner().token)
}

impl LinkedOrderItem {
    fn new(line: wire::LinkedOrderLine, default: Language) -> Self {
        let name = convert::localized(line.product_name);
        Self {
            product_id: line.product_id,
            product_name: convert::base_text(&name, default),
            product_name_az: name.az,
            product_name_ru: name.ru,
            product_name_en: name.en,
            product_image: convert::non_empty(line.product_image),
            detail: convert::non_empty(line.detail),
            quantity: line.quantity,
            list_price: line.list_price_minor.map(convert::amount),
            unit_price: convert::amount(line.unit_price_minor),
            subtotal: convert::amount(line.subtotal_minor),
            is_made_to_order: line.is_made_to_order,
            design_code: convert::non_empty(line.design_code),
        }
    }
}

impl From<wire::Delivery> for LinkedDelivery {
    fn from(delivery: wire::Delivery) -> Self {
        Self {
            method: DeliveryMethod::of_number_or(delivery.method, Method::Delivery),
            on: convert::non_empty(delivery.on),
            from: convert::non_empty(delivery.from),
            to: convert::non_empty(delivery.to),
        }
    }
}

impl From<wire::PlannedDelivery> for LinkedDelivery {
    fn from(delivery: wire::PlannedDelivery) -> Self {
        let method = if delivery.is_pickup {
            Method::Pickup
        } else {
            Method::Delivery
        };
        Self {
            method: method.into(),
            on: convert::non_empty(delivery.on),
            from: convert::non_empty(delivery.from),
            to: convert::non_empty(delivery.to),
        }
    }
}

/// Converts an event; `None` for one of a kind that this version does not know.
fn event(event: wire::LinkedOrderEvent) -> Option<LinkedOrderEvent> {
    let happened = LinkedOrderEvent {
        at: convert::precise(event.at),
        kind: LinkedEventKind::Status.into(),
        status: None,
        reason: None,
        amount: None,
        delivery: None,
    };
    Some(match event.what? {
        What::Status(entry) => LinkedOrderEvent {
            kind: LinkedEventKind::Status.into(),
            status: Some(entry.status().into()),
            reason: CancellationReason::of_optional_number(entry.reason),
            ..happened
        },
        What::PaidMinor(amount) => LinkedOrderEvent {
            kind: LinkedEventKind::Paid.into(),
            amount: Some(convert::amount(amount)),
            ..happened
        },
        What::ReturnedMinor(amount) => LinkedOrderEvent {
            kind: LinkedEventKind::Returned.into(),
            amount: Some(convert::amount(amount)),
            ..happened
        },
        What::Delivery(plan) => LinkedOrderEvent {
            kind: LinkedEventKind::Delivery.into(),
            delivery: Some(plan.into()),
            ..happened
        },
    })
}

/// Message key of a wrong or expired token.
pub(in crate::routes) const LINK_DEAD: &str = "ORDER.LINK_DEAD";

/// Returns the order of a link. A link is valid until 90 days after the order was completed or cancelled. At most 300
/// calls, and 30 wrong tokens, of an address in 10 minutes.
#[utoipa::path(post, path = "/orders/view", tag = "orders",
    request_body(content = LinkToken, example = json!({"token": "SB-4K7Q2M0X.k3J9wQ7dYx2LmT0aVb5cZg"})),
    responses((status = 200, body = Envelope<LinkedOrder>, description = "Order",
        example = json!(Envelope::new(LinkedOrder::example()))),
        ErrorResponse::<404>, ErrorResponse::<429>))]
pub(crate) async fn view_order(
    State(state): State<AppState>,
    visitor: Visitor,
    Json(body): Json<LinkToken>,
) -> ApiResult<Envelope<LinkedOrder>> {
    let token = body.into_token()?;
    visitor.check(&state, &token, LINK_DEAD)?;
    let request = visitor.request(ViewOrderRequest { token });
    match state.clients.order_link.clone().view_order(request).await {
        Ok(response) => Ok(Envelope::new(respond(&state, response.into_inner().order).await?)),
        Err(status) => Err(visitor.refused(&state, status.into())),
    }
}

/// Request for the link of an order.
#[request]
pub(crate) struct RequestOrderLink {
    /// Order number, in any case.
    #[schema(required, min_length = 1, max_length = 20)]
    number: Input<String>,
    /// E-mail of the order.
    #[schema(required)]
    email: Input<String>,
}

impl RequestOrderLink {
    fn into_message(self) -> Result<RequestOrderLinkRequest, Failure> {
        let mut errors = FieldErrors::default();
        let message = RequestOrderLinkRequest {
            order_number: self.number.required(&mut errors, "number").unwrap_or_default(),
            email: self.email.required(&mut errors, "email").unwrap_or_default(),
            client_address: String::new(),
        };
        errors.finish(Some(message))
    }
}

/// Mails the link of an order to its customer, if the e-mail is that of the order. The response does not reveal whether
/// the order exists. At most 5 calls of an address in an hour.
#[utoipa::path(post, path = "/orders/link", tag = "orders",
    request_body(content = RequestOrderLink, example = json!({"number": "SB-4K7Q2M0X", "email": "leyla@example.com"})),
    responses((status = 200, body = Acknowledgement, description = "Accepted", example = Acknowledgement::success),
        ErrorResponse::<429>))]
pub(crate) async fn request_order_link(
    State(state): State<AppState>,
    visitor: Visitor,
    Json(body): Json<RequestOrderLink>,
) -> ApiResult<Acknowledgement> {
    let message = body.into_message()?;
    let request = visitor.request(RequestOrderLinkRequest {
        client_address: visitor.address().to_owned(),
        ..message
    });
    state
        .clients
        .order_link
        .clone()
        .request_order_link(request)
        .await?;
    Ok(Acknowledgement::success())
}
