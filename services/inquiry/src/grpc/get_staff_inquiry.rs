//! Staff: returns an inquiry with its timeline.

use kit::{caller::Caller, failure::Failure, staff::Permission};
use proto::inquiry::v1::{GetStaffInquiryRequest, GetStaffInquiryResponse};
use tonic::Request;

use super::{State, convert, details};

pub(super) async fn handle(
    state: &State,
    request: Request<GetStaffInquiryRequest>,
) -> Result<GetStaffInquiryResponse, Failure> {
    let caller = Caller::from_request(&request)?;
    let actor = caller.require_permission(Permission::QuotesRead)?;
    let number = convert::number(&request.get_ref().number)?;
    let mut connection = state.pool.acquire().await?;
    let inquiry = details::load(&mut connection, &actor, caller.language, &number).await?;
    Ok(GetStaffInquiryResponse {
        inquiry: Some(inquiry),
    })
}
