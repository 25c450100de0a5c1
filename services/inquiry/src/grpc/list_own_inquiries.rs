//! Lists the caller's inquiries.

use kit::{caller::CustomerCaller, failure::Failure};
use proto::inquiry::v1::{ListOwnInquiriesRequest, ListOwnInquiriesResponse};

use super::{State, convert};
use crate::store::listing;

pub(super) async fn handle(
    state: &State,
    CustomerCaller { user, .. }: CustomerCaller,
    request: ListOwnInquiriesRequest,
) -> Result<ListOwnInquiriesResponse, Failure> {
    let page = convert::page(request.page)?;
    let (inquiries, total_records) = listing::of_user(&mut *state.pool.acquire().await?, user, page).await?;
    Ok(ListOwnInquiriesResponse {
        inquiries: inquiries.into_iter().map(convert::inquiry).collect(),
        total_records,
    })
}
