//! Lists the caller's quote requests with their offers.

use kit::{caller::CustomerCaller, failure::Failure};
use proto::inquiry::v1::{ListOwnQuotesRequest, ListOwnQuotesResponse};

use super::{State, convert, own_quote};
use crate::{inquiry::Kind, store::listing};

pub(super) async fn handle(
    state: &State,
    CustomerCaller { user, .. }: CustomerCaller,
    request: ListOwnQuotesRequest,
) -> Result<ListOwnQuotesResponse, Failure> {
    let page = convert::page(request.page)?;
    let mut connection = state.pool.acquire().await?;
    let (inquiries, total_records) = listing::of_user(&mut connection, user, Some(Kind::Quote), page).await?;
    Ok(ListOwnQuotesResponse {
        quotes: own_quote::with_offers(state, &mut connection, inquiries).await?,
        total_records,
    })
}
