//! Staff: merges a customer into another one.

use kit::{
    caller::{Actor, StaffCaller},
    change::{Change, Effect},
    failure::Failure,
    validation::{FieldErrors, INVALID},
};
use proto::inquiry::v1::{MergeContactsRequest, MergeContactsResponse};
use serde_json::json;
use sqlx::PgConnection;
use uuid::Uuid;

use super::State;
use crate::{
    contact::Contact,
    error::InquiryError,
    events,
    inquiry::UpdateError,
    store::{contact, merge},
};

pub(super) async fn handle(
    state: &State,
    StaffCaller { actor, .. }: StaffCaller,
    request: MergeContactsRequest,
) -> Result<MergeContactsResponse, Failure> {
    let mut errors = FieldErrors::default();
    let other_id = errors.check("otherId", request.other_id.parse().map_err(|_| INVALID));
    errors.idempotency_key(&request.idempotency_key);
    let other_id: Uuid = errors.finish(other_id)?;
    let id: Uuid = request
        .contact_id
        .parse()
        .map_err(|_| InquiryError::ContactNotFound)?;
    let contact = Change::once(
        &actor,
        format!("MergeContacts {id}"),
        &request.idempotency_key,
        &request,
    )
    .run(
        &state.pool,
        async |connection| lock(connection, id, other_id).await,
        async |connection, (contact, other)| {
            check(&request, &contact, &other)?;
            effect(connection, &actor, &contact, &other).await
        },
        async |connection, _| contact::find(connection, id).await.map_err(InquiryError::from),
    )
    .await?;
    Ok(MergeContactsResponse {
        contact: contact.map(Into::into),
    })
}

/// Locks both customers and returns them.
async fn lock(
    connection: &mut PgConnection,
    contact: Uuid,
    other: Uuid,
) -> Result<(Contact, Contact), InquiryError> {
    let contact = merge::resolve(connection, contact).await?;
    let other = merge::resolve(connection, other).await?;
    merge::lock_inquiries(connection, &[contact, other]).await?;
    // In one order, so that two merges do not wait for each other.
    let mut ids = [contact, other];
    ids.sort_unstable();
    for id in ids {
        merge::lock_present(connection, id).await?;
    }
    let found = contact::find(connection, contact).await?;
    let other = contact::find(connection, other).await?;
    Ok((
        found.ok_or(InquiryError::ContactNotFound)?,
        other.ok_or_else(|| Failure::invalid_field("otherId", INVALID))?,
    ))
}

/// Checks that a customer can be merged into another one.
fn check(request: &MergeContactsRequest, contact: &Contact, other: &Contact) -> Result<(), InquiryError> {
    if contact.id == other.id {
        return Err(Failure::invalid_field("otherId", INVALID).into());
    }
    if contact.version != request.version {
        return Err(UpdateError::VersionChanged.into());
    }
    if other.version != request.other_version {
        return Err(InquiryError::OtherChanged(other.id));
    }
    if contact.name.is_none() || other.name.is_none() {
        return Err(InquiryError::ContactWiped);
    }
    match (contact.user, other.user) {
        (Some(user), Some(others)) if user != others => Err(InquiryError::TwoAccounts),
        _ => Ok(()),
    }
}

async fn effect(
    connection: &mut PgConnection,
    actor: &Actor,
    contact: &Contact,
    other: &Contact,
) -> Result<Effect, InquiryError> {
    merge::merge(connection, contact, other, actor).await?;
    publish(
        connection,
        actor,
        "MergeContacts",
        "merged",
        [contact.id, other.id],
    )
    .await
}

/// Publishes a merge or its end for both customers and returns its entries in the audit log.
pub(super) async fn publish(
    connection: &mut PgConnection,
    actor: &Actor,
    action: &'static str,
    what: &str,
    [contact, other]: [Uuid; 2],
) -> Result<Effect, InquiryError> {
    let by = actor.to_string();
    let mut effect = Effect::none();
    for (subject, counterpart) in [(contact, other), (other, contact)] {
        events::contact_changed(connection, subject, what, Some(&by), Vec::new()).await?;
        let detail = json!({"contact": counterpart});
        effect.add(Effect::audited(actor, action, subject.to_string(), detail));
    }
    Ok(effect)
}

#[cfg(test)]
mod tests;
