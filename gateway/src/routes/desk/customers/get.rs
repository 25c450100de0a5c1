//! `GET customers/{id}`.

use axum::extract::State;
use proto::inquiry::v1::{ContactMerge, GetContactRequest};
use serde_json::{Value, json};

use super::{account::account_of, list::CustomerRow};
use crate::{
    convert::{self, Instant},
    desk::Member,
    envelope::Envelope,
    error::ApiResult,
    extract::{PathOf, RecordId},
    people::{Names, Person},
    routes::{
        desk::{
            ACCOUNT, NOTIFICATION, ORDER,
            mails::StaffMails,
            orders::{OrderRow, orders_of, sums_of},
            quotes::{QuoteRow, TimelineEntry, actors_of, convert_rows},
        },
        orders::order::PostalAddress,
    },
    state::AppState,
};

/// Reason of a 404.
pub(super) const NOT_FOUND: &str = "CUSTOMER.NOT_FOUND";

/// Maximum number of orders.
const MAX_ORDERS: u32 = 50;

/// Entry of a customer's timeline.
#[response]
#[derive(Debug, Clone)]
pub(crate) struct CustomerEntry {
    /// Number of the quote.
    number: String,
    #[serde(flatten)]
    entry: TimelineEntry,
}

/// Customer that was merged into this one and can be taken apart again.
#[response]
#[derive(Debug, Clone)]
pub(crate) struct CustomerMerge {
    /// UUID of the merge.
    id: String,
    /// Whole name of the merged customer.
    name: String,
    /// RFC 3339.
    at: Option<Instant>,
    /// Member who merged them.
    by: Option<Person>,
}

impl CustomerMerge {
    /// The OpenAPI example.
    fn example() -> Value {
        json!({"id": "01936b2e-7c00-7000-8000-000000000503", "name": "R. Mirzəyev", "at": "2026-11-22T13:40:00Z",
            "by": Person::example()})
    }

    fn new(names: &Names, merge: ContactMerge) -> Self {
        Self {
            id: merge.id,
            name: merge.name,
            at: convert::moment(merge.at),
            by: names.person(&merge.by),
        }
    }
}

/// Customer with the newest quotes.
#[response]
#[derive(Clone)]
pub(crate) struct Customer {
    #[serde(flatten)]
    pub(super) row: CustomerRow,
    /// Phones: those that staff noted, newest first, then unproven ones.
    phones: Vec<String>,
    /// E-mails, in the same order.
    emails: Vec<String>,
    /// Note.
    note: String,
    /// Personal discount in whole percent; `null` without an account.
    discount: Option<u32>,
    /// Whether the personal discount is below a public one.
    is_discount_worse: bool,
    /// Addresses of the account.
    addresses: Vec<PostalAddress>,
    /// The newest 50 quotes.
    quotes: Vec<QuoteRow>,
    /// The newest 50 orders; empty if `order` is missing.
    orders: Vec<OrderRow>,
    /// The newest 100 entries; without the states of mails if `notification` is missing.
    timeline: Vec<CustomerEntry>,
    /// Customers that were merged into this one within 30 days, newest first.
    merges: Vec<CustomerMerge>,
}

impl Customer {
    pub(super) fn example() -> Value {
        let mut customer = CustomerRow::example();
        if let (Some(customer), Value::Object(details)) = (
            customer.as_object_mut(),
            json!({"phones": ["+994500195510"], "emails": ["rauf@example.com"], "note": "", "discount": null,
                "isDiscountWorse": false, "addresses": [], "quotes": [], "orders": [], "timeline": [],
                "merges": [CustomerMerge::example()]}),
        ) {
            customer.extend(details);
        }
        customer
    }
}

/// Returns a customer with the newest quotes.
#[utoipa::path(get, path = "/customers/{id}", tag = "desk",
    params(("id" = String, Path, description = "Customer id")), security(("desk" = [])),
    responses((status = 200, body = Envelope<Customer>, description = "Customer",
        example = json!(Envelope::new(Customer::example())))))]
pub(crate) async fn get_customer(
    State(state): State<AppState>,
    member: Member,
    id: PathOf<RecordId>,
) -> ApiResult<Envelope<Customer>> {
    let id = id.get(NOT_FOUND)?.to_string();
    Ok(Envelope::new(load(&state, &member, id).await?))
}

/// Returns a customer.
pub(super) async fn load(state: &AppState, member: &Member, contact_id: String) -> ApiResult<Customer> {
    let request = member.request(GetContactRequest { contact_id });
    let response = state
        .clients
        .inbox
        .clone()
        .get_contact(request)
        .await?
        .into_inner();
    let contact = response.contact.unwrap_or_default();
    let entries: Vec<_> = response
        .timeline
        .into_iter()
        .filter_map(|one| Some((one.number, one.entry?)))
        .collect();
    let actors = entries.iter().flat_map(|(_, entry)| actors_of(entry));
    let actors = actors.chain(response.merges.iter().map(|merge| merge.by.as_str()));
    let (phones, emails) = (contact.phones.clone(), contact.emails.clone());
    let (names, mails, quotes, orders, sums, account) = tokio::join!(
        state.desk.people.names(
            &state.clients,
            &member.caller,
            actors.chain([contact.changed_by.as_str()])
        ),
        StaffMails::fetch(
            state,
            member,
            entries.iter().map(|(number, entry)| (number.as_str(), entry))
        ),
        convert_rows(state, member, response.inquiries),
        Box::pin(orders_of(state, member, phones, emails, MAX_ORDERS)),
        Box::pin(sums_of(state, member, std::slice::from_ref(&contact))),
        Box::pin(account_of(state, member, &contact.user_id))
    );
    let mut row = CustomerRow::new(&names, &sums, contact.clone());
    if orders.is_none() {
        row.add_missing(ORDER);
    }
    if mails.is_missing() {
        row.add_missing(NOTIFICATION);
    }
    if account.is_missing {
        row.add_missing(ACCOUNT);
    }
    Ok(Customer {
        row,
        phones: contact.phones,
        emails: contact.emails,
        note: contact.note,
        discount: account.discount,
        is_discount_worse: account.is_discount_worse,
        addresses: account.addresses,
        quotes,
        orders: orders.unwrap_or_default(),
        timeline: entries
            .into_iter()
            .map(|(number, entry)| CustomerEntry {
                number,
                entry: TimelineEntry::new(&names, &mails, entry),
            })
            .collect(),
        merges: response
            .merges
            .into_iter()
            .map(|merge| CustomerMerge::new(&names, merge))
            .collect(),
    })
}
