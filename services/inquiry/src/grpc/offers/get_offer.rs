//! Staff: returns a revision.

use kit::{caller::StaffCaller, failure::Failure};
use proto::inquiry::v1::{GetOfferRequest, GetOfferResponse};

use super::{convert, view};
use crate::grpc::State;

pub(super) async fn handle(
    state: &State,
    StaffCaller { actor, .. }: StaffCaller,
    request: GetOfferRequest,
) -> Result<GetOfferResponse, Failure> {
    let id = convert::offer_id(&request.offer_id)?;
    Ok(GetOfferResponse {
        offer: Some(view::load(state, &actor, id).await?),
    })
}
