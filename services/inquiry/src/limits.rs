//! How many forms one address may send.

use std::time::Duration;

use kit::{client_address::ClientAddress, limits::Limit};
use sqlx::PgPool;

use crate::{error::InquiryError, inquiry::Kind};

const TRIES: i64 = 30;

const WINDOW: Duration = Duration::from_mins(10);

/// Tries with one form from one address.
pub(crate) const fn of_form(kind: Kind) -> Limit {
    let scope = match kind {
        Kind::Quote => "quote-address",
        Kind::Contact => "contact-address",
        Kind::Catalogue => "catalogue-address",
    };
    Limit {
        scope,
        max_attempts: TRIES,
        window: WINDOW,
    }
}

/// Counts a try, whatever becomes of it.
pub(crate) async fn count(pool: &PgPool, kind: Kind, address: &ClientAddress) -> Result<(), InquiryError> {
    of_form(kind)
        .count(&mut *pool.acquire().await?, address.as_str())
        .await??;
    Ok(())
}
