//! The facts of an order in lists.

use kit::domain::Language;
use proto::order::v1::{self as wire, DeskOrderRow};
use serde_json::{Value, json};

use crate::{
    convert::{self, Amount, Day, Instant},
    desk::Member,
    people::{Names, Person},
    routes::visit::Visit,
    state::AppState,
    words::{DeliveryMethod, LanguageCode, OrderSource, OrderStatus, PaymentStatus},
};

/// Plan of a delivery, in Asia/Baku.
#[response]
#[derive(Debug, Clone)]
pub(crate) struct Delivery {
    /// Method.
    method: DeliveryMethod,
    /// Day.
    on: Option<Day>,
    /// Beginning of the time of day.
    from: Option<String>,
    /// End of the time of day.
    to: Option<String>,
    /// Names of the crew.
    crew: String,
    /// Note for the crew.
    note: String,
}

impl From<wire::Delivery> for Delivery {
    fn from(delivery: wire::Delivery) -> Self {
        Self {
            method: DeliveryMethod::of_number(delivery.method),
            on: convert::non_empty(delivery.on),
            from: convert::non_empty(delivery.from),
            to: convert::non_empty(delivery.to),
            crew: delivery.crew,
            note: delivery.note,
        }
    }
}

/// The customer of an order.
#[response]
#[derive(Debug, Clone)]
pub(crate) struct OrderCustomer {
    /// UUID of the customer at the desk; `null` if it is unknown.
    id: Option<String>,
    /// Full name.
    pub(super) name: Option<String>,
    /// Phone with country code.
    phone: Option<String>,
    /// E-mail; `null` if there is none or the role may not see it.
    email: Option<String>,
}

/// Another order of the same phone or e-mail.
#[response]
#[derive(Debug, Clone)]
pub(crate) struct OtherOrder {
    /// Number.
    order_number: String,
    /// Status.
    status: OrderStatus,
    /// Amount in AZN.
    total_amount: Amount,
    /// RFC 3339.
    order_date: Instant,
}

/// Order in a list.
#[response]
#[derive(Debug, Clone)]
#[schema(as = OrderRow)]
pub(crate) struct OrderRow {
    /// UUID.
    id: String,
    /// Number.
    pub(super) order_number: String,
    /// RFC 3339.
    pub(super) order_date: Instant,
    pub(super) status: OrderStatus,
    payment_status: PaymentStatus,
    /// Amount in AZN, with the delivery.
    pub(super) total_amount: Amount,
    /// Amount received in AZN.
    pub(super) paid_amount: Amount,
    /// Amount returned in AZN.
    refunded_amount: Amount,
    /// Amount owed in AZN.
    pub(super) balance: Amount,
    /// Origin.
    source: OrderSource,
    /// UUID of the accepted offer.
    offer_id: Option<String>,
    /// Number of the accepted offer.
    offer_number: Option<String>,
    /// Number of the quote.
    quote_number: Option<String>,
    /// UUID of the account.
    user_id: Option<String>,
    /// Language.
    language: LanguageCode,
    pub(super) customer: OrderCustomer,
    /// City of the delivery.
    city: String,
    /// Number of lines.
    items_count: u32,
    /// Image of the first line.
    image_url: Option<String>,
    /// Assignee; `null` = unassigned.
    assignee: Option<Person>,
    /// `null` until it is planned.
    pub(super) delivery: Option<Delivery>,
    /// How the customer came to the shop; `null` = unknown. Without source, campaign and path once wiped.
    visit: Option<Visit>,
    /// Version of the record.
    version: i64,
    /// Author of the last change; `null` for the system or the customer.
    changed_by: Option<Person>,
    /// RFC 3339.
    changed_at: Option<Instant>,
}

impl From<OrderRow> for OtherOrder {
    fn from(order: OrderRow) -> Self {
        Self {
            order_number: order.order_number,
            status: order.status,
            total_amount: order.total_amount,
            order_date: order.order_date,
        }
    }
}

impl From<wire::OtherOrder> for OtherOrder {
    fn from(order: wire::OtherOrder) -> Self {
        Self {
            status: order.status().into(),
            order_number: order.order_number,
            total_amount: convert::amount(order.total_minor),
            order_date: convert::moment(order.ordered_at).unwrap_or_default(),
        }
    }
}

impl OrderRow {
    /// The OpenAPI example.
    pub(super) fn example() -> Value {
        json!({
            "id": "01936b2e-7c00-7000-8000-000000000301", "orderNumber": "SB-4K7Q2M0X",
            "orderDate": "2026-11-16T07:20:00Z", "status": "Processing", "paymentStatus": "Processing",
            "totalAmount": 1062.12, "paidAmount": 400, "refundedAmount": 0, "balance": 662.12,
            "source": "website", "offerId": null, "offerNumber": null, "quoteNumber": null,
            "userId": "01936b2e-7c00-7000-8000-000000000009", "language": "az",
            "customer": {"id": null, "name": "Rauf Mirzəyev", "phone": "+994500195510", "email": "rauf@example.com"},
            "city": "Bakı", "itemsCount": 1, "imageUrl": "/images/products/SK-101/1.webp",
            "assignee": Person::example(),
            "delivery": {"method": "delivery", "on": "2026-11-25", "from": "10:00", "to": "14:00",
                "crew": "Elçin, Murad", "note": "4-cü mərtəbə"}, "visit": Visit::example(),
            "version": 5, "changedBy": Person::example(), "changedAt": "2026-11-18T11:12:00Z",
        })
    }

    /// Converts the facts of an order.
    pub(super) fn new(row: DeskOrderRow, names: &Names) -> Self {
        Self {
            status: row.status().into(),
            payment_status: row.payment_status().into(),
            source: OrderSource::of_number(row.source),
            language: LanguageCode::of_number_or(row.language, Language::Az),
            id: row.id,
            order_number: row.order_number,
            order_date: convert::moment(row.ordered_at).unwrap_or_default(),
            total_amount: convert::amount(row.total_minor),
            paid_amount: convert::amount(row.paid_minor),
            refunded_amount: convert::amount(row.refunded_minor),
            balance: convert::amount(row.balance_minor),
            offer_id: convert::non_empty(row.offer_id),
            offer_number: convert::non_empty(row.offer_number),
            quote_number: convert::non_empty(row.quote_number),
            user_id: convert::non_empty(row.user_id),
            customer: OrderCustomer {
                id: None,
                name: convert::non_empty(row.customer_name),
                phone: convert::non_empty(row.customer_phone),
                email: convert::non_empty(row.customer_email),
            },
            city: row.city,
            items_count: row.item_count,
            image_url: convert::non_empty(row.image),
            assignee: names.person(&row.assignee),
            delivery: row.delivery.map(Into::into),
            visit: row.visit.map(Into::into),
            version: row.version,
            changed_by: names.person(&row.changed_by),
            changed_at: convert::moment(row.changed_at),
        }
    }
}

/// Returns the rows of orders with the names of their people.
///
/// # Errors
///
/// Fails if the names cannot be loaded.
pub(in crate::routes::desk) async fn rows(
    state: &AppState,
    member: &Member,
    orders: Vec<DeskOrderRow>,
) -> Vec<OrderRow> {
    let names = state
        .desk
        .people
        .names(&state.clients, &member.caller, orders.iter().flat_map(actors))
        .await;
    orders
        .into_iter()
        .map(|order| OrderRow::new(order, &names))
        .collect()
}

/// Returns the actors of a row.
pub(super) fn actors(row: &DeskOrderRow) -> [&str; 2] {
    [&row.assignee, &row.changed_by]
}
