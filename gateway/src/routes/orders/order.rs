//! JSON of orders.

use kit::domain::Language;
use proto::order::v1 as proto_order;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use utoipa::ToSchema;

use crate::{
    convert::{self, Amount, Instant},
    words::{OrderStatus, PaymentStatus},
};

/// Order.
#[response]
#[derive(Debug, Clone)]
#[expect(clippy::struct_field_names, reason = "names of the public API")]
pub(crate) struct Order {
    /// UUID.
    id: String,
    /// Human-readable order number.
    order_number: String,
    /// RFC 3339 timestamp in UTC.
    order_date: Instant,
    status: OrderStatus,
    payment_status: PaymentStatus,
    /// Amount in AZN.
    total_amount: Amount,
    /// Amount received in AZN.
    paid_amount: Amount,
    /// Amount returned in AZN.
    refunded_amount: Amount,
    /// Amount left to pay in AZN.
    balance: Amount,
    items: Vec<OrderItem>,
}

/// Entry of the status history of an order.
#[response]
#[derive(Debug, Clone)]
pub(in crate::routes) struct StatusStep {
    status: OrderStatus,
    /// RFC 3339.
    at: Instant,
}

impl From<proto_order::HistoryEntry> for StatusStep {
    fn from(entry: proto_order::HistoryEntry) -> Self {
        Self {
            status: entry.status().into(),
            at: convert::moment(entry.at).unwrap_or_default(),
        }
    }
}

/// Order line, as of the time of the order.
#[response]
#[derive(Debug, Clone)]
pub(crate) struct OrderItem {
    product_id: i64,
    product_name: String,
    product_name_az: String,
    product_name_ru: String,
    product_name_en: String,
    product_image: Option<String>,
    quantity: u32,
    /// Unit price after the discount, in AZN.
    unit_price: Amount,
    /// Amount in AZN.
    subtotal: Amount,
    /// Code of the piece's design; `null` without one.
    design_code: Option<String>,
}

impl Order {
    /// Base texts are in the default language.
    pub(crate) fn new(order: proto_order::Order, default: Language) -> Self {
        Self {
            status: order.status().into(),
            payment_status: order.payment_status().into(),
            id: order.id,
            order_number: order.order_number,
            order_date: convert::precise(order.ordered_at),
            total_amount: convert::amount(order.total_minor),
            paid_amount: convert::amount(order.paid_minor),
            refunded_amount: convert::amount(order.refunded_minor),
            balance: convert::amount(order.balance_minor),
            items: order
                .items
                .into_iter()
                .map(|item| OrderItem::new(item, default))
                .collect(),
        }
    }

    /// The OpenAPI example.
    pub(crate) fn example(status: kit::vocabulary::order::Status) -> Value {
        json!({
            "id": "01936b2e-7c00-7000-8000-000000000001", "orderNumber": "SB-7Q2M04XK",
            "orderDate": "2026-11-20T10:00:00Z", "status": OrderStatus::from(status), "paymentStatus": "Pending",
            "totalAmount": 2124.24, "paidAmount": 0, "refundedAmount": 0, "balance": 2124.24, "items": [{
                "productId": 1, "productName": "Oak wardrobe, three doors",
                "productNameAz": "Palıd şkaf, üç qapılı", "productNameRu": "Шкаф дубовый, три двери",
                "productNameEn": "Oak wardrobe, three doors", "productImage": "/images/products/sk-101/1-960.webp",
                "quantity": 2, "unitPrice": 1062.12, "subtotal": 2124.24, "designCode": null,
            }],
        })
    }
}

impl OrderItem {
    fn new(item: proto_order::OrderItem, default: Language) -> Self {
        let name = convert::localized(item.product_name);
        Self {
            product_id: item.product_id,
            product_name: convert::base_text(&name, default),
            product_name_az: name.az,
            product_name_ru: name.ru,
            product_name_en: name.en,
            product_image: convert::non_empty(item.product_image),
            quantity: item.quantity,
            unit_price: convert::amount(item.unit_price_minor),
            subtotal: convert::amount(item.subtotal_minor),
            design_code: convert::non_empty(item.design_code),
        }
    }
}

/// Postal address and recipient, with the fields of the checkout form.
#[derive(Clone, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PostalAddress {
    #[serde(default)]
    #[schema(required)]
    first_name: String,
    #[serde(default)]
    #[schema(required)]
    last_name: String,
    #[serde(default)]
    #[schema(required)]
    email: String,
    #[serde(default)]
    #[schema(required)]
    phone: String,
    /// Street, house and apartment.
    #[serde(default)]
    #[schema(required)]
    address: String,
    #[serde(default)]
    #[schema(required)]
    city: String,
    /// Region.
    #[serde(default)]
    #[schema(required)]
    state: String,
    #[serde(default)]
    #[schema(required)]
    postal_code: String,
    /// Always Azerbaijan.
    #[serde(default)]
    #[schema(required)]
    country: String,
}

impl PostalAddress {
    /// The OpenAPI example.
    pub(crate) fn example() -> Value {
        json!({
            "firstName": "Leyla", "lastName": "Nümunə", "email": "leyla@example.com", "phone": "+994500000000",
            "address": "Nümunə küçəsi 1", "city": "Bakı", "state": "Bakı", "postalCode": "AZ1000",
            "country": "Azerbaijan",
        })
    }
}

impl From<PostalAddress> for proto_order::PostalAddress {
    fn from(address: PostalAddress) -> Self {
        Self {
            first_name: address.first_name,
            last_name: address.last_name,
            email: address.email,
            phone: address.phone,
            address: address.address,
            city: address.city,
            state: address.state,
            postal_code: address.postal_code,
            country: address.country,
        }
    }
}

impl From<proto_order::PostalAddress> for PostalAddress {
    fn from(address: proto_order::PostalAddress) -> Self {
        Self {
            first_name: address.first_name,
            last_name: address.last_name,
            email: address.email,
            phone: address.phone,
            address: address.address,
            city: address.city,
            state: address.state,
            postal_code: address.postal_code,
            country: address.country,
        }
    }
}
