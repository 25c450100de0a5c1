//! Returns where a member gets push messages.

use kit::{caller::ServiceCaller, failure::Failure, validation::INVALID};
use prost::Message as _;
use proto::account::v1::{ListPushSubscriptionsRequest, ListPushSubscriptionsResponse, PushSubscription};

use super::State;
use crate::store;

pub(super) async fn handle(
    state: &State,
    _: ServiceCaller,
    request: ListPushSubscriptionsRequest,
) -> Result<ListPushSubscriptionsResponse, Failure> {
    let user = request.user_id.parse();
    let user = user.map_err(|_| Failure::invalid_field("user_id", INVALID))?;
    let mut connection = state.pool.acquire().await?;
    let stored = store::push_subscription::list(&mut connection, user, state.desk.family).await?;
    // One that no key decrypts any more is gone: the browser subscribes again with its next session.
    let subscriptions = stored.into_iter().filter_map(|(id, sealed)| {
        let bytes = state.factor_keys.open_subscription(id, &sealed).ok()?;
        let subscription = PushSubscription::decode(&*bytes).ok()?;
        Some(PushSubscription {
            id: id.to_string(),
            ..subscription
        })
    });
    Ok(ListPushSubscriptionsResponse {
        subscriptions: subscriptions.collect(),
    })
}
