//! Assignees of the records that mails are about.

use kit::{
    failure::{Code, Failure},
    grpc::Client,
};
use proto::{
    inquiry::v1::{
        GetInquiryRequest, GetOfferMailRequest, inquiry_service_client::InquiryServiceClient,
        offer_service_client::OfferServiceClient,
    },
    order::v1::{GetOrderForMailRequest, order_service_client::OrderServiceClient},
};

use crate::mail::{Subject, SubjectKind};

/// Client of the services that know who a record is assigned to.
pub(crate) struct AssigneeClient {
    orders: OrderServiceClient<Client>,
    inquiries: InquiryServiceClient<Client>,
    offers: OfferServiceClient<Client>,
}

impl AssigneeClient {
    pub(crate) fn new(order: Client, inquiry: Client) -> Self {
        Self {
            orders: order.rpcs(),
            inquiries: inquiry.clone().rpcs(),
            offers: inquiry.rpcs(),
        }
    }

    /// Returns the assignee of a record, of an offer that of its quote: a staff UUID or `operator`. `None` if there is none, or
    /// no such record.
    ///
    /// # Errors
    ///
    /// Fails if the service of the record does not answer.
    pub(crate) async fn of(&self, record: &Subject) -> Result<Option<String>, Failure> {
        let id = record.id.to_string();
        let response = match record.kind {
            SubjectKind::Order => {
                let request = GetOrderForMailRequest { order_id: id };
                let response = self.orders.clone().get_order_for_mail(request).await;
                response.map(|response| response.into_inner().assignee)
            }
            SubjectKind::Quote => {
                let request = GetInquiryRequest { inquiry_id: id };
                let response = self.inquiries.clone().get_inquiry(request).await;
                response.map(|response| response.into_inner().assignee_id)
            }
            SubjectKind::Offer => {
                let request = GetOfferMailRequest { offer_id: id };
                let response = self.offers.clone().get_offer_mail(request).await;
                response.map(|response| response.into_inner().assignee_id)
            }
        };
        match response.map_err(|status| Failure::from_status(&status)) {
            Ok(assignee) => Ok(Some(assignee).filter(|assignee| !assignee.is_empty())),
            Err(failure) if failure.code == Code::NotFound => Ok(None),
            Err(failure) => Err(failure),
        }
    }
}
