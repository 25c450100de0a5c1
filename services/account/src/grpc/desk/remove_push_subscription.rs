//! Removes one of the caller's push subscriptions.

use kit::{caller::StaffMember, failure::Failure};
use proto::account::v1::{RemovePushSubscriptionRequest, RemovePushSubscriptionResponse};

use super::State;
use crate::store;

pub(super) async fn handle(
    state: &State,
    StaffMember { user, .. }: StaffMember,
    request: RemovePushSubscriptionRequest,
) -> Result<RemovePushSubscriptionResponse, Failure> {
    let mut connection = state.pool.acquire().await?;
    store::push_subscription::delete(&mut connection, user, &request.endpoint).await?;
    Ok(RemovePushSubscriptionResponse {})
}
