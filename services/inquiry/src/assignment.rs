//! Changes of the assignee.

use kit::{caller::Actor, change::Effect, domain::UserId};
use sqlx::PgConnection;

use crate::{access, edit::Edit, error::InquiryError, inquiry::UpdateError, work::Assignee};

/// The assignee from which a call changes.
#[derive(Debug, Clone, Copy)]
pub(crate) enum PreviousAssignee {
    /// Any, in bulk.
    Any,
    /// This one, or none.
    Exactly(Option<UserId>),
}

/// Changes the assignee of one inquiry.
pub(crate) async fn assign(
    connection: &mut PgConnection,
    actor: &Actor,
    mut edit: Edit,
    from: PreviousAssignee,
    next: Option<Assignee>,
) -> Result<Effect, InquiryError> {
    let user = next.map(|next| next.user);
    let present = edit.inquiry.work.assignee;
    access::check_assign(actor, edit.ownership(), user)?;
    if matches!(from, PreviousAssignee::Exactly(from) if from != present) {
        return Err(UpdateError::FromChanged.into());
    }
    if user == present {
        return Ok(Effect::none());
    }
    let work = &mut edit.inquiry.work;
    work.assign(user);
    work.store = work.store.or(next.and_then(|next| next.store));
    edit.save(connection, "assignee", "").await?;
    Ok(edit.audited("AssignInquiry"))
}
