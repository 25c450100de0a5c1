//! Gateway: returns the token of the conversation of an offer.

use kit::{caller::Caller, failure::Failure};
use proto::inquiry::v1::{GetConversationTokenRequest, GetConversationTokenResponse};

use crate::{error::InquiryError, grpc::State, store};

pub(super) async fn handle(
    state: &State,
    _: Caller,
    request: GetConversationTokenRequest,
) -> Result<GetConversationTokenResponse, Failure> {
    let mut connection = state.pool.acquire().await?;
    let offer = store::offer::find_newest_sent(&mut connection, &request.offer_number).await?;
    let offer = offer.ok_or(InquiryError::ConversationNotFound)?;
    let inquiry = store::inquiry::find(&mut connection, offer.inquiry).await?;
    let inquiry = inquiry.filter(|inquiry| inquiry.sender.is_some());
    Ok(GetConversationTokenResponse {
        token: inquiry
            .map(|inquiry| state.offer_keys.sign_conversation(&inquiry.number))
            .unwrap_or_default(),
    })
}
