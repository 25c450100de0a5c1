//! Submission of the three forms. A repeated submission returns the first number.

use kit::{
    caller::Caller,
    client_address::ClientAddress,
    domain::{InquiryId, Language, UserId, reference_number},
};
use sqlx::PgPool;

use super::State;
use crate::{
    error::InquiryError,
    events,
    inquiry::{Kind, NewInquiry, Sender, Subject},
    limits,
    store::{self, submission},
    submission::Key,
};

/// Maximum number of generated inquiry numbers, in case of collisions.
const MAX_NUMBER_ATTEMPTS: usize = 5;

/// Client that submits a form.
pub(super) struct Visitor {
    /// The signed-in user.
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

/// Counts the submission and returns the number of the inquiry that it repeats, if any.
pub(super) async fn find_repeated(
    pool: &PgPool,
    kind: Kind,
    visitor: &Visitor,
    key: &Key,
) -> Result<Option<String>, InquiryError> {
    limits::count(pool, kind, &visitor.address).await?;
    match submission::find(&mut *pool.acquire().await?, kind, key).await? {
        Some(stored) => stored.resolve(key).map(Some),
        None => Ok(None),
    }
}

/// Stores an inquiry unless it repeats one, and returns its number.
pub(super) async fn submit(
    state: &State,
    visitor: &Visitor,
    key: &Key,
    subject: Subject,
    sender: Sender,
) -> Result<String, InquiryError> {
    match find_repeated(&state.pool, subject.kind(), visitor, key).await? {
        Some(number) => Ok(number),
        None => insert(state, visitor, key, subject, sender).await,
    }
}

/// Inserts an inquiry and returns its number. Of parallel submissions with one key the first one inserts it.
pub(super) async fn insert(
    state: &State,
    visitor: &Visitor,
    key: &Key,
    subject: Subject,
    sender: Sender,
) -> Result<String, InquiryError> {
    let kind = subject.kind();
    let mut inquiry = NewInquiry {
        id: InquiryId::generate(),
        number: reference_number(kind.number_prefix()),
        subject,
        sender,
        user: visitor.user,
        language: visitor.language,
    };
    let mut transaction = kit::database::begin(&state.pool).await?;
    if !submission::claim(&mut transaction, kind, key, inquiry.id).await? {
        // The claim expires after the start of this transaction, and only sweeps delete expired ones.
        return submission::find(&mut transaction, kind, key)
            .await?
            .ok_or(InquiryError::Inconsistent("a key is claimed without an inquiry"))?
            .resolve(key);
    }
    let mut attempts = 1;
    while !store::inquiry::insert(&mut transaction, &inquiry).await? {
        if attempts == MAX_NUMBER_ATTEMPTS {
            return Err(InquiryError::Inconsistent(
                "all generated inquiry numbers are taken",
            ));
        }
        attempts += 1;
        inquiry.number = reference_number(kind.number_prefix());
    }
    events::received(&mut transaction, &inquiry).await?;
    transaction.commit().await?;
    state.metrics.record_inquiry(kind);
    Ok(inquiry.number)
}
