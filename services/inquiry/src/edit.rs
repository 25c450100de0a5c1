//! A staff call that changes one inquiry: lock, authorisation, timeline, events and audit.

use kit::{
    caller::Actor,
    change::Effect,
    domain::{EventId, InquiryId},
    staff::Permission,
};
use serde_json::{Map, Value, json};
use sqlx::PgConnection;
use time::OffsetDateTime;
use uuid::Uuid;

use crate::{
    access::{self, Ownership},
    error::InquiryError,
    events::Change,
    inquiry::{Inquiry, UpdateError},
    store,
    timeline::{Detail, Entry},
    work::{Contact, FollowUp, Work},
};

/// Maximum number of planned steps of an inquiry.
pub(crate) const MAX_STEPS: usize = 20;

/// A locked inquiry that a staff call changes.
pub(crate) struct Edit {
    /// `None` for the system and the customer.
    actor: Option<Actor>,
    /// Time of the transaction.
    pub(crate) now: OffsetDateTime,
    pub(crate) inquiry: Inquiry,
    before: Work,
    is_mentioned: bool,
    /// Removed steps that are done.
    done_steps: Vec<Uuid>,
    /// The event that hands over the work of a disabled assignee.
    pub(crate) hand_over: Option<EventId>,
}

impl Edit {
    /// Locks an inquiry that the actor may read.
    pub(crate) async fn open(
        connection: &mut PgConnection,
        actor: &Actor,
        number: &str,
    ) -> Result<Self, InquiryError> {
        let inquiry = store::inquiry::lock_by_number(connection, number)
            .await?
            .ok_or(InquiryError::NotFound)?;
        Self::of(connection, Some(actor), inquiry).await
    }

    /// Locks an inquiry on which the actor may use a permission.
    pub(crate) async fn open_for(
        connection: &mut PgConnection,
        actor: &Actor,
        number: &str,
        permission: Permission,
    ) -> Result<Self, InquiryError> {
        let edit = Self::open(connection, actor, number).await?;
        edit.check(permission)?;
        Ok(edit)
    }

    /// Locks an inquiry that the actor may read; the system and the customer may change any.
    pub(crate) async fn open_by_id(
        connection: &mut PgConnection,
        actor: Option<&Actor>,
        inquiry: InquiryId,
    ) -> Result<Self, InquiryError> {
        let inquiry = store::inquiry::lock(connection, inquiry)
            .await?
            .ok_or(InquiryError::NotFound)?;
        Self::of(connection, actor, inquiry).await
    }

    async fn of(
        connection: &mut PgConnection,
        actor: Option<&Actor>,
        inquiry: Inquiry,
    ) -> Result<Self, InquiryError> {
        let is_mentioned = match actor {
            Some(actor) => is_mentioned(connection, actor, &inquiry).await?,
            None => false,
        };
        let edit = Self {
            actor: actor.copied(),
            now: store::inquiry::now(connection).await?,
            before: inquiry.work.clone(),
            inquiry,
            is_mentioned,
            done_steps: Vec::new(),
            hand_over: None,
        };
        if let Some(actor) = actor {
            access::check_read(actor, edit.ownership())?;
        }
        Ok(edit)
    }

    /// Returns what decides the access.
    pub(crate) const fn ownership(&self) -> Ownership {
        Ownership {
            assignee: self.before.assignee,
            is_mentioned: self.is_mentioned,
        }
    }

    /// Checks that the actor may use a permission on the inquiry.
    pub(crate) fn check(&self, permission: Permission) -> Result<(), InquiryError> {
        match &self.actor {
            Some(actor) => access::check(actor, permission, self.ownership()),
            None => Ok(()),
        }
    }

    /// Returns the actor for events; empty for the system and the customer.
    pub(crate) fn by(&self) -> String {
        self.author().unwrap_or_default()
    }

    /// Returns the actor for records; `None` for the system and the customer.
    pub(crate) fn author(&self) -> Option<String> {
        self.actor.as_ref().map(Actor::to_string)
    }

    /// Plans another step, if one is given.
    pub(crate) fn plan(&mut self, follow_up: Option<FollowUp>) -> Result<(), UpdateError> {
        let Some(follow_up) = follow_up else {
            return Ok(());
        };
        self.inquiry.check_not_wiped()?;
        if self.inquiry.work.follow_ups.len() >= MAX_STEPS {
            return Err(UpdateError::TooManySteps);
        }
        self.inquiry.work.plan(follow_up);
        Ok(())
    }

    /// Replaces or removes the earliest planned step.
    pub(crate) fn set_follow_up(&mut self, follow_up: Option<FollowUp>) -> Result<(), UpdateError> {
        self.inquiry.check_not_wiped()?;
        let earliest = self.inquiry.work.follow_ups.first().map(|step| step.id);
        match earliest {
            Some(id) => {
                self.inquiry.work.change_step(id, follow_up);
                Ok(())
            }
            None => self.plan(follow_up),
        }
    }

    /// Removes a planned step that is done.
    pub(crate) fn complete_step(&mut self, id: Uuid) -> Result<(), UpdateError> {
        if !self.inquiry.work.change_step(id, None) {
            return Err(UpdateError::UnknownStep);
        }
        self.done_steps.push(id);
        Ok(())
    }

    /// Records a contact with its timeline entry.
    pub(crate) async fn record_contact(
        &mut self,
        connection: &mut PgConnection,
        contact: Contact,
        entry: &Entry,
        promise_minutes: u32,
    ) -> Result<(), InquiryError> {
        store::timeline::insert(connection, self.inquiry.id, entry).await?;
        self.apply_contact(connection, contact, promise_minutes).await
    }

    /// Applies what follows from a contact whose timeline entry is stored.
    pub(crate) async fn apply_contact(
        &mut self,
        connection: &mut PgConnection,
        contact: Contact,
        promise_minutes: u32,
    ) -> Result<(), InquiryError> {
        let created_at = self.inquiry.created_at;
        let is_first_answer = self
            .inquiry
            .work
            .record_contact(contact, created_at, promise_minutes);
        if let Some(customer) = self.inquiry.work.contact {
            store::contact::touch(connection, customer, contact.at).await?;
        }
        if let Some(answer) = self.inquiry.work.first_answer.filter(|_| is_first_answer) {
            let by = self.by();
            self.change(&by).answered(connection, answer.minutes).await?;
        }
        Ok(())
    }

    /// Returns the change of events.
    pub(crate) const fn change<'change>(&'change self, by: &'change str) -> Change<'change> {
        Change {
            inquiry: &self.inquiry,
            by: Some(by),
        }
    }

    /// Stores the changed work, its timeline entries and its events. `text` explains a change of the status.
    pub(crate) async fn save(
        &mut self,
        connection: &mut PgConnection,
        what: &str,
        text: &str,
    ) -> Result<(), InquiryError> {
        let by = self.by();
        if self.inquiry.work.differs_from(&self.before) {
            self.inquiry.work.version += 1;
            self.inquiry.work.changed_by = self.author();
            self.inquiry.work.changed_at = self.now;
        }
        let (id, work, before) = (self.inquiry.id, &self.inquiry.work, &self.before);
        if work.follow_ups != before.follow_ups {
            store::follow_up::replace(connection, id, &work.follow_ups).await?;
        }
        if work != before {
            store::inquiry::update_work(connection, id, work).await?;
        }
        let actor = self.author();
        if work.status != before.status {
            let detail = Detail::Status {
                from: before.status,
                to: work.status,
                reason: work.reason,
            };
            let entry = Entry::new(self.now, actor.clone(), detail).with_text(text);
            store::timeline::insert(connection, id, &entry).await?;
        }
        if work.assignee != before.assignee {
            let detail = Detail::Assigned {
                from: before.assignee,
                to: work.assignee,
            };
            store::timeline::insert(connection, id, &Entry::new(self.now, actor.clone(), detail)).await?;
            self.change(&by)
                .assigned(connection, before.assignee, self.hand_over)
                .await?;
        }
        for detail in step_changes(before, work, &self.done_steps) {
            store::timeline::insert(connection, id, &Entry::new(self.now, actor.clone(), detail)).await?;
        }
        if work.status != before.status && work.is_done() {
            self.change(&by).closed(connection).await?;
        }
        self.change(&by).changed(connection, what).await?;
        Ok(())
    }

    /// Returns the effect of a staff call, with the changed fields and without texts.
    pub(crate) fn audited(&self, action: &'static str) -> Effect {
        let detail = changes(&self.before, &self.inquiry.work);
        self.audited_as(action, &self.inquiry.number, detail)
    }

    /// Returns the effect of a staff call on `subject`. Calls of the system and the customer are not audited.
    pub(crate) fn audited_as(&self, action: &'static str, subject: &str, detail: Value) -> Effect {
        match &self.actor {
            Some(actor) => Effect::audited(actor, action, subject, detail),
            None => Effect::none(),
        }
    }
}

/// Whether a note on the inquiry mentions the actor.
pub(crate) async fn is_mentioned(
    connection: &mut PgConnection,
    actor: &Actor,
    inquiry: &Inquiry,
) -> Result<bool, sqlx::Error> {
    match actor.user() {
        Some(user) => store::timeline::is_mentioned(connection, inquiry.id, user).await,
        None => Ok(false),
    }
}

/// Returns the timeline entries of changed steps.
fn step_changes(before: &Work, after: &Work, done: &[Uuid]) -> Vec<Detail> {
    let find = |work: &Work, id: Uuid| {
        let found = work.follow_ups.iter().find(|step| step.id == id);
        found.map(|step| step.follow_up.clone())
    };
    let mut ids: Vec<_> = before
        .follow_ups
        .iter()
        .chain(&after.follow_ups)
        .map(|step| step.id)
        .collect();
    ids.sort_unstable();
    ids.dedup();
    ids.into_iter()
        .map(|id| (id, find(before, id), find(after, id)))
        .filter(|(_, from, to)| from != to)
        .map(|(id, from, to)| Detail::FollowUp {
            from,
            to,
            is_done: done.contains(&id),
        })
        .collect()
}

/// Returns the changed fields as `{field: [old, new]}`, without the texts of follow-ups.
fn changes(before: &Work, after: &Work) -> Value {
    let follow_up = |work: &Work| {
        let steps = work.follow_ups.iter().map(|step| &step.follow_up);
        let facts = steps.map(|step| json!([step.kind.name(), step.at.unix_timestamp()]));
        facts.collect::<Vec<_>>()
    };
    let fields = |work: &Work| {
        [
            ("status", json!(work.status)),
            ("reason", json!(work.reason)),
            ("assignee", json!(work.assignee)),
            ("store", json!(work.store)),
            ("followUp", json!(follow_up(work))),
        ]
    };
    let changed: Map<_, _> = fields(before)
        .into_iter()
        .zip(fields(after))
        .filter(|((_, old), (_, new))| old != new)
        .map(|((name, old), (_, new))| (name.to_owned(), json!([old, new])))
        .chain(
            (before.visit_address != after.visit_address)
                .then(|| ("visitAddress".to_owned(), json!(["…", "…"]))),
        )
        .collect();
    Value::Object(changed)
}
