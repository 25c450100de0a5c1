//! Returns a mail by staff to the notification service.

use kit::{caller::ServiceCaller, failure::Failure};
use proto::inquiry::v1::{GetStaffMailRequest, GetStaffMailResponse};

use super::State;
use crate::{error::InquiryError, store, timeline::Detail};

pub(super) async fn handle(
    state: &State,
    _: ServiceCaller,
    request: GetStaffMailRequest,
) -> Result<GetStaffMailResponse, Failure> {
    let id = request.message_id.parse().map_err(|_| InquiryError::NotFound)?;
    let mut connection = state.pool.acquire().await?;
    let (inquiry, entry) = store::timeline::find_mail(&mut connection, id)
        .await?
        .ok_or(InquiryError::NotFound)?;
    let inquiry = store::inquiry::find(&mut connection, inquiry)
        .await?
        .ok_or(InquiryError::NotFound)?;
    let subject = match entry.detail {
        Detail::Mail { subject } => subject.unwrap_or_default(),
        _ => return Err(InquiryError::NotFound.into()),
    };
    let sender = inquiry.sender.as_ref();
    Ok(GetStaffMailResponse {
        number: inquiry.number.clone(),
        email: sender.map(|sender| sender.email.clone()).unwrap_or_default(),
        name: sender.map(|sender| sender.name.clone()).unwrap_or_default(),
        subject,
        text: entry.text,
        language: inquiry.language.into(),
    })
}
