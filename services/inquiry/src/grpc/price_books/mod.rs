//! The rpcs of price books at the desk.

mod convert;
mod create_price_book;
mod delete_price_book;
mod export_price_book;
mod get_price_book;
mod list_price_books;
mod preview_price_book;
mod publish_price_book;
#[cfg(test)]
mod tests;
mod update_price_book;

use kit::{
    change::Effect,
    failure::{Code, Failure},
};
use sqlx::PgConnection;

use super::State;
use crate::{
    error::InquiryError,
    price_book::{Record, Unaudited},
    store,
};

kit::rpcs! {
    impl proto::inquiry::v1::price_book_service_server::PriceBookService for State {
        staff(PriceBookRead) list_price_books(ListPriceBooksRequest) -> ListPriceBooksResponse;
        staff(PriceBookRead) get_price_book(GetPriceBookRequest) -> GetPriceBookResponse;
        staff(PriceBookRead, stepped_up) export_price_book(ExportPriceBookRequest) -> ExportPriceBookResponse;
        staff(PriceBookWrite) create_price_book(CreatePriceBookRequest) -> CreatePriceBookResponse;
        staff(PriceBookWrite) update_price_book(UpdatePriceBookRequest) -> UpdatePriceBookResponse;
        staff(PriceBookRead) preview_price_book(PreviewPriceBookRequest) -> PreviewPriceBookResponse;
        staff(PriceBookWrite, stepped_up) publish_price_book(PublishPriceBookRequest) -> PublishPriceBookResponse;
        staff(PriceBookWrite) delete_price_book(DeletePriceBookRequest) -> DeletePriceBookResponse;
    }
}

/// Returns the failure of an unknown price book.
fn not_found() -> Failure {
    Failure::with_reason(Code::NotFound, "PRICE_BOOK.NOT_FOUND")
}

/// Locks the draft until the transaction ends and returns it.
async fn lock_draft(connection: &mut PgConnection) -> Result<Record, Failure> {
    let draft = store::price_book::desk::lock_draft(connection).await?;
    draft.ok_or_else(not_found)
}

/// Returns the book of this version, of any state.
async fn find(connection: &mut PgConnection, version: u16) -> Result<Record, Failure> {
    let book = store::price_book::desk::find(connection, version).await?;
    book.ok_or_else(not_found)
}

/// Returns the draft for 0, otherwise the book of this version.
async fn find_or_draft(
    connection: &mut PgConnection,
    state: &State,
    version: u32,
) -> Result<Record, Failure> {
    let version = u16::try_from(version).map_err(|_| not_found())?;
    if version == 0 {
        let draft = store::price_book::desk::find_draft(connection).await?;
        return draft.ok_or_else(not_found);
    }
    store::price_book::in_force(connection, &state.first_book).await?;
    find(connection, version).await
}

/// Returns the entry in the audit log for changes of the draft of this version.
fn audited(changes: Option<Unaudited>, version: u16) -> Result<Effect, InquiryError> {
    let effect = changes.map(|changes| changes.effect(version)).transpose();
    let effect = effect.map_err(|_| InquiryError::Inconsistent("changes of a price book have no author"))?;
    Ok(effect.unwrap_or_else(Effect::none))
}

/// Returns the failure of a record that another person changed.
fn changed() -> Failure {
    Failure::with_reason(Code::Conflict, "DESK.CHANGED").with_field("recordVersion", "DESK.CHANGED")
}
