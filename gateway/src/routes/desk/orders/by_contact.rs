//! Orders of a customer.

use std::collections::HashMap;

use proto::{
    inquiry::v1::Contact,
    order::v1::{
        CustomerContacts, CustomerOrders, DeskOrderFilter, DeskOrderSort, ListDeskOrdersRequest,
        SumCustomerOrdersRequest,
    },
};

use super::row::{self, OrderRow};
use crate::{desk::Member, error::ApiResult, state::AppState};

/// The sums of the orders of customers.
pub(in crate::routes::desk) struct OrderSums(HashMap<String, CustomerOrders>);

impl OrderSums {
    /// Returns the sums of a customer.
    pub(in crate::routes::desk) fn of(&self, customer: &str) -> CustomerOrders {
        self.0.get(customer).cloned().unwrap_or_default()
    }
}

/// Returns the sums of the orders of customers.
///
/// # Errors
///
/// Fails if order does not answer.
pub(in crate::routes::desk) async fn sums_of(
    state: &AppState,
    member: &Member,
    contacts: &[Contact],
) -> ApiResult<OrderSums> {
    let customers: Vec<_> = contacts
        .iter()
        .map(|contact| CustomerContacts {
            customer_id: contact.id.clone(),
            phones: contact.phones.clone(),
            emails: contact.emails.clone(),
        })
        .collect();
    if customers.is_empty() {
        return Ok(OrderSums(HashMap::new()));
    }
    let request = member.request(SumCustomerOrdersRequest { customers });
    let response = state
        .clients
        .desk_order
        .clone()
        .sum_customer_orders(request)
        .await?;
    let sums = response.into_inner().customers.into_iter();
    Ok(OrderSums(
        sums.map(|sum| (sum.customer_id.clone(), sum)).collect(),
    ))
}

/// Returns the newest orders with one of these phones or e-mails, at most 100.
///
/// # Errors
///
/// Fails if order does not answer.
pub(in crate::routes::desk) async fn orders_of(
    state: &AppState,
    member: &Member,
    phones: Vec<String>,
    emails: Vec<String>,
    limit: u32,
) -> ApiResult<Vec<OrderRow>> {
    if phones.is_empty() && emails.is_empty() {
        // Such a filter would select all orders.
        return Ok(Vec::new());
    }
    let request = member.request(ListDeskOrdersRequest {
        filter: Some(DeskOrderFilter {
            phones,
            emails,
            ..DeskOrderFilter::default()
        }),
        sort: DeskOrderSort::DateDescending.into(),
        cursor: String::new(),
        limit,
    });
    let response = state.clients.desk_order.clone().list_desk_orders(request).await?;
    row::rows(state, member, response.into_inner().orders).await
}
