//! The rpcs of saved views.

mod delete_view;
mod list_views;
mod save_view;
#[cfg(test)]
mod tests;

use kit::{
    caller::StaffMember,
    convert::timestamp,
    failure::{Code, Failure},
    staff::{Access, Permission},
    vocabulary::account::Screen,
};
use proto::account::v1 as wire;
use uuid::Uuid;

use super::State;
use crate::store::view::View;

kit::rpcs! {
    impl proto::account::v1::view_service_server::ViewService for State {
        member list_views(ListViewsRequest) -> ListViewsResponse;
        member save_view(SaveViewRequest) -> SaveViewResponse;
        member delete_view(DeleteViewRequest) -> DeleteViewResponse;
    }
}

/// Returns the failure of a view that does not exist or is another member's own.
fn unknown() -> Failure {
    Failure::new(Code::NotFound)
}

fn parse_screen(screen: &str) -> Result<Screen, Failure> {
    screen.parse().map_err(|_| unknown())
}

fn parse_id(id: &str) -> Result<Uuid, Failure> {
    id.parse().map_err(|_| unknown())
}

/// Checks that a member may change a present view of a screen: an own one, or a shared one with the permission to share.
fn check_change(member: &StaffMember, view: &View, screen: Screen) -> Result<(), Failure> {
    if view.screen != screen || !view.is_shared && view.owner != member.user {
        return Err(unknown());
    }
    check_sharing(member, view.is_shared)
}

/// Checks the permission for a view that is shared.
fn check_sharing(member: &StaffMember, is_shared: bool) -> Result<(), Failure> {
    if is_shared && member.role.access(Permission::ViewsShare) == Access::Never {
        return Err(Failure::with_reason(Code::Forbidden, "DESK.ROLE"));
    }
    Ok(())
}

impl From<View> for wire::View {
    fn from(view: View) -> Self {
        Self {
            id: view.id.to_string(),
            screen: view.screen.name().to_owned(),
            name: view.name,
            filter: view.filter,
            columns: view.columns,
            is_shared: view.is_shared,
            owner_id: view.owner.to_string(),
            version: view.version,
            changed_at: Some(timestamp(view.changed_at)),
        }
    }
}
