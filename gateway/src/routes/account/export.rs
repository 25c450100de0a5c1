//! `GET account/export`.

use std::collections::HashMap;

use axum::{
    extract::State,
    response::{IntoResponse as _, Response},
};
use http::header::{CONTENT_DISPOSITION, HeaderValue};
use kit::{domain::Language, vocabulary::inquiry::Kind};
use proto::{
    account::v1::{self as account, ExportAccountRequest},
    cart::v1::GetCartRequest,
    common::v1::Page,
    inquiry::v1::{self as inquiry, ListOwnInquiriesRequest},
    order::v1::{self as order, ListOrdersRequest},
};

use super::addresses::Address;
use crate::{
    convert::{self, Instant},
    envelope::Envelope,
    error::ApiResult,
    extract::Customer,
    openapi::ErrorResponse,
    routes::{
        conversations::{self, MessageSide, Photo},
        measures::{self, Measures},
        orders::order::{Order, PostalAddress},
        visit::Visit,
    },
    state::AppState,
    words::{InquiryKind, LanguageCode, MeasuresOf, Measuring},
};

/// Size of the pages that are requested from the services.
const PAGE_SIZE: u32 = 100;

/// Maximum pages of orders and of inquiries.
const MAX_PAGES: u32 = 100;

/// Name of the file that browsers save.
const FILE: HeaderValue = HeaderValue::from_static("attachment; filename=\"my-data.json\"");

/// All data that the shop keeps of the customer, except hashes of passwords and tokens.
#[response]
pub(crate) struct AccountExport {
    name: String,
    lastname: String,
    email: String,
    email_verified: bool,
    /// Language of mails.
    language: LanguageCode,
    /// Personal discount in percent, 0 = none.
    discount: u32,
    /// Time of the registration, as RFC 3339 timestamp in UTC.
    registered_at: Instant,
    addresses: Vec<Address>,
    /// Newest first.
    wishlist: Vec<ExportedWish>,
    cart: Vec<ExportedLine>,
    /// Newest first.
    orders: Vec<ExportedOrder>,
    /// Quote requests and messages that were sent while signed in, newest first.
    inquiries: Vec<ExportedInquiry>,
    /// Sign-ins whose sessions are kept, newest first.
    sessions: Vec<ExportedSession>,
}

/// Product on the wishlist.
#[response]
pub(crate) struct ExportedWish {
    product_id: i64,
    /// RFC 3339 timestamp in UTC.
    added_at: Instant,
}

/// Product in the cart.
#[response]
pub(crate) struct ExportedLine {
    product_id: i64,
    quantity: u32,
}

/// Order with its addresses.
#[response]
pub(crate) struct ExportedOrder {
    #[serde(flatten)]
    order: Order,
    shipping_address: PostalAddress,
    billing_address: PostalAddress,
    /// How the customer came to the shop; `null` = unknown.
    visit: Option<Visit>,
}

/// Quote request, message or request for the brochure.
#[response]
pub(crate) struct ExportedInquiry {
    /// Human-readable number.
    number: String,
    /// Kind.
    kind: InquiryKind,
    /// RFC 3339 timestamp in UTC.
    created_at: Instant,
    name: String,
    /// Last name; empty if the form has a single name field.
    surname: String,
    phone: String,
    email: String,
    /// Message; empty for kinds without one.
    message: String,
    /// Product of a quote request.
    product_id: Option<i64>,
    quantity: Option<u32>,
    /// Colour; empty if none was chosen.
    color: String,
    /// All pieces of a quote request.
    items: Vec<ExportedItem>,
    /// Messages of its conversation, oldest first.
    messages: Vec<ExportedMessage>,
    /// How the customer came to the shop; `null` = unknown.
    visit: Option<Visit>,
}

/// Message of a conversation.
#[response]
pub(crate) struct ExportedMessage {
    side: MessageSide,
    text: String,
    photos: Vec<Photo>,
    /// RFC 3339 timestamp in UTC.
    created_at: Instant,
}

impl From<inquiry::ConversationMessage> for ExportedMessage {
    fn from(message: inquiry::ConversationMessage) -> Self {
        Self {
            side: conversations::side(message.is_from_staff),
            text: message.text,
            photos: message.files.into_iter().map(Into::into).collect(),
            created_at: convert::precise(message.created_at),
        }
    }
}

/// Piece of a quote request.
#[response]
pub(crate) struct ExportedItem {
    /// `null` for a designed piece without a product.
    product_id: Option<i64>,
    /// Code of the design of the piece; `null` without one.
    design_code: Option<String>,
    quantity: Option<u32>,
    /// Colour; empty if none was chosen.
    color: String,
    /// Size.
    measuring: Measuring,
    measures: Option<Measures>,
    /// Object of the measures.
    measures_of: MeasuresOf,
    /// Remark; empty if there is none.
    note: String,
}

/// Sign-in with its sessions.
#[response]
#[expect(clippy::struct_field_names, reason = "names of the public API")]
pub(crate) struct ExportedSession {
    /// RFC 3339 timestamp in UTC.
    signed_in_at: Instant,
    /// RFC 3339 timestamp in UTC.
    last_used_at: Instant,
    /// Time of the sign-out, as RFC 3339 timestamp in UTC; `null` while signed in.
    ended_at: Option<Instant>,
}

impl ExportedOrder {
    fn new(mut order: order::Order, default: Language) -> Self {
        let shipping = order.shipping_address.take().unwrap_or_default();
        let billing = order.billing_address.take().unwrap_or_default();
        let visit = order.visit.take();
        Self {
            order: Order::new(order, default),
            shipping_address: shipping.into(),
            billing_address: billing.into(),
            visit: visit.map(Into::into),
        }
    }
}

impl ExportedInquiry {
    fn new(inquiry: inquiry::Inquiry, messages: Vec<inquiry::ConversationMessage>) -> Self {
        let sender = inquiry.sender.unwrap_or_default();
        let product = inquiry.product.as_ref();
        Self {
            number: inquiry.number,
            kind: InquiryKind::of_number_or(inquiry.kind, Kind::Contact),
            created_at: convert::precise(inquiry.created_at),
            name: sender.name,
            surname: sender.surname,
            phone: sender.phone,
            email: sender.email,
            message: sender.message,
            product_id: product.map(|product| product.product_id).filter(|&id| id != 0),
            quantity: product.and_then(|product| product.quantity),
            color: product.map(|product| product.color.clone()).unwrap_or_default(),
            items: inquiry.items.into_iter().map(Into::into).collect(),
            messages: messages.into_iter().map(Into::into).collect(),
            visit: inquiry.visit.map(Into::into),
        }
    }
}

impl From<inquiry::QuoteItem> for ExportedItem {
    fn from(item: inquiry::QuoteItem) -> Self {
        let product = item.product.unwrap_or_default();
        Self {
            product_id: Some(product.product_id).filter(|&id| id != 0),
            design_code: item.design.map(|design| design.code),
            quantity: product.quantity,
            color: product.color,
            measuring: Measuring::of_text(item.measuring),
            measures: item.measures.map(Into::into),
            measures_of: measures::measures_of(item.measures_of),
            note: item.note,
        }
    }
}

impl From<account::ExportedSession> for ExportedSession {
    fn from(session: account::ExportedSession) -> Self {
        Self {
            signed_in_at: convert::precise(session.signed_in_at),
            last_used_at: convert::precise(session.last_used_at),
            ended_at: session.ended_at.map(|ended_at| convert::precise(Some(ended_at))),
        }
    }
}

/// Returns all data that the shop keeps of the customer, as a file.
#[utoipa::path(get, path = "/account/export", tag = "account", security(("session" = [])),
    responses((status = 200, body = Envelope<AccountExport>, description = "Data of the customer",
        headers(("Content-Disposition" = String, description = "Name of the file")),
        example = json!({"success": true, "message": null, "data": {
            "name": "Leyla", "lastname": "Nümunə", "email": "leyla@example.com", "emailVerified": true, "language": "az", "discount": 0,
            "registeredAt": "2026-11-20T10:00:00Z", "addresses": [], "wishlist": [],
            "cart": [{"productId": 1, "quantity": 2}], "orders": [], "inquiries": [],
            "sessions": [{"signedInAt": "2026-11-20T10:00:00Z", "lastUsedAt": "2026-11-20T10:00:00Z",
                "endedAt": null}]}})),
        ErrorResponse::<429>))]
pub(crate) async fn export_account(State(state): State<AppState>, customer: Customer) -> ApiResult<Response> {
    // Counts the export before the other services are asked.
    let account = state
        .clients
        .account
        .clone()
        .export_account(customer.request(ExportAccountRequest {}))
        .await?
        .into_inner();
    let (cart, orders, inquiries) = tokio::try_join!(
        cart(&state, &customer),
        orders(&state, &customer),
        inquiries(&state, &customer),
    )?;
    let export = AccountExport {
        name: account.name,
        lastname: account.lastname,
        email: account.email,
        email_verified: account.email_verified,
        language: LanguageCode::of_number_or(account.language, Language::Az),
        discount: account.discount_percent,
        registered_at: convert::precise(account.created_at),
        addresses: account.addresses.into_iter().map(Into::into).collect(),
        wishlist: account
            .wishes
            .into_iter()
            .map(|wish| ExportedWish {
                product_id: wish.product_id,
                added_at: convert::precise(wish.added_at),
            })
            .collect(),
        cart,
        orders,
        inquiries,
        sessions: account.sessions.into_iter().map(Into::into).collect(),
    };
    Ok(([(CONTENT_DISPOSITION, FILE)], Envelope::new(export)).into_response())
}

async fn cart(state: &AppState, customer: &Customer) -> ApiResult<Vec<ExportedLine>> {
    let request = customer.request(GetCartRequest {});
    let response = state.clients.cart.clone().get_cart(request).await?.into_inner();
    let items = response.cart.map(|cart| cart.items).unwrap_or_default();
    Ok(items
        .into_iter()
        .map(|item| ExportedLine {
            product_id: item.product_id,
            quantity: item.quantity,
        })
        .collect())
}

async fn orders(state: &AppState, customer: &Customer) -> ApiResult<Vec<ExportedOrder>> {
    let mut client = state.clients.order.clone();
    let mut exported = Vec::new();
    for number in 1..=MAX_PAGES {
        let request = customer.request(ListOrdersRequest {
            page: Some(page(number)),
            ..ListOrdersRequest::default()
        });
        let orders = client.list_orders(request).await?.into_inner().orders;
        let is_last = is_last(orders.len());
        exported.extend(
            orders
                .into_iter()
                .map(|order| ExportedOrder::new(order, state.default_language)),
        );
        if is_last {
            break;
        }
    }
    Ok(exported)
}

async fn inquiries(state: &AppState, customer: &Customer) -> ApiResult<Vec<ExportedInquiry>> {
    let mut client = state.clients.inquiry.clone();
    let mut exported = Vec::new();
    for number in 1..=MAX_PAGES {
        let request = customer.request(ListOwnInquiriesRequest {
            page: Some(page(number)),
        });
        let response = client.list_own_inquiries(request).await?.into_inner();
        let conversations = response.conversations.into_iter();
        let mut messages: HashMap<_, _> = conversations
            .map(|conversation| (conversation.number, conversation.messages))
            .collect();
        let is_last = is_last(response.inquiries.len());
        exported.extend(response.inquiries.into_iter().map(|inquiry| {
            let messages = messages.remove(&inquiry.number).unwrap_or_default();
            ExportedInquiry::new(inquiry, messages)
        }));
        if is_last {
            break;
        }
    }
    Ok(exported)
}

const fn page(number: u32) -> Page {
    Page {
        number,
        size: PAGE_SIZE,
    }
}

/// Returns whether a page of this length is the last one.
fn is_last(length: usize) -> bool {
    u32::try_from(length).is_ok_and(|length| length < PAGE_SIZE)
}
