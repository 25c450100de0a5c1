//! Removes a subscription that its push service has ended.

use kit::{caller::ServiceCaller, failure::Failure, validation::INVALID};
use proto::account::v1::{EndPushSubscriptionRequest, EndPushSubscriptionResponse};

use super::State;
use crate::store;

pub(super) async fn handle(
    state: &State,
    _: ServiceCaller,
    request: EndPushSubscriptionRequest,
) -> Result<EndPushSubscriptionResponse, Failure> {
    let id = request.subscription_id.parse();
    let id = id.map_err(|_| Failure::invalid_field("subscription_id", INVALID))?;
    store::push_subscription::end(&mut *state.pool.acquire().await?, id).await?;
    Ok(EndPushSubscriptionResponse {})
}
