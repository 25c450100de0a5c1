//! Staff: returns an inquiry with its timeline.

use kit::{caller::StaffCaller, failure::Failure};
use proto::inquiry::v1::{GetStaffInquiryRequest, GetStaffInquiryResponse};

use super::{State, convert, details};

pub(super) async fn handle(
    state: &State,
    StaffCaller { actor, language }: StaffCaller,
    request: GetStaffInquiryRequest,
) -> Result<GetStaffInquiryResponse, Failure> {
    let number = convert::number(&request.number)?;
    let mut connection = state.pool.acquire().await?;
    let inquiry = details::load(&mut connection, &actor, language, &number).await?;
    Ok(GetStaffInquiryResponse {
        inquiry: Some(inquiry),
    })
}
