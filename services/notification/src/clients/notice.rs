//! Members of the staff who are told of an event.

use kit::{
    domain::UserId,
    failure::{Code, Failure},
    grpc::Client,
    staff::StaffRole,
    vocabulary::ProtobufWord as _,
};
use proto::{
    account::v1::{ListStaffNamesRequest, team_service_client::TeamServiceClient},
    inquiry::v1::{GetOfferMailRequest, offer_service_client::OfferServiceClient},
};
use uuid::Uuid;

/// Client of the services that know who works on a record.
#[derive(Clone)]
pub(crate) struct NoticeClient {
    team: TeamServiceClient<Client>,
    offers: OfferServiceClient<Client>,
}

/// Members who work on an offer: each the UUID of a staff member, `operator`, or empty.
#[derive(Debug)]
pub(crate) struct OfferWork {
    pub(crate) quote_number: String,
    pub(crate) assignee: String,
    /// Member who asked for the approval of its discounts.
    pub(crate) asked_by: String,
}

impl NoticeClient {
    pub(crate) fn new(account: Client, inquiry: Client) -> Self {
        Self {
            team: account.rpcs(),
            offers: inquiry.rpcs(),
        }
    }

    /// Returns who works on a revision; `None` if it is gone.
    ///
    /// # Errors
    ///
    /// Fails if the inquiry service does not answer.
    pub(crate) async fn offer(&self, offer: Uuid) -> Result<Option<OfferWork>, Failure> {
        let request = GetOfferMailRequest {
            offer_id: offer.to_string(),
        };
        let response = match self.offers.clone().get_offer_mail(request).await {
            Ok(response) => response.into_inner(),
            Err(status) => {
                let failure = Failure::from_status(&status);
                return if failure.code == Code::NotFound {
                    Ok(None)
                } else {
                    Err(failure)
                };
            }
        };
        let offer = response.offer.unwrap_or_default();
        Ok(Some(OfferWork {
            quote_number: offer.inquiry_number,
            assignee: response.assignee_id,
            asked_by: offer.approval.unwrap_or_default().asked_by,
        }))
    }

    /// Returns the active members of some roles.
    ///
    /// # Errors
    ///
    /// Fails if the account service does not answer.
    pub(crate) async fn members(&self, has: impl Fn(StaffRole) -> bool) -> Result<Vec<UserId>, Failure> {
        let response = self
            .team
            .clone()
            .list_staff_names(ListStaffNamesRequest::default())
            .await;
        let names = response
            .map_err(|status| Failure::from_status(&status))?
            .into_inner()
            .names;
        let members = names
            .into_iter()
            .filter(|name| StaffRole::known(name.role).is_some_and(&has));
        Ok(members.filter_map(|name| name.user_id.parse().ok()).collect())
    }
}
