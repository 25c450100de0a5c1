//! Push messages of the caller's browser.

use axum::extract::State;
use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use kit::{failure::Failure, validation::FieldErrors, validation::INVALID};
use proto::{
    account::v1::{PushSubscription as Message, RemovePushSubscriptionRequest, SavePushSubscriptionRequest},
    notification::v1::GetPushKeyRequest,
};
use serde_json::{Value, json};

use crate::{
    desk::Member,
    envelope::{Acknowledgement, Envelope},
    error::ApiResult,
    extract::{Input, Json},
    state::AppState,
};

/// Subscription of a browser.
#[response]
#[derive(Debug, Clone)]
pub(crate) struct PushSettings {
    /// Public key of the shop in unpadded URL-safe base64; `null` if push messages are not set up.
    public_key: Option<String>,
}

/// Where a browser gets push messages, as it returns it.
#[request]
#[derive(Debug)]
pub(crate) struct PushSubscription {
    /// Address at the push service, https, at most 1,000 bytes.
    endpoint: Input<String>,
    /// Keys of the browser.
    keys: Input<PushKeys>,
}

/// Keys of a browser, in unpadded URL-safe base64.
#[request]
#[derive(Debug)]
pub(crate) struct PushKeys {
    /// Public key.
    #[serde(default)]
    #[schema(required)]
    p256dh: String,
    /// Secret.
    #[serde(default)]
    #[schema(required)]
    auth: String,
}

/// A subscription to remove.
#[request]
#[derive(Debug)]
pub(crate) struct RemovedPush {
    /// Its address.
    endpoint: Input<String>,
}

fn example() -> Value {
    json!({"endpoint": "https://fcm.googleapis.com/fcm/send/c1KrmpTuRm8", "keys": {
        "p256dh": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        "auth": "BTBZMqHH6r4Tts7J_aSIgg"}})
}

/// Returns what a browser needs to subscribe to push messages.
#[utoipa::path(get, path = "/me/push", tag = "desk", security(("desk" = [])),
    responses((status = 200, body = Envelope<PushSettings>, description = "Settings",
        example = json!({"success": true, "message": null, "data": {"publicKey":
            "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8"}}))))]
pub(crate) async fn get_push(
    State(state): State<AppState>,
    member: Member,
) -> ApiResult<Envelope<PushSettings>> {
    let request = member.request(GetPushKeyRequest {});
    let response = state.clients.notification.clone().get_push_key(request).await?;
    let key = response.into_inner().public_key;
    Ok(Envelope::new(PushSettings {
        public_key: (!key.is_empty()).then(|| URL_SAFE_NO_PAD.encode(key)),
    }))
}

/// Sends push messages to a browser until the session ends: one browser a session, 10 a person. They go out in working hours, with
/// a kind and a number.
#[utoipa::path(put, path = "/me/push", tag = "desk", security(("desk" = [], "xsrf" = [])),
    request_body(content = PushSubscription, example = json!(example())),
    responses((status = 200, body = Acknowledgement, description = "Subscribed", example = Acknowledgement::success)))]
pub(crate) async fn save_push(
    State(state): State<AppState>,
    member: Member,
    Json(body): Json<PushSubscription>,
) -> ApiResult<Acknowledgement> {
    let request = member.request(SavePushSubscriptionRequest {
        session_token: member.token.clone(),
        subscription: Some(body.into_message()?),
    });
    state.clients.desk.clone().save_push_subscription(request).await?;
    Ok(Acknowledgement::success())
}

impl PushSubscription {
    fn into_message(self) -> Result<Message, Failure> {
        let mut errors = FieldErrors::default();
        let endpoint = self.endpoint.required(&mut errors, "endpoint");
        let keys = self.keys.required(&mut errors, "keys");
        let mut decode = |field, text: &str| {
            let decoded = URL_SAFE_NO_PAD.decode(text.trim_end_matches('='));
            errors.check(field, decoded.map_err(|_| INVALID))
        };
        let keys =
            keys.and_then(|keys| decode("keys.p256dh", &keys.p256dh).zip(decode("keys.auth", &keys.auth)));
        let (endpoint, (public_key, secret)) = errors.finish(endpoint.zip(keys))?;
        Ok(Message {
            id: String::new(),
            endpoint,
            public_key,
            secret,
        })
    }
}

/// Ends the push messages to a browser.
#[utoipa::path(delete, path = "/me/push", tag = "desk", security(("desk" = [], "xsrf" = [])),
    request_body(content = RemovedPush, example = json!({"endpoint": "https://fcm.googleapis.com/fcm/send/c1KrmpTuRm8"})),
    responses((status = 200, body = Acknowledgement, description = "Ended", example = Acknowledgement::success)))]
pub(crate) async fn remove_push(
    State(state): State<AppState>,
    member: Member,
    Json(body): Json<RemovedPush>,
) -> ApiResult<Acknowledgement> {
    let mut errors = FieldErrors::default();
    let endpoint = body.endpoint.required(&mut errors, "endpoint");
    let endpoint = errors.finish(endpoint)?;
    let request = member.request(RemovePushSubscriptionRequest { endpoint });
    state
        .clients
        .desk
        .clone()
        .remove_push_subscription(request)
        .await?;
    Ok(Acknowledgement::success())
}
