//! Returns a staff member to other services.

use kit::{caller::ServiceCaller, failure::Failure};
use proto::account::v1::{GetStaffMemberRequest, GetStaffMemberResponse, StaffName, StaffNotifications};

use super::{State, convert, member};

pub(super) async fn handle(
    state: &State,
    _: ServiceCaller,
    request: GetStaffMemberRequest,
) -> Result<GetStaffMemberResponse, Failure> {
    let member = member(&mut *state.pool.acquire().await?, &request.user_id).await?;
    Ok(GetStaffMemberResponse {
        state: convert::state(&member).into(),
        name: Some(StaffName {
            user_id: member.user.to_string(),
            name: member.name,
            lastname: member.lastname,
            role: member.role.into(),
            store_id: convert::store_id(member.store),
        }),
        discount_limit_percent: member.discount_limit.into(),
        phone: member.phone.unwrap_or_default(),
        signature: member.signature,
        email: member.email,
        language: member.language.into(),
        notifications: Some(StaffNotifications {
            new_quote: member.notifications.new_quote,
            follow_up_due: member.notifications.follow_up_due,
            offer: member.notifications.offer,
            mention: member.notifications.mention,
        }),
    })
}
