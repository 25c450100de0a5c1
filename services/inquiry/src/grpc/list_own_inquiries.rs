//! Lists the caller's inquiries.

use kit::{caller::Caller, failure::Failure};
use proto::inquiry::v1::{ListOwnInquiriesRequest, ListOwnInquiriesResponse};
use tonic::Request;

use super::{State, convert};
use crate::store::listing::{self, Filter};

pub(super) async fn handle(
    state: &State,
    request: Request<ListOwnInquiriesRequest>,
) -> Result<ListOwnInquiriesResponse, Failure> {
    let user = Caller::from_request(&request)?.require_user()?;
    let page = convert::page(request.get_ref().page)?;
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
