//! Prepared texts for messages to customers.

mod calls;

use kit::staff::Permission;
use utoipa_axum::routes;

use crate::desk::{Call, Requirement};

/// Returns the calls.
pub(super) fn calls() -> Vec<Call> {
    const READ: Requirement = Requirement::permission(Permission::TemplatesRead);
    const WRITE: Requirement = Requirement::permission(Permission::TemplatesWrite);
    vec![
        Call::new(READ, routes!(calls::list_templates)),
        Call::new(READ, routes!(calls::get_template)),
        Call::new(WRITE, routes!(calls::save_template)),
        Call::new(WRITE, routes!(calls::delete_template)),
    ]
}
