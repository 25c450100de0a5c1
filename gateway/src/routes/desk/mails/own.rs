//! Mails of own records: sales read those about quotes and orders of their own.

use kit::{
    failure::{Code, Failure},
    staff::{Access, Permission},
};
use proto::{
    inquiry::v1::{GetOfferRequest, GetStaffInquiryRequest},
    notification::v1::MailSubject,
    order::v1::GetDeskOrderRequest,
};

use crate::{desk::Member, error::ApiResult, state::AppState};

/// Whether a member reads the mails of all records.
pub(super) fn reads_all(member: &Member) -> bool {
    member
        .role()
        .is_some_and(|role| role.access(Permission::MailRead) == Access::Always)
}

/// Checks that a record is the member's own.
///
/// # Errors
///
/// Fails if the record has another assignee, or the member may not read it.
pub(super) async fn check(state: &AppState, member: &Member, about: &MailSubject) -> ApiResult<()> {
    let assignee = match about.kind.as_str() {
        "quote" => quote_assignee(state, member, about.number.clone()).await?,
        "order" => order_assignee(state, member, about.number.clone()).await?,
        "offer" => {
            let request = member.request(GetOfferRequest {
                offer_id: about.id.clone(),
            });
            let response = state.clients.offers.clone().get_offer(request).await?;
            let offer = response.into_inner().offer.unwrap_or_default();
            quote_assignee(state, member, offer.inquiry_number).await?
        }
        _ => String::new(),
    };
    if assignee == member.session.user_id.to_string() {
        return Ok(());
    }
    Err(Failure::with_reason(Code::Forbidden, "DESK.ROLE").into())
}

/// Returns the assignee of an order; empty if there is none.
async fn order_assignee(state: &AppState, member: &Member, order_number: String) -> ApiResult<String> {
    let request = member.request(GetDeskOrderRequest { order_number });
    let response = state.clients.desk_order.clone().get_desk_order(request).await?;
    let row = response.into_inner().order.and_then(|order| order.row);
    Ok(row.unwrap_or_default().assignee)
}

/// Returns the assignee of a quote; empty if there is none.
async fn quote_assignee(state: &AppState, member: &Member, number: String) -> ApiResult<String> {
    let request = member.request(GetStaffInquiryRequest { number });
    let response = state.clients.inbox.clone().get_staff_inquiry(request).await?;
    let work = response.into_inner().inquiry.and_then(|quote| quote.work);
    Ok(work.unwrap_or_default().assignee_id)
}
