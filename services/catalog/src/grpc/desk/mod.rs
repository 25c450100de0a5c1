//! The rpc handlers of the desk.

mod adjust_stock;
mod change_desk_product;
mod change_desk_products;
mod convert;
mod create_desk_product;
mod get_catalog_figures;
mod get_desk_product;
mod get_highest_discount;
mod list_desk_products;
mod list_product_prices;
mod list_stock_moves;
#[cfg(test)]
mod tests;

use kit::{caller::Actor, failure::Failure, idempotency::is_key, validation::FieldErrors};
use proto::catalog::v1 as wire;
use sqlx::PgConnection;

pub(super) use list_desk_products::parse as parse_filter;

use super::State;
use crate::{desk::DeskProduct, error::CatalogError, store};

kit::rpcs! {
    impl proto::catalog::v1::desk_catalog_service_server::DeskCatalogService for State {
        staff(ProductsRead) list_desk_products(ListDeskProductsRequest) -> ListDeskProductsResponse;
        staff(TodayRead) get_catalog_figures(GetCatalogFiguresRequest) -> GetCatalogFiguresResponse;
        staff(CustomersRead) get_highest_discount(GetHighestDiscountRequest) -> GetHighestDiscountResponse;
        staff(ProductsRead) get_desk_product(GetDeskProductRequest) -> GetDeskProductResponse;
        staff(ProductsRead) list_product_prices(ListProductPricesRequest) -> ListProductPricesResponse;
        staff(StockWrite) list_stock_moves(ListStockMovesRequest) -> ListStockMovesResponse;
        staff(ProductsText) create_desk_product(CreateDeskProductRequest) -> CreateDeskProductResponse;
        staff(ProductsText, ProductsPrice, StockWrite) change_desk_product(ChangeDeskProductRequest) -> ChangeDeskProductResponse;
        staff(ProductsPrice) change_desk_products(ChangeDeskProductsRequest) -> ChangeDeskProductsResponse;
        staff(StockWrite) adjust_stock(AdjustStockRequest) -> AdjustStockResponse;
    }
}

/// Returns the product with a code.
async fn find(connection: &mut PgConnection, code: &str) -> Result<DeskProduct, Failure> {
    let id = store::product::find_id(connection, code).await?;
    let id = id.ok_or(CatalogError::ProductNotFound)?;
    let product = store::desk::find(connection, id).await?;
    Ok(product.ok_or(CatalogError::ProductNotFound)?)
}

/// Returns the product with a code and locks it until the transaction ends.
async fn lock(connection: &mut PgConnection, code: &str) -> Result<DeskProduct, Failure> {
    store::product::lock(connection, code)
        .await?
        .ok_or(CatalogError::ProductNotFound)?;
    find(connection, code).await
}

/// Returns the message of the product with a code.
async fn load(
    connection: &mut PgConnection,
    state: &State,
    code: &str,
) -> Result<wire::DeskProduct, Failure> {
    let product = find(connection, code).await?;
    let taken = store::desk::taken(connection, product.id).await?;
    let prices = store::desk::prices(connection, product.id, 2).await?;
    let is_indexed = state.index.has(product.search_revision.unwrap_or_default());
    Ok(convert::product(
        product,
        taken,
        prices,
        is_indexed,
        kit::clock::now(),
    ))
}

/// Validates an idempotency key; the operator's command line needs none.
pub(super) fn idempotency_key(errors: &mut FieldErrors, actor: &Actor, key: &str) {
    if key.is_empty() && actor.user().is_some() {
        errors.push("idempotencyKey", kit::validation::REQUIRED);
    } else if !key.is_empty() && !is_key(key) {
        errors.push("idempotencyKey", kit::validation::INVALID);
    }
}
