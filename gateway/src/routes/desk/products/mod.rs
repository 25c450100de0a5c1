//! Products.

mod bulk;
mod changes;
mod fields;
mod imports;
mod list;
mod product;
mod row;
mod stock;

pub(in crate::routes::desk) use self::{fields::ImageInput, product::DeskImage};
use kit::staff::Permission;
use utoipa_axum::routes;

use crate::desk::{Call, Requirement};
pub(super) use row::{DeskProductRow, rows as product_rows};

/// Reason of the failure for a malformed code.
const NOT_FOUND: &str = "PRODUCT.NOT_FOUND";

/// Returns the calls. A change needs the permission of each of its fields, which the service checks.
pub(super) fn calls() -> Vec<Call> {
    const READ: Requirement = Requirement::permission(Permission::ProductsRead);
    const STOCK: Requirement = Requirement::permission(Permission::StockWrite);
    [
        Call::new(READ, routes!(list::list_desk_products)),
        Call::new(READ, routes!(list::get_desk_product)),
        Call::new(READ, routes!(list::list_product_prices)),
        Call::new(
            Requirement::permission(Permission::ProductsText),
            routes!(changes::create_desk_product),
        ),
        Call::new(READ, routes!(changes::change_desk_product)),
        Call::new(
            Requirement::permission(Permission::ProductsPrice),
            routes!(bulk::change_desk_products),
        ),
        Call::new(STOCK, routes!(stock::list_stock_moves)),
        Call::new(STOCK, routes!(stock::adjust_stock)),
    ]
    .into_iter()
    .chain(imports::calls())
    .collect()
}

/// Returns the calls with files.
pub(super) fn upload_calls() -> Vec<Call> {
    imports::upload_calls()
}
