//! Mails to customers, the shop and the staff.

mod list;
mod mail;
mod of_record;
mod retry;

use kit::staff::Permission;
use utoipa_axum::routes;

use crate::desk::{Call, Requirement};
pub(super) use of_record::{MailDetail, StaffMails, mails_about, may_read};

/// Reason of the failure for a malformed id.
const NOT_FOUND: &str = "MAIL.NOT_FOUND";

/// Returns the calls.
pub(super) fn calls() -> Vec<Call> {
    const READ: Requirement = Requirement::permission(Permission::MailRead);
    vec![
        Call::new(READ, routes!(list::list_mails)),
        Call::new(READ, routes!(retry::retry_mail)),
    ]
}
