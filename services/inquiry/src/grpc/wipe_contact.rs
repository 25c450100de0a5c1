//! Owner: deletes the personal data of a customer.

use kit::{
    caller::{Actor, StaffCaller},
    change::{Change, Effect},
    failure::Failure,
    validation::FieldErrors,
};
use proto::inquiry::v1::{WipeContactRequest, WipeContactResponse};
use serde_json::json;
use sqlx::PgConnection;
use uuid::Uuid;

use super::State;
use crate::{
    clients::order::FoundOrders,
    contact::Contact,
    error::InquiryError,
    inquiry::UpdateError,
    store::{contact, inquiry, merge},
    wiping,
};

pub(super) async fn handle(
    state: &State,
    StaffCaller { actor, .. }: StaffCaller,
    request: WipeContactRequest,
) -> Result<WipeContactResponse, Failure> {
    let mut errors = FieldErrors::default();
    errors.idempotency_key(&request.idempotency_key);
    errors.into_result()?;
    let id: Uuid = request
        .contact_id
        .parse()
        .map_err(|_| InquiryError::ContactNotFound)?;
    let orders = find_orders(state, id).await?;
    let change = Change::once(
        &actor,
        format!("WipeContact {id}"),
        &request.idempotency_key,
        &request,
    );
    let contact = change
        .run(
            &state.pool,
            async |connection| {
                let id = merge::resolve(connection, id).await?;
                merge::lock_inquiries(connection, &[id]).await?;
                let contact = contact::lock(connection, id).await?;
                contact.ok_or(InquiryError::ContactNotFound)
            },
            async |connection, contact| wipe(connection, &actor, &contact, request.version, orders).await,
            async |connection, _| contact::find(connection, id).await.map_err(InquiryError::from),
        )
        .await?;
    Ok(WipeContactResponse {
        contact: contact.map(Into::into),
    })
}

/// Returns the orders with a phone or an e-mail of the customer. New ones come from nobody whom the transaction does not see: a
/// customer gets a phone or an e-mail by a new inquiry, which is open, or by a change that raises the version.
async fn find_orders(state: &State, contact: Uuid) -> Result<FoundOrders, Failure> {
    let mut connection = state.pool.acquire().await?;
    let contact = merge::resolve(&mut connection, contact).await?;
    let points = contact::points(&mut connection, contact).await?;
    // The connection returns to the pool before the call.
    drop(connection);
    state.orders.find(points).await
}

async fn wipe(
    connection: &mut PgConnection,
    actor: &Actor,
    contact: &Contact,
    version: i64,
    orders: FoundOrders,
) -> Result<Effect, InquiryError> {
    if contact.version != version {
        return Err(UpdateError::VersionChanged.into());
    }
    if contact.name.is_none() {
        return Err(InquiryError::ContactWiped);
    }
    let open = inquiry::count_open_work(connection, contact.id).await?;
    if orders.has_open || open.orders > 0 {
        return Err(InquiryError::HasOpenOrder);
    }
    if open.quotes > 0 {
        return Err(InquiryError::HasOpenQuote);
    }
    wiping::wipe_contact(connection, contact.id, &actor.to_string(), orders.ids).await?;
    Ok(Effect::audited(
        actor,
        "WipeContact",
        contact.id.to_string(),
        json!({}),
    ))
}
