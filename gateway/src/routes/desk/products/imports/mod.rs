//! Import and export of products as tables.

mod calls;
mod export;
mod import;
mod refused;
mod rows;
mod upload;

use kit::staff::Permission;
use utoipa_axum::routes;

use crate::desk::{Call, Requirement};

/// Reason of the failure for a malformed id.
const NOT_FOUND: &str = "IMPORT.NOT_FOUND";

/// An import sets prices too.
const IMPORT: Requirement = Requirement::permission(Permission::ProductsPrice);

/// Returns the calls.
pub(super) fn calls() -> Vec<Call> {
    vec![
        Call::new(IMPORT, routes!(calls::list_product_imports)),
        Call::new(IMPORT, routes!(calls::get_product_import)),
        Call::new(IMPORT, routes!(calls::map_product_import)),
        Call::new(IMPORT, routes!(rows::list_product_import_rows)),
        Call::new(IMPORT, routes!(calls::apply_product_import)),
        Call::new(IMPORT, routes!(calls::undo_product_import)),
        Call::new(IMPORT, routes!(calls::retry_product_import_pictures)),
        Call::new(IMPORT, routes!(refused::export_refused_rows)),
        Call::new(
            Requirement::permission(Permission::ProductsText),
            routes!(export::export_products),
        ),
    ]
}

/// Returns the calls with files.
pub(super) fn upload_calls() -> Vec<Call> {
    vec![Call::new(IMPORT, routes!(upload::create_product_import))]
}
