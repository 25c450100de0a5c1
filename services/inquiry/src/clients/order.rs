//! Client of the order service.

use kit::{failure::Failure, grpc::Client};
use proto::order::v1::{
    CustomerContacts, FindCustomerOrdersRequest, SumCustomerOrdersRequest,
    desk_order_service_client::DeskOrderServiceClient,
};
use uuid::Uuid;

use crate::store::contact_total::{Points, Total};

/// Client of the order service for the orders of customers.
#[derive(Clone)]
pub(crate) struct Orders(DeskOrderServiceClient<Client>);

/// The orders of a customer.
#[derive(Debug, Default)]
pub(crate) struct FoundOrders {
    pub(crate) ids: Vec<Uuid>,
    /// Whether one of them is neither completed nor cancelled.
    pub(crate) has_open: bool,
}

impl From<Points> for CustomerContacts {
    fn from(points: Points) -> Self {
        Self {
            customer_id: points.contact.to_string(),
            phones: points.phones,
            emails: points.emails,
        }
    }
}

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
        let customers = contacts.into_iter().map(Into::into).collect();
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

    /// Returns the orders with a phone or an e-mail of a customer.
    ///
    /// # Errors
    ///
    /// Fails if order does not answer.
    pub(crate) async fn find(&self, customer: Points) -> Result<FoundOrders, Failure> {
        if customer.phones.is_empty() && customer.emails.is_empty() {
            return Ok(FoundOrders::default());
        }
        let request = FindCustomerOrdersRequest {
            customer: Some(customer.into()),
        };
        let found = self.0.clone().find_customer_orders(request).await?.into_inner();
        Ok(FoundOrders {
            ids: found.order_ids.iter().filter_map(|id| id.parse().ok()).collect(),
            has_open: found.has_open,
        })
    }
}
