//! `GET customers`.

use axum::extract::State;
use kit::{domain::Language, vocabulary::inquiry::ContactSort};
use proto::inquiry::{v1 as inquiry, v1::ListContactsRequest};
use serde_json::{Value, json};

use crate::{
    convert::{self, Amount, Instant},
    desk::Member,
    envelope::DeskList,
    error::ApiResult,
    extract::{Filter, FilterDay, Limit, day_text},
    people::{Names, Person},
    routes::desk::{
        ORDER,
        orders::{OrderSums, sums_of},
    },
    state::AppState,
    words::{CustomerSort, LanguageCode},
};

/// Filter of customers.
#[filter]
pub(crate) struct CustomerFilter {
    /// Search text, 2 to 100 characters.
    q: String,
    /// Languages, separated by commas.
    language: Vec<Language>,
    /// `true` or `false`.
    #[param(value_type = Option<String>)]
    has_account: Option<bool>,
    /// First day of the last contact.
    from: Option<FilterDay>,
    /// Last day of the last contact.
    to: Option<FilterDay>,
    /// Order, by default `-contact`.
    #[param(value_type = Option<CustomerSort>, inline)]
    sort: Option<ContactSort>,
    /// Cursor of the page before.
    cursor: String,
    /// 1 to 100, default 50.
    #[param(value_type = Option<u32>)]
    limit: Limit,
}

/// Lists customers.
#[utoipa::path(get, path = "/customers", tag = "desk", params(CustomerFilter), security(("desk" = [])),
    responses((status = 200, body = DeskList<CustomerRow>, description = "Customers",
        example = json!(DeskList::new(vec![CustomerRow::example()], String::new(), 1)))))]
pub(crate) async fn list_customers(
    State(state): State<AppState>,
    member: Member,
    Filter(filter): Filter<CustomerFilter>,
) -> ApiResult<DeskList<CustomerRow>> {
    fetch(&state, &member, filter.into()).await
}

impl From<CustomerFilter> for ListContactsRequest {
    fn from(filter: CustomerFilter) -> Self {
        Self {
            query: filter.q,
            languages: filter.language.into_iter().map(Into::into).collect(),
            has_account: filter.has_account,
            from: day_text(filter.from),
            to: day_text(filter.to),
            sort: filter.sort.unwrap_or_default().into(),
            cursor: filter.cursor,
            limit: filter.limit.0,
            is_export: false,
        }
    }
}

/// Returns a page of customers.
pub(super) async fn fetch(
    state: &AppState,
    member: &Member,
    message: ListContactsRequest,
) -> ApiResult<DeskList<CustomerRow>> {
    let mut inbox = state.clients.inbox.clone();
    let response = inbox.list_contacts(member.request(message)).await?.into_inner();
    let (rows, is_missing) = customer_rows(state, member, response.contacts).await;
    let missing = is_missing.then(|| ORDER.to_owned());
    let list = DeskList::new(rows, response.next_cursor, response.total_records);
    Ok(list.with_missing(missing.into_iter().collect()))
}

/// Returns the rows of customers with the sums of their orders, and whether order did not answer.
pub(in crate::routes::desk) async fn customer_rows(
    state: &AppState,
    member: &Member,
    contacts: Vec<inquiry::Contact>,
) -> (Vec<CustomerRow>, bool) {
    let actors = contacts.iter().map(|contact| contact.changed_by.as_str());
    let (names, orders) = tokio::join!(
        state.desk.people.names(&state.clients, &member.caller, actors),
        sums_of(state, member, &contacts)
    );
    let rows = contacts
        .into_iter()
        .map(|contact| CustomerRow::new(&names, &orders, contact));
    (rows.collect(), orders.is_missing())
}

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
    /// Phones and e-mails that were only typed into forms, so that they may be another person's.
    unproven: Vec<String>,
    /// Language.
    language: Option<LanguageCode>,
    /// UUID of the account.
    user_id: Option<String>,
    /// RFC 3339.
    last_contact_at: Option<Instant>,
    /// Number of quotes.
    quotes_count: i64,
    /// Number of orders; 0 if `order` is missing.
    orders_count: i64,
    /// Total of the orders in AZN, without cancelled ones; 0 if `order` is missing.
    orders_total: Amount,
    /// Services that did not answer.
    missing: Vec<String>,
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
            "phone": "+994500195510", "email": "rauf@example.com", "unproven": [], "language": "az", "userId": null,
            "lastContactAt": "2026-11-22T13:40:00Z", "quotesCount": 2, "ordersCount": 3, "ordersTotal": 2116.42,
            "missing": [], "isWiped": false, "version": 2, "changedBy": Person::example(), "changedAt": "2026-11-22T13:40:00Z"})
    }

    /// Adds a service that did not answer.
    pub(super) fn add_missing(&mut self, service: &str) {
        if !self.missing.iter().any(|missing| missing == service) {
            self.missing.push(service.to_owned());
        }
    }

    /// Converts a customer, with the sums of the orders.
    pub(super) fn new(names: &Names, orders: &OrderSums, contact: inquiry::Contact) -> Self {
        let orders = orders.of(&contact.id);
        let missing = orders.is_none().then(|| ORDER.to_owned()).into_iter().collect();
        let orders = orders.unwrap_or_default();
        Self {
            id: contact.id,
            name: convert::non_empty(contact.name),
            phone: contact.phones.into_iter().next(),
            email: contact.emails.into_iter().next(),
            unproven: contact.unproven,
            language: LanguageCode::of_optional_number(contact.language),
            user_id: convert::non_empty(contact.user_id),
            last_contact_at: convert::moment(contact.last_contact_at),
            quotes_count: contact.inquiries_count,
            orders_count: orders.count,
            orders_total: convert::amount(orders.total_minor),
            missing,
            is_wiped: contact.is_wiped,
            version: contact.version,
            changed_by: names.person(&contact.changed_by),
            changed_at: convert::moment(contact.changed_at),
        }
    }
}
