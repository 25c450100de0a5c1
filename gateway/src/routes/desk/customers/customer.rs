//! A customer in responses.

use proto::inquiry::v1 as inquiry;
use serde::Serialize;
use serde_json::{Number, Value, json};
use utoipa::ToSchema;

use crate::{
    convert,
    people::{Names, Person},
    routes::desk::orders::OrderSums,
};

/// Customer in a list.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct CustomerRow {
    /// UUID.
    id: String,
    /// Whole name; `null` once wiped.
    #[schema(required)]
    name: Option<String>,
    /// Newest phone.
    #[schema(required)]
    phone: Option<String>,
    /// Newest e-mail.
    #[schema(required)]
    email: Option<String>,
    /// `az`, `ru` or `en`.
    #[schema(required)]
    language: Option<&'static str>,
    /// UUID of the account.
    #[schema(required)]
    user_id: Option<String>,
    /// RFC 3339.
    #[schema(format = DateTime, required)]
    last_contact_at: Option<String>,
    /// Number of quotes.
    quotes_count: i64,
    /// Number of orders.
    orders_count: i64,
    /// Total of the orders in AZN, without cancelled ones.
    #[schema(value_type = f64)]
    orders_total: Number,
    /// Whether the personal data was wiped.
    is_wiped: bool,
    /// Version of the record.
    version: i64,
    /// Author of the last change; `null` for the system or the customer.
    #[schema(required)]
    changed_by: Option<Person>,
    /// RFC 3339.
    #[schema(format = DateTime, required)]
    changed_at: Option<String>,
}

impl CustomerRow {
    /// The OpenAPI example.
    pub(super) fn example() -> Value {
        json!({"id": "01936b2e-7c00-7000-8000-000000000501", "name": "Rauf Mirzəyev",
            "phone": "+994500195510", "email": "rauf@example.com", "language": "az", "userId": null,
            "lastContactAt": "2026-11-22T13:40:00Z", "quotesCount": 2, "ordersCount": 3, "ordersTotal": 2116.42,
            "isWiped": false, "version": 2, "changedBy": null, "changedAt": "2026-11-22T13:40:00Z"})
    }

    /// Converts a customer, with the sums of the orders.
    pub(super) fn new(names: &Names, orders: &OrderSums, contact: inquiry::Contact) -> Self {
        let language = contact.language();
        let orders = orders.of(&contact.id);
        Self {
            id: contact.id,
            name: convert::non_empty(contact.name),
            phone: contact.phones.into_iter().next(),
            email: contact.emails.into_iter().next(),
            language: convert::language(language).map(kit::domain::Language::name),
            user_id: convert::non_empty(contact.user_id),
            last_contact_at: convert::moment(contact.last_contact_at),
            quotes_count: contact.inquiries_count,
            orders_count: orders.count,
            orders_total: convert::amount(orders.total_minor),
            is_wiped: contact.is_wiped,
            version: contact.version,
            changed_by: names.person(&contact.changed_by),
            changed_at: convert::moment(contact.changed_at),
        }
    }
}
