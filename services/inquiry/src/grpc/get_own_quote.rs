//! Returns a quote request of the caller with its offers.

use kit::{caller::CustomerCaller, failure::Failure};
use proto::inquiry::v1::{GetOwnQuoteRequest, GetOwnQuoteResponse};

use super::{State, convert, own_quote};
use crate::{error::InquiryError, store::listing};

pub(super) async fn handle(
    state: &State,
    CustomerCaller { user, .. }: CustomerCaller,
    request: GetOwnQuoteRequest,
) -> Result<GetOwnQuoteResponse, Failure> {
    let number = convert::number(&request.number)?;
    let mut connection = state.pool.acquire().await?;
    let inquiry = listing::quote_of_user(&mut connection, user, &number)
        .await?
        .ok_or(InquiryError::NotFound)?;
    let mut quotes = own_quote::with_offers(state, &mut connection, vec![inquiry]).await?;
    Ok(GetOwnQuoteResponse { quote: quotes.pop() })
}
