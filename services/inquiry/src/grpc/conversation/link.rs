//! The inquiry whose conversation a token opens.

use kit::keyed_mutex::Permit;
use sqlx::PgConnection;

use crate::{error::InquiryError, grpc::State, inquiry::Inquiry, store};

/// Waits until no other call of this process has a token of the same record.
///
/// # Errors
///
/// Fails if the token is wrong.
pub(super) async fn exclude_others(state: &State, token: &str) -> Result<Permit, InquiryError> {
    let keys = &state.offer_keys;
    let number = keys.verify(token).or_else(|| keys.verify_conversation(token));
    let number = number.ok_or(InquiryError::ConversationNotFound)?;
    Ok(state.offer_locks.acquire(number.to_owned()).await)
}

/// Returns the inquiry of a token: of a sent offer, or of its own. A wiped inquiry has no conversation for the customer.
///
/// # Errors
///
/// Fails if the token is wrong.
pub(super) async fn open(
    state: &State,
    connection: &mut PgConnection,
    token: &str,
) -> Result<Inquiry, InquiryError> {
    let inquiry = if let Some(number) = state.offer_keys.verify(token) {
        match store::offer::find_newest_sent(connection, number).await? {
            Some(offer) => store::inquiry::find(connection, offer.inquiry).await?,
            None => None,
        }
    } else if let Some(number) = state.offer_keys.verify_conversation(token) {
        store::inquiry::find_by_number(connection, number).await?
    } else {
        None
    };
    inquiry
        .filter(|inquiry| inquiry.sender.is_some())
        .ok_or(InquiryError::ConversationNotFound)
}
