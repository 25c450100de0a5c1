//! Returns the orders of a customer, for inquiry, which wipes the customer's personal data.

use kit::{
    caller::ServiceCaller,
    failure::Failure,
    validation::{FieldErrors, TOO_LONG},
};
use proto::order::v1::{FindCustomerOrdersRequest, FindCustomerOrdersResponse};

use super::{State, sum_customer_orders::MAX_POINTS};
use crate::{contact, store::customer_orders};

pub(super) async fn handle(
    state: &State,
    _: ServiceCaller,
    request: FindCustomerOrdersRequest,
) -> Result<FindCustomerOrdersResponse, Failure> {
    let customer = request.customer.unwrap_or_default();
    let mut errors = FieldErrors::default();
    let is_bounded = customer.phones.len() + customer.emails.len() <= MAX_POINTS;
    errors.ensure(is_bounded, "customer", TOO_LONG);
    errors.into_result()?;
    let phones: Vec<_> = customer
        .phones
        .iter()
        .map(|phone| contact::phone(phone))
        .collect();
    let emails: Vec<_> = customer
        .emails
        .iter()
        .map(|email| contact::email_text(email))
        .collect();
    let mut connection = state.pool.acquire().await?;
    let orders = customer_orders::find(&mut connection, &phones, &emails).await?;
    Ok(FindCustomerOrdersResponse {
        has_open: orders.iter().any(|order| order.is_open),
        order_ids: orders.into_iter().map(|order| order.id.to_string()).collect(),
    })
}
