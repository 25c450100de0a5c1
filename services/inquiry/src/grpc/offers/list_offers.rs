//! Staff: returns the offers of an inquiry, newest number first, then newest revision.

use kit::{caller::Caller, failure::Failure};
use proto::inquiry::v1::{ListOffersRequest, ListOffersResponse};
use tonic::Request;

use super::{convert, limits::Limits, view};
use crate::{
    error::InquiryError,
    grpc::{State, convert as inquiries},
    store,
};

pub(super) async fn handle(
    state: &State,
    request: Request<ListOffersRequest>,
) -> Result<ListOffersResponse, Failure> {
    let actor = view::require_reader(Caller::from_request(&request)?)?;
    let number = inquiries::number(&request.get_ref().inquiry_number)?;
    let (offers, now) = {
        let mut connection = state.pool.acquire().await?;
        let inquiry = store::inquiry::find_by_number(&mut connection, &number)
            .await?
            .ok_or(InquiryError::NotFound)?;
        let offers = store::offer::list(&mut connection, inquiry.id).await?;
        (offers, store::inquiry::now(&mut connection).await?)
    };
    let limits = Limits::load_to_show(state, &actor, &offers).await;
    let offers: Result<_, _> = offers
        .into_iter()
        .map(|offer| convert::offer(offer, &number, now, &limits))
        .collect();
    Ok(ListOffersResponse { offers: offers? })
}
