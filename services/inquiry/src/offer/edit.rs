//! A call that changes an offer: locks of the inquiry and its offers, timeline, events and audit.

use kit::{
    caller::Actor,
    change::Effect,
    domain::InquiryId,
    staff::Permission,
    vocabulary::inquiry::{ApprovalState, OfferState},
};
use serde_json::Value;
use sqlx::PgConnection;
use uuid::Uuid;

use crate::{
    edit::Edit,
    error::InquiryError,
    events,
    inquiry::UpdateError,
    offer::{
        Approval, Line, Offer, can_change, error::OfferError, is_open, limit::is_no_worse, moves::Move,
        sums::Sums,
    },
    store,
    timeline::{Detail, Entry},
};

/// A locked revision that a call changes, with its inquiry.
pub(crate) struct OfferEdit {
    pub(crate) inquiry: Edit,
    pub(crate) offer: Offer,
    /// The other revisions of the inquiry, of all numbers.
    pub(crate) others: Vec<Offer>,
}

impl OfferEdit {
    /// Locks a revision for staff.
    pub(crate) async fn open(
        connection: &mut PgConnection,
        actor: &Actor,
        id: Uuid,
    ) -> Result<Self, InquiryError> {
        Self::of(connection, Some(actor), id).await
    }

    /// Locks a revision for the system or the customer.
    pub(crate) async fn open_as_system(
        connection: &mut PgConnection,
        id: Uuid,
    ) -> Result<Self, InquiryError> {
        Self::of(connection, None, id).await
    }

    async fn of(
        connection: &mut PgConnection,
        actor: Option<&Actor>,
        id: Uuid,
    ) -> Result<Self, InquiryError> {
        let inquiry = store::offer::inquiry_of(connection, id)
            .await?
            .ok_or(OfferError::NotFound)?;
        let (inquiry, mut others) = lock(connection, actor, inquiry).await?;
        // A draft may have been deleted meanwhile.
        let index = others
            .iter()
            .position(|offer| offer.id == id)
            .ok_or(OfferError::NotFound)?;
        let offer = others.swap_remove(index);
        Ok(Self {
            inquiry,
            offer,
            others,
        })
    }

    /// Checks that the actor may write offers of the inquiry, that the version is the present one, and that the inquiry is
    /// not wiped.
    pub(crate) fn check_write(&self, version: i64) -> Result<(), InquiryError> {
        self.inquiry.check(Permission::OffersWrite)?;
        self.check_version(version)?;
        Ok(self.inquiry.inquiry.check_not_wiped()?)
    }

    /// Locks a revision of an inquiry for whose offers the actor may write.
    pub(crate) async fn open_to_write(
        connection: &mut PgConnection,
        actor: &Actor,
        id: Uuid,
    ) -> Result<Self, InquiryError> {
        let edit = Self::open(connection, actor, id).await?;
        edit.inquiry.check(Permission::OffersWrite)?;
        Ok(edit)
    }

    /// Checks that the version is the present one.
    pub(crate) fn check_version(&self, version: i64) -> Result<(), UpdateError> {
        if version == self.offer.version {
            Ok(())
        } else {
            Err(UpdateError::VersionChanged)
        }
    }

    /// Checks that the revision is a draft.
    pub(crate) fn check_draft(&self) -> Result<(), OfferError> {
        if self.offer.stored_state == OfferState::Draft {
            Ok(())
        } else {
            Err(OfferError::Frozen)
        }
    }

    /// Returns the present state.
    pub(crate) fn state(&self) -> OfferState {
        self.offer.state_at(self.inquiry.now)
    }

    /// Whether another offer of the inquiry is open.
    pub(crate) fn has_other_open(&self) -> bool {
        self.others
            .iter()
            .any(|offer| is_open(offer.state_at(self.inquiry.now)))
    }

    /// Whether another offer of the inquiry is accepted.
    pub(crate) fn has_other_accepted(&self) -> bool {
        self.others
            .iter()
            .any(|offer| offer.stored_state == OfferState::Accepted)
    }

    /// Changes the state along the table.
    pub(crate) fn become_state(&mut self, next: OfferState) -> Result<(), OfferError> {
        if !can_change(self.state(), next) {
            return Err(OfferError::State);
        }
        self.offer.stored_state = next;
        Ok(())
    }

    /// Replaces the lines of a draft. An approval that was asked or given stays if they are no worse for the shop.
    pub(crate) async fn replace_lines(
        &mut self,
        connection: &mut PgConnection,
        lines: Vec<Line>,
    ) -> Result<(), InquiryError> {
        let approval = self.offer.approval.state;
        let is_open = matches!(approval, ApprovalState::Asked | ApprovalState::Given);
        if !is_open || !is_no_worse(&self.offer.content.lines, &lines) {
            self.offer.approval = Approval::unasked();
        }
        self.offer.content.lines = lines;
        self.store_lines(connection).await
    }

    /// Stores the lines.
    pub(crate) async fn store_lines(&self, connection: &mut PgConnection) -> Result<(), InquiryError> {
        store::offer_line::replace(connection, self.offer.id, &self.offer.content.lines).await?;
        Ok(())
    }

    /// Returns the timeline entry of what happened to the revision.
    pub(crate) fn entry(&self, happened: Move, text: &str) -> Result<Entry, InquiryError> {
        entry(&self.inquiry, &self.offer, happened, text)
    }

    /// Adds the timeline entry of what happened to the revision and publishes it.
    pub(crate) async fn record(
        &self,
        connection: &mut PgConnection,
        happened: Move,
        text: &str,
    ) -> Result<(), InquiryError> {
        let entry = self.entry(happened, text)?;
        store::timeline::insert(connection, self.offer.inquiry, &entry).await?;
        self.publish(connection, happened).await
    }

    /// Publishes what happened to the revision.
    pub(crate) async fn publish(
        &self,
        connection: &mut PgConnection,
        happened: Move,
    ) -> Result<(), InquiryError> {
        let total = sums(&self.offer)?.total.minor();
        events::offer::moved(connection, &self.offer, happened, total, &self.inquiry.by()).await?;
        Ok(())
    }

    /// Supersedes the sent revisions of the number.
    pub(crate) async fn supersede_others(
        &mut self,
        connection: &mut PgConnection,
    ) -> Result<(), InquiryError> {
        let (number, now) = (self.offer.number.clone(), self.inquiry.now);
        let mut others = std::mem::take(&mut self.others);
        for other in &mut others {
            if other.number != number || !can_change(other.state_at(now), OfferState::Superseded) {
                continue;
            }
            other.stored_state = OfferState::Superseded;
            other.version += 1;
            other.changed_by = None;
            other.changed_at = now;
            let sums = sums(other)?;
            store::offer::update(connection, other, sums.total).await?;
            let entry = entry(&self.inquiry, other, Move::Superseded, "")?;
            store::timeline::insert(connection, other.inquiry, &entry).await?;
            let (total, by) = (sums.total.minor(), self.inquiry.by());
            events::offer::moved(connection, other, Move::Superseded, total, &by).await?;
        }
        self.others = others;
        Ok(())
    }

    /// Counts a change of the revision's own fields.
    pub(crate) fn count_change(&mut self) {
        self.offer.version += 1;
        self.offer.changed_by = self.inquiry.author();
        self.offer.changed_at = self.inquiry.now;
    }

    /// Stores the changed revision but for its lines, the inquiry and its events.
    pub(crate) async fn save(&mut self, connection: &mut PgConnection) -> Result<(), InquiryError> {
        let total = sums(&self.offer)?.total;
        store::offer::update(connection, &self.offer, total).await?;
        self.inquiry.save(connection, "offer", "").await
    }

    /// Returns the effect of a staff call.
    pub(crate) fn audited(&self, action: &'static str, detail: Value) -> Effect {
        self.inquiry.audited_as(action, &self.offer.number, detail)
    }

    /// Marks an open revision as expired after its last day. Returns whether it was open.
    pub(crate) fn expire(&mut self) -> bool {
        let is_due = is_open(self.offer.stored_state) && self.state() == OfferState::Expired;
        if is_due {
            self.offer.stored_state = OfferState::Expired;
        }
        is_due
    }
}

/// Locks an inquiry and its offers.
pub(crate) async fn lock(
    connection: &mut PgConnection,
    actor: Option<&Actor>,
    inquiry: InquiryId,
) -> Result<(Edit, Vec<Offer>), InquiryError> {
    let edit = Edit::open_by_id(connection, actor, inquiry).await?;
    let offers = store::offer::lock_all(connection, inquiry).await?;
    Ok((edit, offers))
}

/// Returns the sums of a stored offer, which are in range.
pub(crate) fn sums(offer: &Offer) -> Result<Sums, InquiryError> {
    offer
        .content
        .sums()
        .map_err(|_| InquiryError::Inconsistent("the sums of an offer are out of range"))
}

fn entry(inquiry: &Edit, offer: &Offer, happened: Move, text: &str) -> Result<Entry, InquiryError> {
    let detail = Detail::Offer {
        offer_id: offer.id,
        number: offer.number.clone(),
        revision: offer.revision,
        what: happened.word().name().to_owned(),
        total_minor: sums(offer)?.total.minor(),
        via: happened.via().map(|via| via.name().to_owned()),
        reason: happened.reason().map(|reason| reason.name().to_owned()),
    };
    Ok(Entry::new(inquiry.now, inquiry.author(), detail).with_text(text))
}
