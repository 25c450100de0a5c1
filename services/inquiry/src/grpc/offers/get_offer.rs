//! Staff: returns a revision.

use kit::{caller::Caller, failure::Failure};
use proto::inquiry::v1::{GetOfferRequest, GetOfferResponse};
use tonic::Request;

use super::{convert, view};
use crate::grpc::State;

pub(super) async fn handle(
    state: &State,
    request: Request<GetOfferRequest>,
) -> Result<GetOfferResponse, Failure> {
    let actor = view::require_reader(Caller::from_request(&request)?)?;
    let id = convert::offer_id(&request.get_ref().offer_id)?;
    Ok(GetOfferResponse {
        offer: Some(view::load(state, &actor, id).await?),
    })
}
