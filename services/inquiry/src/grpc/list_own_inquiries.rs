//! Lists the caller's inquiries.

use kit::{caller::CustomerCaller, failure::Failure};
use proto::inquiry::v1::{ListOwnInquiriesRequest, ListOwnInquiriesResponse};

use super::{State, convert};
use crate::store::listing::{self, Filter};

pub(super) async fn handle(
    state: &State,
    CustomerCaller { user, .. }: CustomerCaller,
    request: ListOwnInquiriesRequest,
) -> Result<ListOwnInquiriesResponse, Failure> {
    let page = convert::page(request.page)?;
    let filter = Filter {
        user: Some(user),
        ..Filter::default()
    };
    let (inquiries, total_records) = listing::list(&mut *state.pool.acquire().await?, &filter, page).await?;
    Ok(ListOwnInquiriesResponse {
        inquiries: inquiries
            .into_iter()
            .map(|inquiry| convert::inquiry(inquiry, Vec::new()))
            .collect(),
        total_records,
    })
}
