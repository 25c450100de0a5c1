//! Acceptance by the customer or on the phone, and the newest revision that a token shows.

use kit::{
    domain::Language,
    failure::Failure,
    keyed_mutex::Permit,
    validation::REQUIRED,
    vocabulary::inquiry::{OfferState, Via},
};
use proto::inquiry::v1 as wire;
use sqlx::PgConnection;

use super::{convert, designs::Books};
use crate::{
    error::InquiryError,
    grpc::State,
    inquiry::Inquiry,
    offer::edit::OfferEdit,
    offer::{Decision, Offer, error::OfferError, moves::Move},
    store,
};

/// Accepts a revision: the inquiry is won, whatever its status is.
pub(super) async fn accept(
    connection: &mut PgConnection,
    edit: &mut OfferEdit,
    via: Via,
    text: String,
) -> Result<(), InquiryError> {
    if edit.has_other_accepted() {
        return Err(OfferError::OtherAccepted.into());
    }
    edit.become_state(OfferState::Accepted)?;
    edit.offer.decision = Some(Decision {
        at: edit.inquiry.now,
        via,
        by: edit.inquiry.author(),
    });
    edit.count_change();
    edit.record(connection, Move::Accepted(via), &text).await?;
    edit.offer.reason_text = text;
    let (now, call_window) = (edit.inquiry.now, edit.offer.wishes.call_window);
    edit.inquiry.inquiry.work.offer_accepted(now, call_window);
    touch(connection, edit).await?;
    edit.save(connection).await
}

/// Keeps the sentences by which the customer confirmed the sizes of designed pieces, in this language.
///
/// # Errors
///
/// Fails with the field `confirmsSize` if a line has a design and nothing was confirmed.
pub(super) async fn confirm_sizes(
    connection: &mut PgConnection,
    edit: &mut OfferEdit,
    is_confirmed: bool,
    language: Language,
) -> Result<(), InquiryError> {
    let content = &mut edit.offer.content;
    if content.designs().next().is_none() {
        return Ok(());
    }
    if !is_confirmed {
        return Err(Failure::invalid_field("confirmsSize", REQUIRED).into());
    }
    content.confirm_sizes(language, edit.inquiry.now);
    edit.store_lines(connection).await
}

/// Records that the customer was in contact.
pub(super) async fn touch(connection: &mut PgConnection, edit: &mut OfferEdit) -> Result<(), InquiryError> {
    let now = edit.inquiry.now;
    let work = &mut edit.inquiry.inquiry.work;
    work.last_contact_at = work.last_contact_at.max(now);
    if let Some(contact) = work.contact {
        store::contact::touch(connection, contact, now).await?;
    }
    Ok(())
}

/// Waits until no other call of this process is about the token's offer.
pub(super) async fn exclude_others(state: &State, token: &str) -> Result<Permit, InquiryError> {
    let number = state.offer_keys.verify(token).ok_or(OfferError::WrongToken)?;
    Ok(state.offer_locks.acquire(number.to_owned()).await)
}

/// Returns the newest sent revision of a token with its inquiry. A wiped inquiry has no offers for the customer.
pub(super) async fn shown(
    state: &State,
    connection: &mut PgConnection,
    token: &str,
) -> Result<(Offer, Inquiry), InquiryError> {
    let number = state.offer_keys.verify(token).ok_or(OfferError::WrongToken)?;
    let offer = store::offer::find_newest_sent(connection, number)
        .await?
        .ok_or(OfferError::WrongToken)?;
    let inquiry = store::inquiry::find(connection, offer.inquiry)
        .await?
        .filter(|inquiry| inquiry.sender.is_some())
        .ok_or(OfferError::WrongToken)?;
    Ok((offer, inquiry))
}

/// Locks the newest sent revision of a token.
pub(super) async fn lock_shown(
    state: &State,
    connection: &mut PgConnection,
    token: &str,
) -> Result<OfferEdit, InquiryError> {
    let (found, _) = shown(state, connection, token).await?;
    let mut edit = OfferEdit::open_as_system(connection, found.id).await?;
    if edit.inquiry.inquiry.sender.is_none() {
        return Err(OfferError::WrongToken.into());
    }
    // A newer revision may have been sent before the lock.
    let number = edit.offer.number.clone();
    let newer = edit
        .others
        .iter_mut()
        .filter(|other| other.number == number && other.stored_state != OfferState::Draft)
        .max_by_key(|other| other.revision)
        .filter(|other| other.revision > edit.offer.revision);
    if let Some(newer) = newer {
        std::mem::swap(newer, &mut edit.offer);
    }
    Ok(edit)
}

/// Checks that the customer decides about the revision that is shown.
pub(super) fn check_revision(edit: &OfferEdit, revision: u32) -> Result<(), OfferError> {
    if edit.offer.revision == revision {
        Ok(())
    } else {
        Err(OfferError::Superseded)
    }
}

/// Checks that the customer can decide about a revision.
pub(super) fn check_open(state: OfferState) -> Result<(), OfferError> {
    match state {
        OfferState::Sent | OfferState::Opened => Ok(()),
        OfferState::Accepted => Err(OfferError::Accepted),
        OfferState::Declined => Err(OfferError::Declined),
        OfferState::Expired => Err(OfferError::Expired),
        OfferState::Withdrawn => Err(OfferError::Withdrawn),
        OfferState::Draft | OfferState::Superseded => Err(OfferError::Superseded),
    }
}

/// Returns what the customer sees of a changed revision.
pub(super) async fn answer(
    connection: &mut PgConnection,
    edit: OfferEdit,
) -> Result<wire::PublicOffer, InquiryError> {
    let books = Books::load(connection, std::slice::from_ref(&edit.offer)).await?;
    convert::public(edit.offer, &edit.inquiry.inquiry, edit.inquiry.now, &books)
}
