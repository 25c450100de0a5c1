//! A customer in responses.

use proto::inquiry::v1 as inquiry;
use serde_json::{Value, json};

use crate::{
    convert::{self, Amount, Instant},
    people::{Names, Person},
    routes::desk::orders::OrderSums,
    words::LanguageCode,
};

/// Customer in a list.
#[response]
#[derive(Debug, Clone)]
pub(crate) struct CustomerRow {
    /// UUID.
    id: String,
    /// Whole name; `null` once wiped.
    name: Option<String>,
    /// Newest phone.
    phone: Option<String>,
    /// Newest e-mail.
    email: Option<String>,
    /// Language.
    language: Option<LanguageCode>,
    /// UUID of the account.
    user_id: Option<String>,
    /// RFC 3339.
    last_contact_at: Option<Instant>,
    /// Number of quotes.
    quotes_count: i64,
    /// Number of orders.
    orders_count: i64,
    /// Total of the orders in AZN, without cancelled ones.
    orders_total: Amount,
    /// Whether the personal data was wiped.
    is_wiped: bool,
    /// Version of the record.
    version: i64,
    /// Author of the last change; `null` for the system or the customer.
    changed_by: Option<Person>,
    /// RFC 3339.
    changed_at: Option<Instant>,
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
        let orders = orders.of(&contact.id);
        Self {
            id: contact.id,
            name: convert::non_empty(contact.name),
            phone: contact.phones.into_iter().next(),
            email: contact.emails.into_iter().next(),
            language: LanguageCode::of_optional_number(contact.language),
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
