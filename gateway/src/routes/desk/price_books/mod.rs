//! Price books of designs, with their costs. No answer outside the desk has more of them than the rates.

mod book;
mod calls;
mod cells;
mod effect;
mod file;
mod table;

use kit::staff::Permission;
use utoipa::OpenApi;
use utoipa_axum::routes;

use crate::desk::{Call, Requirement};

/// The file of a book, whose path is served by [`calls::get_price_book`].
#[derive(OpenApi)]
#[openapi(paths(file::export_price_book))]
pub(super) struct Files;

const READ: Requirement = Requirement::permission(Permission::PriceBookRead);
const WRITE: Requirement = Requirement::permission(Permission::PriceBookWrite);

/// Returns the calls.
pub(super) fn calls() -> Vec<Call> {
    vec![
        Call::new(READ, routes!(calls::list_price_books)),
        Call::new(READ, routes!(calls::get_price_book)),
        Call::new(READ, routes!(calls::get_price_book_draft)),
        Call::new(WRITE, routes!(calls::create_price_book)),
        Call::new(WRITE, routes!(cells::update_price_book)),
        Call::new(READ, routes!(effect::preview_price_book)),
        Call::new(WRITE.with_step_up(), routes!(calls::publish_price_book)),
        Call::new(WRITE, routes!(calls::delete_price_book)),
    ]
}

/// Returns the calls with files.
pub(super) fn upload_calls() -> Vec<Call> {
    vec![Call::new(WRITE, routes!(file::import_price_book))]
}
