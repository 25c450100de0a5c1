//! The rpc handlers of imports and exports of products.

mod append_upload;
mod apply_import;
mod convert;
mod create_import;
mod export_products;
mod export_refused_rows;
mod get_import;
mod list_import_rows;
mod list_imports;
mod map_import;
mod retry_import_pictures;
#[cfg(test)]
mod tests;
mod undo_import;

use kit::{
    domain::ImportId,
    failure::{Code, Failure},
};
use sqlx::PgConnection;

use super::State;
use crate::store::{self, import::Import};

kit::rpcs! {
    impl proto::catalog::v1::product_import_service_server::ProductImportService for State {
        staff(ProductsPrice) append_upload(AppendUploadRequest) -> AppendUploadResponse;
        staff(ProductsPrice) create_import(CreateImportRequest) -> CreateImportResponse;
        staff(ProductsPrice) list_imports(ListImportsRequest) -> ListImportsResponse;
        staff(ProductsPrice) get_import(GetImportRequest) -> GetImportResponse;
        staff(ProductsPrice) map_import(MapImportRequest) -> MapImportResponse;
        staff(ProductsPrice) list_import_rows(ListImportRowsRequest) -> ListImportRowsResponse;
        staff(ProductsPrice) apply_import(ApplyImportRequest) -> ApplyImportResponse;
        staff(ProductsPrice) undo_import(UndoImportRequest) -> UndoImportResponse;
        staff(ProductsPrice) retry_import_pictures(RetryImportPicturesRequest) -> RetryImportPicturesResponse;
        staff(ProductsPrice) export_refused_rows(ExportRefusedRowsRequest) -> ExportRefusedRowsResponse;
        staff(ProductsText) export_products(ExportProductsRequest) -> ExportProductsResponse;
    }
}

fn not_found() -> Failure {
    Failure::with_reason(Code::NotFound, "IMPORT.NOT_FOUND")
}

/// The import is at another step.
fn wrong_state() -> Failure {
    Failure::with_reason(Code::Conflict, "IMPORT.STATE")
}

fn parse_id(id: &str) -> Result<ImportId, Failure> {
    id.parse().map_err(|_| not_found())
}

/// Returns an import.
async fn find(connection: &mut PgConnection, id: ImportId) -> Result<Import, Failure> {
    store::import::find(connection, id).await?.ok_or_else(not_found)
}

/// Returns an import and locks it until the transaction ends.
async fn lock(connection: &mut PgConnection, id: ImportId) -> Result<Import, Failure> {
    store::import::lock(connection, id).await?.ok_or_else(not_found)
}

/// Checks that the caller saw the present version.
fn check_version(import: &Import, version: i64) -> Result<(), Failure> {
    if import.version == version {
        return Ok(());
    }
    Err(Failure::new(Code::Conflict).with_field("version", "DESK.CHANGED"))
}
