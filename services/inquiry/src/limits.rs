//! Rate limits.

use std::time::Duration;

use kit::{client_address::ClientAddress, limits::Limit};
use sqlx::PgPool;

use crate::{error::InquiryError, inquiry::Kind};

const MAX_ATTEMPTS: i64 = 30;

const WINDOW: Duration = Duration::from_mins(10);

/// Returns the limit of submissions of a form from one address.
pub(crate) const fn for_form(kind: Kind) -> Limit {
    let scope = match kind {
        Kind::Quote => "quote-address",
        Kind::Contact => "contact-address",
        Kind::Brochure => "catalogue-address",
    };
    Limit {
        scope,
        max_attempts: MAX_ATTEMPTS,
        window: WINDOW,
    }
}

/// Counts a submission. Fails if the limit is reached.
pub(crate) async fn count(pool: &PgPool, kind: Kind, address: &ClientAddress) -> Result<(), InquiryError> {
    for_form(kind)
        .count_address(&mut *pool.acquire().await?, address)
        .await??;
    Ok(())
}
