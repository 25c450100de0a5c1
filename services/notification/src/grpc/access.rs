//! Access of staff members to mails.

use kit::{
    caller::Actor,
    failure::{Code, Failure},
    staff::{Access, Permission},
};

use super::State;
use crate::mail::{Subject, SubjectKind};

/// Whether the actor reads the mails of all records.
pub(super) fn reads_all(actor: &Actor) -> bool {
    actor.access(Permission::MailRead) == Access::Always
}

/// Checks that the actor may read the mails about a record; those about none are for who reads all.
///
/// # Errors
///
/// Fails with `DESK.ROLE` if the record is not assigned to the actor, and if its service does not answer.
pub(super) async fn check(state: &State, actor: &Actor, about: Option<&Subject>) -> Result<(), Failure> {
    if reads_all(actor) {
        return Ok(());
    }
    if let Some(about) = about
        && let Some(assignee) = state.assignees.of(about).await?
        && assignee == actor.to_string()
    {
        return Ok(());
    }
    Err(refused())
}

/// Checks that the actor reads all records of a kind, with which the mails about them are shown.
///
/// # Errors
///
/// Fails with `DESK.ROLE` otherwise.
pub(super) fn check_records(actor: &Actor, kind: SubjectKind) -> Result<(), Failure> {
    let permission = match kind {
        SubjectKind::Order => Permission::OrdersRead,
        SubjectKind::Quote | SubjectKind::Offer => Permission::QuotesRead,
    };
    if actor.access(permission) == Access::Always {
        return Ok(());
    }
    Err(refused())
}

/// Returns the failure for a mail that the role may not read.
pub(super) fn refused() -> Failure {
    Failure::with_reason(Code::Forbidden, "DESK.ROLE")
}

#[cfg(test)]
mod tests {
    use kit::{caller::StaffMember, domain::UserId, staff::StaffRole};

    use super::*;

    #[test]
    fn roles_that_read_every_record_read_its_mails() {
        for kind in [SubjectKind::Quote, SubjectKind::Offer, SubjectKind::Order] {
            let allowed = StaffRole::ALL.map(|role| {
                let member = StaffMember {
                    user: UserId::generate(),
                    role,
                    is_stepped_up: false,
                };
                check_records(&Actor::Member(member), kind).is_ok()
            });
            assert_eq!(allowed, [true, true, true, false, false], "{kind:?}");
            assert!(check_records(&Actor::Operator, kind).is_ok());
        }
    }
}
