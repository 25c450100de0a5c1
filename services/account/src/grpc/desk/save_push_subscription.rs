//! Stores where the browser of a session gets push messages.

use kit::{
    caller::Caller,
    failure::Failure,
    network,
    validation::{FieldErrors, INVALID},
};
use prost::Message as _;
use proto::account::v1::{PushSubscription, SavePushSubscriptionRequest, SavePushSubscriptionResponse};
use uuid::Uuid;

use super::{State, complete_session};
use crate::{error::AccountError, store};

/// Maximum length of an endpoint in bytes.
const MAX_ENDPOINT: usize = 1_000;

/// Length of a public key in bytes: an uncompressed point, which begins with 4.
const KEY_LENGTH: usize = 65;

/// Length of a secret in bytes.
const SECRET_LENGTH: usize = 16;

pub(super) async fn handle(
    state: &State,
    _: Caller,
    request: SavePushSubscriptionRequest,
) -> Result<SavePushSubscriptionResponse, Failure> {
    let subscription = request.subscription.unwrap_or_default();
    let mut transaction = kit::database::begin(&state.pool).await?;
    let session = complete_session(&mut transaction, &request.session_token).await?;
    validate(&subscription)?;
    let id = Uuid::now_v7();
    let sealed = state
        .factor_keys
        .seal_subscription(id, &subscription.encode_to_vec())
        .map_err(AccountError::from)?;
    let owner = (session.user, session.family);
    store::push_subscription::replace(&mut transaction, id, owner, &subscription.endpoint, &sealed).await?;
    transaction.commit().await?;
    Ok(SavePushSubscriptionResponse {})
}

fn validate(subscription: &PushSubscription) -> Result<(), Failure> {
    let mut errors = FieldErrors::default();
    let endpoint = &subscription.endpoint;
    let is_allowed = endpoint.len() <= MAX_ENDPOINT && network::is_public_https(endpoint);
    errors.ensure(is_allowed, "endpoint", INVALID);
    let key = &subscription.public_key;
    let is_point = key.len() == KEY_LENGTH && key.first() == Some(&4);
    errors.ensure(is_point, "keys.p256dh", INVALID);
    errors.ensure(subscription.secret.len() == SECRET_LENGTH, "keys.auth", INVALID);
    errors.into_result()
}
