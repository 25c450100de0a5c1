//! Which staff members may do what to which inquiry.

use kit::{
    caller::Actor,
    domain::UserId,
    staff::{Access, Permission, StaffRole},
};

use crate::{error::InquiryError, inquiry::UpdateError};

/// Data that decides the access to an inquiry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Ownership {
    pub(crate) assignee: Option<UserId>,
    /// Whether a note mentions the actor.
    pub(crate) is_mentioned: bool,
}

/// Whether the actor may see e-mail and offers, not only what a visit needs.
pub(crate) fn sees_contacts(actor: &Actor) -> bool {
    actor.access(Permission::QuotesRead) == Access::Always
}

/// Checks that the actor may read the inquiry. One that may not be read does not exist for the actor.
pub(crate) fn check_read(actor: &Actor, ownership: Ownership) -> Result<(), InquiryError> {
    match actor.access(Permission::QuotesRead) {
        Access::Always => Ok(()),
        Access::PerRecord if ownership.is_mentioned => Ok(()),
        Access::PerRecord | Access::Never => Err(InquiryError::NotFound),
    }
}

/// Checks that the actor may use a permission on the inquiry: sales on their own and on those without an assignee, and
/// the warehouse with notes where a note mentions them.
pub(crate) fn check(actor: &Actor, permission: Permission, ownership: Ownership) -> Result<(), InquiryError> {
    check_read(actor, ownership)?;
    let is_own = ownership
        .assignee
        .is_none_or(|assignee| actor.user() == Some(assignee));
    let is_mentioned = permission == Permission::QuotesNote && ownership.is_mentioned;
    match actor.access(permission) {
        Access::Always => Ok(()),
        Access::PerRecord if is_mentioned || is_own && is_sales(actor) => Ok(()),
        Access::PerRecord | Access::Never => Err(UpdateError::NotYours.into()),
    }
}

/// Checks that the actor may change the assignee: sales from anyone to themselves, and from themselves to anyone.
pub(crate) fn check_assign(
    actor: &Actor,
    ownership: Ownership,
    next: Option<UserId>,
) -> Result<(), InquiryError> {
    check_read(actor, ownership)?;
    match actor.access(Permission::QuotesAssign) {
        Access::Always => Ok(()),
        Access::PerRecord
            if actor.user().is_some() && (next == actor.user() || ownership.assignee == actor.user()) =>
        {
            Ok(())
        }
        Access::PerRecord | Access::Never => Err(UpdateError::NotYours.into()),
    }
}

fn is_sales(actor: &Actor) -> bool {
    matches!(actor, Actor::Member(member) if member.role == StaffRole::Sales)
}

#[cfg(test)]
mod tests {
    use kit::caller::StaffMember;

    use super::*;

    fn member(role: StaffRole) -> (Actor, UserId) {
        let user = UserId::generate();
        let member = StaffMember {
            user,
            role,
            is_stepped_up: false,
        };
        (Actor::Member(member), user)
    }

    fn ownership(assignee: Option<UserId>, is_mentioned: bool) -> Ownership {
        Ownership {
            assignee,
            is_mentioned,
        }
    }

    #[test]
    fn sales_work_on_their_own_and_on_unassigned_inquiries() {
        let (sales, user) = member(StaffRole::Sales);
        let other = UserId::generate();
        let may = |permission, ownership| check(&sales, permission, ownership).is_ok();
        for permission in [Permission::QuotesWrite, Permission::QuotesNote] {
            assert!(may(permission, ownership(None, false)));
            assert!(may(permission, ownership(Some(user), false)));
        }
        assert!(!may(Permission::QuotesWrite, ownership(Some(other), false)));
        assert!(may(Permission::QuotesNote, ownership(Some(other), false)));
        assert!(!may(Permission::QuotesWrite, ownership(Some(other), true)));
        assert!(check_read(&sales, ownership(Some(other), false)).is_ok());
    }

    #[test]
    fn warehouse_sees_and_notes_where_mentioned() {
        let (warehouse, _) = member(StaffRole::Warehouse);
        assert!(matches!(
            check(&warehouse, Permission::QuotesNote, ownership(None, false)),
            Err(InquiryError::NotFound)
        ));
        assert!(check(&warehouse, Permission::QuotesNote, ownership(None, true)).is_ok());
        assert!(check(&warehouse, Permission::QuotesWrite, ownership(None, true)).is_err());
        assert!(!sees_contacts(&warehouse));
    }

    #[test]
    fn owner_manager_and_operator_may_do_everything() {
        let other = ownership(Some(UserId::generate()), false);
        let actors = [
            member(StaffRole::Owner).0,
            member(StaffRole::Manager).0,
            Actor::Operator,
        ];
        for actor in actors {
            assert!(check(&actor, Permission::QuotesWrite, other).is_ok());
            assert!(check_assign(&actor, other, None).is_ok());
            assert!(sees_contacts(&actor));
        }
    }

    #[test]
    fn sales_take_inquiries_and_give_their_own() {
        let (sales, user) = member(StaffRole::Sales);
        let other = UserId::generate();
        let may = |from, to| check_assign(&sales, ownership(from, false), to).is_ok();
        assert!(may(None, Some(user)));
        assert!(may(Some(other), Some(user)));
        assert!(may(Some(user), Some(other)));
        assert!(may(Some(user), None));
        assert!(!may(Some(other), None));
        assert!(!may(Some(other), Some(UserId::generate())));
        assert!(!may(None, Some(other)));
    }
}
