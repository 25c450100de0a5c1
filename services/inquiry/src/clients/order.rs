//! Client of the order service.

use kit::{failure::Failure, grpc::Client};
use proto::order::v1::{
    CustomerContacts, SumCustomerOrdersRequest, desk_order_service_client::DeskOrderServiceClient,
};
use uuid::Uuid;

use crate::store::contact_total::{Points, Total};

/// Client of the order service for the orders of customers.
#[derive(Clone)]
pub(crate) struct Orders(DeskOrderServiceClient<Client>);

impl Orders {
    /// Wraps a generated client.
    pub(crate) const fn new(client: DeskOrderServiceClient<Client>) -> Self {
        Self(client)
    }

    /// Returns the totals of the orders of customers.
    ///
    /// # Errors
    ///
    /// Fails if order does not answer.
    pub(crate) async fn totals(&self, contacts: Vec<Points>) -> Result<Vec<Total>, Failure> {
        let customers = contacts
            .into_iter()
            .map(|points| CustomerContacts {
                customer_id: points.contact.to_string(),
                phones: points.phones,
                emails: points.emails,
            })
            .collect();
        let request = SumCustomerOrdersRequest { customers };
        let response = self.0.clone().sum_customer_orders(request).await?.into_inner();
        Ok(response
            .customers
            .into_iter()
            .filter_map(|sum| {
                Some(Total {
                    contact: sum.customer_id.parse::<Uuid>().ok()?,
                    minor: sum.total_minor,
                })
            })
            .collect())
    }
}
