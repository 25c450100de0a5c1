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
use crate::{
    desk::Member,
    routes::desk::{ORDER, part},
    state::AppState,
};

/// The sums of the orders of customers; `None` while order does not answer.
pub(in crate::routes::desk) struct OrderSums(Option<HashMap<String, CustomerOrders>>);

impl OrderSums {
    /// Whether order did not answer.
    pub(in crate::routes::desk) const fn is_missing(&self) -> bool {
        self.0.is_none()
    }

    /// Returns the sums of a customer; `None` while order does not answer.
    pub(in crate::routes::desk) fn of(&self, customer: &str) -> Option<CustomerOrders> {
        let sums = self.0.as_ref()?;
        Some(sums.get(customer).cloned().unwrap_or_default())
    }
}

/// Returns the sums of the orders of customers.
pub(in crate::routes::desk) async fn sums_of(
    state: &AppState,
    member: &Member,
    contacts: &[Contact],
) -> OrderSums {
    let customers: Vec<_> = contacts
        .iter()
        .map(|contact| CustomerContacts {
            customer_id: contact.id.clone(),
            phones: contact.phones.clone(),
            emails: contact.emails.clone(),
        })
        .collect();
    if customers.is_empty() {
        return OrderSums(Some(HashMap::new()));
    }
    let request = member.request(SumCustomerOrdersRequest { customers });
    let mut client = state.clients.desk_order.clone();
    let response = part(ORDER, client.sum_customer_orders(request)).await;
    OrderSums(response.map(|response| {
        let sums = response.customers.into_iter();
        sums.map(|sum| (sum.customer_id.clone(), sum)).collect()
    }))
}

/// Returns the newest orders with one of these phones or e-mails, at most 100; `None` while order does not answer.
pub(in crate::routes::desk) async fn orders_of(
    state: &AppState,
    member: &Member,
    phones: Vec<String>,
    emails: Vec<String>,
    limit: u32,
) -> Option<Vec<OrderRow>> {
    if phones.is_empty() && emails.is_empty() {
        // Such a filter would select all orders.
        return Some(Vec::new());
    }
    let request = member.request(ListDeskOrdersRequest {
        filter: Some(DeskOrderFilter {
            phones,
            emails,
            ..DeskOrderFilter::default()
        }),
        sort: DeskOrderSort::DateDescending.into(),
        limit,
        ..ListDeskOrdersRequest::default()
    });
    let mut client = state.clients.desk_order.clone();
    let response = part(ORDER, client.list_desk_orders(request)).await?;
    Some(row::rows(state, member, response.orders).await)
}
