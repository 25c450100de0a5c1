//! Lists the caller's inquiries.

use kit::{caller::CustomerCaller, domain::InquiryId, failure::Failure};
use proto::inquiry::v1::{Conversation, ListOwnInquiriesRequest, ListOwnInquiriesResponse};

use super::{State, convert};
use crate::store::{listing, message};

pub(super) async fn handle(
    state: &State,
    CustomerCaller { user, .. }: CustomerCaller,
    request: ListOwnInquiriesRequest,
) -> Result<ListOwnInquiriesResponse, Failure> {
    let page = convert::page(request.page)?;
    let mut connection = state.pool.acquire().await?;
    let (inquiries, total_records) = listing::of_user(&mut connection, user, None, page).await?;
    let ids: Vec<_> = inquiries
        .iter()
        .map(|inquiry| InquiryId::uuid(inquiry.id))
        .collect();
    let mut conversations: Vec<Conversation> = Vec::new();
    for (number, message) in message::of_inquiries(&mut connection, &ids).await? {
        match conversations.last_mut().filter(|last| last.number == number) {
            Some(last) => last.messages.push(message.into()),
            None => conversations.push(Conversation {
                number,
                messages: vec![message.into()],
                is_full: false,
            }),
        }
    }
    Ok(ListOwnInquiriesResponse {
        inquiries: inquiries.into_iter().map(convert::inquiry).collect(),
        total_records,
        conversations,
    })
}
