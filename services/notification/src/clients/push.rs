//! Client of the account service's push subscriptions.

use kit::{domain::UserId, grpc::Client};
use proto::account::v1::{
    EndPushSubscriptionRequest, ListPushSubscriptionsRequest, team_service_client::TeamServiceClient,
};
use uuid::Uuid;

use super::send_error;
use crate::mail::SendError;

/// Name of the service in logged reasons.
const SERVICE: &str = "the subscriptions";

pub(crate) struct PushClient(TeamServiceClient<Client>);

/// Where a browser gets push messages.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct PushSubscription {
    pub(crate) id: Uuid,
    pub(crate) endpoint: String,
    /// An uncompressed point of P-256.
    pub(crate) public_key: Vec<u8>,
    pub(crate) secret: Vec<u8>,
}

/// Hides the endpoint and the secret from logs.
impl std::fmt::Debug for PushSubscription {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "PushSubscription({})", self.id)
    }
}

impl PushClient {
    pub(crate) fn new(client: Client) -> Self {
        Self(client.rpcs())
    }

    /// Returns the subscriptions of a member.
    pub(crate) async fn list(&self, user: UserId) -> Result<Vec<PushSubscription>, SendError> {
        let request = ListPushSubscriptionsRequest {
            user_id: user.to_string(),
        };
        let response = self.0.clone().list_push_subscriptions(request).await;
        let response = response.map_err(|status| send_error(SERVICE, "the member is gone", &status))?;
        let subscriptions = response.into_inner().subscriptions.into_iter();
        let subscriptions = subscriptions.filter_map(|subscription| {
            Some(PushSubscription {
                id: subscription.id.parse().ok()?,
                endpoint: subscription.endpoint,
                public_key: subscription.public_key,
                secret: subscription.secret,
            })
        });
        Ok(subscriptions.collect())
    }

    /// Removes a subscription that has ended.
    pub(crate) async fn end(&self, subscription: Uuid) -> Result<(), SendError> {
        let request = EndPushSubscriptionRequest {
            subscription_id: subscription.to_string(),
        };
        let response = self.0.clone().end_push_subscription(request).await;
        response
            .map(drop)
            .map_err(|status| send_error(SERVICE, "the subscription is gone", &status))
    }
}
