//! Changes the caller's own settings; absent fields stay.

use kit::{
    caller::Caller,
    change::{self, Effect},
    domain::Language,
    failure::Failure,
    validation::FieldErrors,
};
use proto::account::v1::{UpdateOwnStaffRequest, UpdateOwnStaffResponse};

use super::{State, complete_session, convert};
use crate::{
    error::AccountError,
    store::{
        self,
        staff::{OwnSettings, OwnStaff},
    },
};

/// New values of the fields that change.
struct Change {
    name: Option<String>,
    lastname: Option<String>,
    /// Empty for none.
    phone: Option<String>,
    language: Option<Language>,
    signature: Option<String>,
}

pub(super) async fn handle(
    state: &State,
    _: Caller,
    request: UpdateOwnStaffRequest,
) -> Result<UpdateOwnStaffResponse, Failure> {
    let session = complete_session(&mut *state.pool.acquire().await?, &request.session_token).await?;
    let change = decode(&request)?;

    change::run(&state.pool, async |connection| {
        store::staff::lock(connection, session.user).await?;
        let present = store::staff::find_own(connection, session.user)
            .await?
            .ok_or(AccountError::NoSession)?;
        if present.version != request.version {
            return Err(AccountError::Changed.into());
        }
        let settings = settings(&present.settings, &request, &change);
        let name = change.name.unwrap_or_else(|| present.name.clone());
        let lastname = change.lastname.unwrap_or_else(|| present.lastname.clone());
        let language = change.language.unwrap_or(present.language);
        let detail = changes(&present, &settings, &name, &lastname, language);
        let mut effect = Effect::none();
        if detail.as_object().is_some_and(|changes| !changes.is_empty()) {
            store::user::set_name(connection, session.user, &name, &lastname).await?;
            store::staff::set_language(connection, session.user, language).await?;
            store::staff::update_own(connection, session.user, &settings).await?;
            effect = Effect::audited(&session.actor(), "UpdateStaff", session.user.to_string(), detail);
        }
        let session = Some(convert::session(connection, &session, &state.desk).await?);
        Ok(effect.with(UpdateOwnStaffResponse { session }))
    })
    .await
}

fn decode(request: &UpdateOwnStaffRequest) -> Result<Change, Failure> {
    let mut errors = FieldErrors::default();
    let name = request
        .name
        .as_deref()
        .and_then(|name| errors.name::<2, 100>("name", name));
    let lastname = request
        .lastname
        .as_deref()
        .and_then(|name| errors.name::<2, 100>("lastname", name));
    let phone = match request.phone.as_deref().map(str::trim) {
        None => None,
        Some("") => Some(String::new()),
        Some(phone) => errors
            .phone("phone", phone)
            .map(|phone| phone.as_str().to_owned()),
    };
    let language = errors.word("language", request.language);
    let signature = request
        .signature
        .as_deref()
        .and_then(|signature| errors.text::<0, 500>("signature", signature));
    errors.into_result()?;
    Ok(Change {
        name,
        lastname,
        phone,
        language,
        signature,
    })
}

fn settings(present: &OwnSettings, request: &UpdateOwnStaffRequest, change: &Change) -> OwnSettings {
    OwnSettings {
        phone: match &change.phone {
            None => present.phone.clone(),
            Some(phone) => Some(phone.clone()).filter(|phone| !phone.is_empty()),
        },
        signature: change
            .signature
            .clone()
            .unwrap_or_else(|| present.signature.clone()),
        shortcuts: request.shortcuts.unwrap_or(present.shortcuts),
        notify_new_quote: request.notify_new_quote.unwrap_or(present.notify_new_quote),
        notify_follow_up_due: request
            .notify_follow_up_due
            .unwrap_or(present.notify_follow_up_due),
        notify_offer: request.notify_offer.unwrap_or(present.notify_offer),
        notify_mention: request.notify_mention.unwrap_or(present.notify_mention),
    }
}

/// Returns the changed fields with their old and new values, personal ones hidden.
fn changes(
    present: &OwnStaff,
    settings: &OwnSettings,
    name: &str,
    lastname: &str,
    language: Language,
) -> serde_json::Value {
    let mut detail = serde_json::Map::new();
    let old = &present.settings;
    for (field, is_changed) in [
        ("name", present.name != name),
        ("lastname", present.lastname != lastname),
        ("phone", old.phone != settings.phone),
        ("signature", old.signature != settings.signature),
    ] {
        if is_changed {
            detail.insert(field.to_owned(), serde_json::json!(["…", "…"]));
        }
    }
    for (field, old, new) in [
        ("shortcuts", old.shortcuts, settings.shortcuts),
        (
            "notifications.newQuote",
            old.notify_new_quote,
            settings.notify_new_quote,
        ),
        (
            "notifications.followUpDue",
            old.notify_follow_up_due,
            settings.notify_follow_up_due,
        ),
        ("notifications.offer", old.notify_offer, settings.notify_offer),
        (
            "notifications.mention",
            old.notify_mention,
            settings.notify_mention,
        ),
    ] {
        if old != new {
            detail.insert(field.to_owned(), serde_json::json!([old, new]));
        }
    }
    if present.language != language {
        detail.insert(
            "language".to_owned(),
            serde_json::json!([present.language.name(), language.name()]),
        );
    }
    detail.into()
}
