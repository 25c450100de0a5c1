//! What the three forms have in common: a form that is sent twice is taken in once.

use kit::{
    caller::Caller,
    client_address::ClientAddress,
    domain::{InquiryId, Language, UserId},
};
use sqlx::PgPool;

use super::State;
use crate::{
    error::InquiryError,
    events,
    inquiry::{Kind, NewInquiry, Sender, Subject},
    limits, number,
    store::{self, submission},
    submission::Key,
};

/// How many numbers are tried; that even one is taken is rare.
const NUMBERS: usize = 5;

/// Who sends a form.
pub(super) struct Visitor {
    /// Who is signed in.
    user: Option<UserId>,
    language: Language,
    address: ClientAddress,
}

impl Visitor {
    pub(super) fn new(caller: &Caller, client_address: &str) -> Self {
        Self {
            user: caller.require_user().ok(),
            language: caller.language,
            address: ClientAddress::parse(client_address),
        }
    }
}

/// Counts the try and answers the number of the inquiry that it repeats, where it does.
pub(super) async fn begin(
    pool: &PgPool,
    kind: Kind,
    visitor: &Visitor,
    key: &Key,
) -> Result<Option<String>, InquiryError> {
    limits::count(pool, kind, &visitor.address).await?;
    match submission::find(&mut *pool.acquire().await?, kind, key).await? {
        Some(earlier) => earlier.meet(key).map(Some),
        None => Ok(None),
    }
}

/// Both at once, for forms that nobody else is asked about.
pub(super) async fn at_once(
    state: &State,
    visitor: &Visitor,
    key: &Key,
    subject: Subject,
    sender: Sender,
) -> Result<String, InquiryError> {
    match begin(&state.pool, subject.kind(), visitor, key).await? {
        Some(number) => Ok(number),
        None => finish(state, visitor, key, subject, sender).await,
    }
}

/// Writes the inquiry down and answers its number; of parallel tries one gets here first, and the others answer the
/// same.
pub(super) async fn finish(
    state: &State,
    visitor: &Visitor,
    key: &Key,
    subject: Subject,
    sender: Sender,
) -> Result<String, InquiryError> {
    let kind = subject.kind();
    let mut inquiry = NewInquiry {
        id: InquiryId::generate(),
        number: number::generate(kind),
        subject,
        sender,
        user: visitor.user,
        language: visitor.language,
    };
    let mut transaction = state.pool.begin().await?;
    if !submission::claim(&mut transaction, kind, key, inquiry.id).await? {
        let earlier = submission::find(&mut transaction, kind, key).await?;
        // The row is claimed until a time after this transaction began, and only the sweeper removes rows.
        return earlier
            .ok_or(InquiryError::Broken("a key is claimed for no inquiry"))?
            .meet(key);
    }
    let mut tries = 1;
    while !store::inquiry::insert(&mut transaction, &inquiry).await? {
        if tries == NUMBERS {
            return Err(InquiryError::Broken("all numbers that were tried are taken"));
        }
        tries += 1;
        inquiry.number = number::generate(kind);
    }
    events::taken_in(&mut transaction, &inquiry).await?;
    transaction.commit().await?;
    state.metrics.received(kind);
    Ok(inquiry.number)
}
