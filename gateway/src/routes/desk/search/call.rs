//! `GET search`.

use std::time::Duration;

use axum::extract::State;
use kit::{
    staff::{Access, Permission},
    validation::FieldErrors,
};
use proto::{
    catalog::v1::{DeskProductFilter, ListDeskProductsRequest},
    inquiry::v1::{InboxFilter, ListContactsRequest, ListInboxRequest},
    order::v1::{DeskOrderFilter, ListDeskOrdersRequest},
};
use serde_json::{Value, json};

use crate::{
    desk::Member,
    envelope::Envelope,
    error::ApiResult,
    extract::Filter,
    routes::desk::{
        CATALOG, INQUIRY, ORDER,
        customers::{CustomerRow, customer_rows},
        orders::{OrderRow, order_rows},
        part_within,
        products::{DeskProductRow, product_rows},
        quotes::{QuoteRow, convert_rows},
    },
    state::AppState,
};

/// Time limit of each list.
const LIST_TIMEOUT: Duration = Duration::from_millis(300);

/// Maximum number of records of a kind.
const LIMIT: u32 = 5;

/// Minimum length of a search text, in characters.
const MIN_LENGTH: usize = 2;

/// Search text.
#[filter]
pub(crate) struct SearchFilter {
    /// 2 to 100 characters; a shorter text finds nothing
    q: String,
}

/// Records of each kind, at most 5. A kind that the role may not read is empty.
#[response]
#[derive(Clone, Default)]
pub(crate) struct FoundRecords {
    /// Quotes.
    quotes: Vec<QuoteRow>,
    /// Orders.
    orders: Vec<OrderRow>,
    /// Customers.
    customers: Vec<CustomerRow>,
    /// Products.
    products: Vec<DeskProductRow>,
    /// Services that did not answer.
    #[schema(value_type = Vec<String>)]
    missing: Vec<&'static str>,
}

fn example() -> Value {
    json!({"quotes": [], "orders": [], "customers": [], "products": [], "missing": []})
}

/// Searches quotes, orders, customers and products, as far as the role may read them.
#[utoipa::path(get, path = "/search", tag = "desk", params(SearchFilter), security(("desk" = [])),
    responses((status = 200, body = Envelope<FoundRecords>, description = "Records",
        example = json!(Envelope::new(example())))))]
pub(crate) async fn search_desk(
    State(state): State<AppState>,
    member: Member,
    Filter(filter): Filter<SearchFilter>,
) -> ApiResult<Envelope<FoundRecords>> {
    let mut errors = FieldErrors::default();
    let query = errors.text::<0, 100>("q", &filter.q);
    let query = errors.finish(query)?;
    if query.chars().count() < MIN_LENGTH {
        return Ok(Envelope::new(FoundRecords::default()));
    }
    let (quotes, orders, customers, products) = tokio::join!(
        quotes(&state, &member, query.clone()),
        Box::pin(orders(&state, &member, query.clone())),
        Box::pin(customers(&state, &member, query.clone())),
        products(&state, &member, query),
    );
    let parts = [
        (INQUIRY, quotes.is_none() || customers.is_none()),
        (ORDER, orders.is_none()),
        (CATALOG, products.is_none()),
    ];
    let missing = parts.iter().filter(|(_, is_missing)| *is_missing);
    Ok(Envelope::new(FoundRecords {
        missing: missing.map(|(service, _)| *service).collect(),
        quotes: quotes.unwrap_or_default(),
        orders: orders.unwrap_or_default(),
        customers: customers.unwrap_or_default(),
        products: products.unwrap_or_default(),
    }))
}

fn access(member: &Member, permission: Permission) -> Access {
    member
        .role()
        .map_or(Access::Never, |role| role.access(permission))
}

/// Returns the quotes; `None` if the service did not answer.
async fn quotes(state: &AppState, member: &Member, query: String) -> Option<Vec<QuoteRow>> {
    if access(member, Permission::QuotesRead) != Access::Always {
        return Some(Vec::new());
    }
    let request = member.request(ListInboxRequest {
        filter: Some(InboxFilter {
            query,
            ..InboxFilter::default()
        }),
        limit: LIMIT,
        ..ListInboxRequest::default()
    });
    let mut client = state.clients.inbox.clone();
    let found = part_within(LIST_TIMEOUT, INQUIRY, client.list_inbox(request)).await?;
    Some(convert_rows(state, member, found.inquiries).await)
}

/// Returns the orders; `None` if the service did not answer.
async fn orders(state: &AppState, member: &Member, query: String) -> Option<Vec<OrderRow>> {
    if access(member, Permission::OrdersRead) == Access::Never {
        return Some(Vec::new());
    }
    let request = member.request(ListDeskOrdersRequest {
        filter: Some(DeskOrderFilter {
            query,
            ..DeskOrderFilter::default()
        }),
        limit: LIMIT,
        ..ListDeskOrdersRequest::default()
    });
    let mut client = state.clients.desk_order.clone();
    let found = part_within(LIST_TIMEOUT, ORDER, client.list_desk_orders(request)).await?;
    Some(order_rows(state, member, found.orders).await)
}

/// Returns the customers; `None` if the service did not answer.
async fn customers(state: &AppState, member: &Member, query: String) -> Option<Vec<CustomerRow>> {
    if access(member, Permission::CustomersRead) != Access::Always {
        return Some(Vec::new());
    }
    let request = member.request(ListContactsRequest {
        query,
        limit: LIMIT,
        ..ListContactsRequest::default()
    });
    let mut client = state.clients.inbox.clone();
    let found = part_within(LIST_TIMEOUT, INQUIRY, client.list_contacts(request)).await?;
    Some(customer_rows(state, member, found.contacts).await.0)
}

/// Returns the products; `None` if the service did not answer.
async fn products(state: &AppState, member: &Member, query: String) -> Option<Vec<DeskProductRow>> {
    let request = member.request(ListDeskProductsRequest {
        filter: Some(DeskProductFilter {
            query,
            ..DeskProductFilter::default()
        }),
        limit: LIMIT,
        ..ListDeskProductsRequest::default()
    });
    let mut client = state.clients.desk_catalog.clone();
    let found = part_within(LIST_TIMEOUT, CATALOG, client.list_desk_products(request)).await?;
    Some(product_rows(state, member, found.products).await)
}
