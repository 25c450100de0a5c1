//! Staff: returns a customer with the newest inquiries.

use kit::{caller::StaffCaller, convert::timestamp, failure::Failure};
use proto::inquiry::v1::{ContactMerge, ContactTimelineEntry, GetContactRequest, GetContactResponse};

use super::{State, details};
use crate::{error::InquiryError, store};

pub(super) async fn handle(
    state: &State,
    _: StaffCaller,
    request: GetContactRequest,
) -> Result<GetContactResponse, Failure> {
    let id = request
        .contact_id
        .parse()
        .map_err(|_| InquiryError::ContactNotFound)?;
    let mut connection = state.pool.acquire().await?;
    let contact = store::contact::find(&mut connection, id)
        .await?
        .ok_or(InquiryError::ContactNotFound)?;
    let id = contact.id;
    let now = store::inquiry::now(&mut connection).await?;
    let merges = store::merge::list(&mut connection, id).await?;
    let inquiries = store::contact::inquiries(&mut connection, id).await?;
    let timeline = store::timeline::list_of_contact(&mut connection, id).await?;
    Ok(GetContactResponse {
        contact: Some(contact.into()),
        inquiries: inquiries
            .into_iter()
            .map(|inquiry| details::row(inquiry, now, true))
            .collect(),
        timeline: timeline
            .into_iter()
            .map(|(number, entry)| ContactTimelineEntry {
                number,
                entry: Some(entry.into()),
            })
            .collect(),
        merges: merges
            .into_iter()
            .map(|merge| ContactMerge {
                id: merge.id.to_string(),
                contact_id: merge.other.to_string(),
                name: merge.name,
                at: Some(timestamp(merge.at)),
                by: merge.by,
            })
            .collect(),
    })
}
