//! Staff: takes merged customers apart again.

use kit::{caller::StaffCaller, change, failure::Failure};
use proto::inquiry::v1::{SeparateContactsRequest, SeparateContactsResponse};
use uuid::Uuid;

use super::{State, merge_contacts::publish};
use crate::{
    error::InquiryError,
    store::{contact, merge},
};

pub(super) async fn handle(
    state: &State,
    StaffCaller { actor, .. }: StaffCaller,
    request: SeparateContactsRequest,
) -> Result<SeparateContactsResponse, Failure> {
    let parse = |id: &str| id.parse::<Uuid>().map_err(|_| InquiryError::ContactNotFound);
    let (id, merge_id) = (parse(&request.contact_id)?, parse(&request.merge_id)?);
    let contact = change::run(&state.pool, async |connection| {
        let not_found = InquiryError::ContactNotFound;
        let pair = merge::lock(connection, id, merge_id).await?.ok_or(not_found)?;
        let contact = contact::load(connection, pair.contact).await?;
        let other = contact::load(connection, pair.other).await?;
        let (Some(contact), Some(other)) = (contact, other) else {
            return Err(InquiryError::ContactNotFound);
        };
        merge::separate(connection, merge_id, &contact, &other, &actor).await?;
        let ids = [contact.id, other.id];
        let effect = publish(connection, &actor, "SeparateContacts", "separated", ids).await?;
        let contact = contact::load(connection, contact.id).await?;
        Ok(effect.with(contact.map(Into::into)))
    })
    .await?;
    Ok(SeparateContactsResponse { contact })
}
