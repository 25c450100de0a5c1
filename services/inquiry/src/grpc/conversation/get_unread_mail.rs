//! Notification: returns what staff wrote and the customer has not read.

use kit::{caller::ServiceCaller, failure::Failure};
use proto::inquiry::v1::{GetUnreadMailRequest, GetUnreadMailResponse};

use crate::{error::InquiryError, grpc::State, store};

pub(super) async fn handle(
    state: &State,
    _: ServiceCaller,
    request: GetUnreadMailRequest,
) -> Result<GetUnreadMailResponse, Failure> {
    let id = request.inquiry_id.parse().map_err(|_| InquiryError::NotFound)?;
    let mut connection = state.pool.acquire().await?;
    let inquiry = store::inquiry::find(&mut connection, id)
        .await?
        .ok_or(InquiryError::NotFound)?;
    let sender = inquiry.sender.ok_or(InquiryError::NotFound)?;
    let messages = store::message::list(&mut connection, id).await?;
    let unread = messages
        .into_iter()
        .filter(|message| message.author.is_some() && message.read_at.is_none());
    Ok(GetUnreadMailResponse {
        messages: unread.map(Into::into).collect(),
        token: state.offer_keys.sign_conversation(&inquiry.number),
        number: inquiry.number,
        email: sender.email,
        language: inquiry.language.into(),
    })
}
