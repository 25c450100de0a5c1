//! Submission of the three forms. A repeated submission returns the first number.

use kit::{
    caller::Caller,
    client_address::ClientAddress,
    clock,
    domain::{InquiryId, Language, UserId, Visit, reference_number},
    vocabulary::inquiry::Source,
};
use proto::common::v1 as common;
use sqlx::{PgConnection, PgPool};

use super::State;
use crate::{
    contact::phone_number,
    error::InquiryError,
    events,
    inquiry::{Kind, NewInquiry, Sender, Subject, record},
    limits,
    store::{self, contact::Identity, submission},
    submission::{Key, Receipt},
    timeline::{Detail, Entry},
    work::Work,
};

/// Maximum number of generated inquiry numbers, in case of collisions.
const MAX_NUMBER_ATTEMPTS: usize = 5;

/// Client that submits a form.
pub(super) struct Visitor {
    /// The signed-in user.
    user: Option<UserId>,
    language: Language,
    address: ClientAddress,
    visit: Visit,
}

impl Visitor {
    pub(super) fn new(caller: &Caller, client_address: &str, visit: Option<&common::Visit>) -> Self {
        Self {
            user: caller.user(),
            language: caller.language,
            address: ClientAddress::parse(client_address),
            visit: Visit::read(visit, clock::now()),
        }
    }

    /// Returns who the visitor is for idempotency keys: the user, or the address of a visitor who is not signed in.
    pub(super) fn name(&self) -> String {
        match &self.user {
            Some(user) => user.to_string(),
            None => self.address.as_str().to_owned(),
        }
    }
}

/// Counts the submission and returns the receipt of the inquiry that it repeats, if any.
pub(super) async fn find_repeated(
    pool: &PgPool,
    kind: Kind,
    visitor: &Visitor,
    key: &Key,
) -> Result<Option<Receipt>, InquiryError> {
    limits::count(pool, kind, &visitor.address).await?;
    match submission::find(&mut *pool.acquire().await?, kind, key).await? {
        Some(stored) => stored.resolve(key).map(Some),
        None => Ok(None),
    }
}

/// Stores an inquiry unless it repeats one, and returns its receipt.
pub(super) async fn submit(
    state: &State,
    visitor: &Visitor,
    key: &Key,
    subject: Subject,
    sender: Sender,
) -> Result<Receipt, InquiryError> {
    match find_repeated(&state.pool, subject.kind(), visitor, key).await? {
        Some(receipt) => Ok(receipt),
        None => insert(state, visitor, key, subject, sender).await,
    }
}

/// Inserts an inquiry and returns its receipt. Of parallel submissions with one key the first one inserts it.
pub(super) async fn insert(
    state: &State,
    visitor: &Visitor,
    key: &Key,
    subject: Subject,
    sender: Sender,
) -> Result<Receipt, InquiryError> {
    let kind = subject.kind();
    let mut transaction = kit::database::begin(&state.pool).await?;
    let now = store::inquiry::now(&mut transaction).await?;
    let mut inquiry = NewInquiry {
        id: InquiryId::generate(),
        number: reference_number(record(kind)),
        subject,
        sender,
        user: visitor.user,
        language: visitor.language,
        visit: visitor.visit.clone(),
        work: Work::new(Source::Website, now, state.promise_minutes),
    };
    if !submission::claim(&mut transaction, kind, key, inquiry.id).await? {
        // The claim expires after the start of this transaction, and only sweeps delete expired ones.
        return submission::find(&mut transaction, kind, key)
            .await?
            .ok_or(InquiryError::Inconsistent("a key is claimed without an inquiry"))?
            .resolve(key);
    }
    insert_with_number(&mut transaction, &mut inquiry).await?;
    events::received(&mut transaction, &inquiry).await?;
    transaction.commit().await?;
    state.metrics.record_inquiry(kind);
    Ok(Receipt {
        number: inquiry.number,
        at: now,
    })
}

/// Inserts an inquiry with its customer and the first entry of its timeline; changes its number while that is taken.
pub(super) async fn insert_with_number(
    connection: &mut PgConnection,
    inquiry: &mut NewInquiry,
) -> Result<(), InquiryError> {
    inquiry.work.phone = phone_number(&inquiry.sender.phone);
    let identity = Identity {
        sender: &inquiry.sender,
        phone: inquiry.work.phone.as_deref(),
        language: inquiry.language,
        user: inquiry.user,
        at: inquiry.work.last_contact_at,
        is_proven: inquiry.work.source != Source::Website,
    };
    inquiry.work.contact = Some(store::contact::ensure(connection, &identity).await?);
    let mut attempts = 1;
    while !store::inquiry::insert(connection, inquiry).await? {
        if attempts == MAX_NUMBER_ATTEMPTS {
            return Err(InquiryError::Inconsistent(
                "all generated inquiry numbers are taken",
            ));
        }
        attempts += 1;
        inquiry.number = reference_number(record(inquiry.subject.kind()));
    }
    let work = &inquiry.work;
    let detail = Detail::Created { source: work.source };
    let entry = Entry::new(work.changed_at, work.changed_by.clone(), detail);
    store::timeline::insert(connection, inquiry.id, &entry).await?;
    Ok(())
}
