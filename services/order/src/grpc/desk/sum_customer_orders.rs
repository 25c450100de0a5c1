//! Counts and sums the orders of customers, for staff and for inquiry's list of customers.

use kit::{
    caller::Caller,
    failure::Failure,
    validation::{FieldErrors, TOO_LONG},
};
use proto::order::v1::{CustomerOrders, SumCustomerOrdersRequest, SumCustomerOrdersResponse};

use super::State;
use crate::{
    contact,
    store::customer_orders::{self, Point},
};

/// Maximum number of customers.
const MAX_CUSTOMERS: usize = 500;

/// Maximum number of phones and e-mails.
pub(super) const MAX_POINTS: usize = 5_000;

pub(super) async fn handle(
    state: &State,
    _: Caller,
    request: SumCustomerOrdersRequest,
) -> Result<SumCustomerOrdersResponse, Failure> {
    let customers = request.customers;
    let points: usize = customers
        .iter()
        .map(|customer| customer.phones.len() + customer.emails.len())
        .sum();
    let mut errors = FieldErrors::default();
    let is_bounded = customers.len() <= MAX_CUSTOMERS && points <= MAX_POINTS;
    errors.ensure(is_bounded, "customers", TOO_LONG);
    errors.into_result()?;

    let (mut phones, mut emails): (Vec<Point>, Vec<Point>) = (Vec::new(), Vec::new());
    let mut response = Vec::with_capacity(customers.len());
    for (index, customer) in (0..).zip(customers) {
        let known = customer.phones.iter().map(|phone| contact::phone(phone));
        phones.extend(known.map(|phone| (index, phone)));
        let known = customer.emails.iter().map(|email| contact::email_text(email));
        emails.extend(known.map(|email| (index, email)));
        response.push(CustomerOrders {
            customer_id: customer.customer_id,
            ..CustomerOrders::default()
        });
    }
    let mut connection = state.pool.acquire().await?;
    for sum in customer_orders::sum(&mut connection, phones, emails).await? {
        let place = usize::try_from(sum.customer).ok();
        if let Some(customer) = place.and_then(|place| response.get_mut(place)) {
            customer.count = sum.count;
            customer.total_minor = sum.total_minor;
        }
    }
    Ok(SumCustomerOrdersResponse { customers: response })
}
