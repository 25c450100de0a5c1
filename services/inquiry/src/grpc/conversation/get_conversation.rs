//! Staff: returns the conversation of an inquiry, with its link.

use kit::{caller::StaffCaller, failure::Failure};
use proto::inquiry::v1::{GetConversationRequest, GetConversationResponse};

use super::convert;
use crate::{
    access::{self, Ownership},
    edit::is_mentioned,
    error::InquiryError,
    grpc::{State, convert::number},
    store,
};

pub(super) async fn handle(
    state: &State,
    StaffCaller { actor, .. }: StaffCaller,
    request: GetConversationRequest,
) -> Result<GetConversationResponse, Failure> {
    let number = number(&request.number)?;
    let mut connection = state.pool.acquire().await?;
    let inquiry = store::inquiry::find_by_number(&mut connection, &number)
        .await?
        .ok_or(InquiryError::NotFound)?;
    let ownership = Ownership {
        assignee: inquiry.work.assignee,
        is_mentioned: is_mentioned(&mut connection, &actor, &inquiry).await?,
    };
    access::check_read(&actor, ownership)?;
    let conversation = convert::load(&mut connection, &inquiry).await?;
    let is_linked = inquiry.sender.is_some() && access::sees_contacts(&actor);
    let sender = inquiry.sender.filter(|_| is_linked);
    Ok(GetConversationResponse {
        conversation: Some(conversation),
        token: if is_linked {
            state.offer_keys.sign_conversation(&inquiry.number)
        } else {
            String::new()
        },
        language: inquiry.language.into(),
        is_mailed: sender.as_ref().is_some_and(|sender| !sender.email.is_empty()),
        customer_name: sender.map(|sender| sender.name).unwrap_or_default(),
        customer_phone: inquiry.work.phone.filter(|_| is_linked).unwrap_or_default(),
    })
}
