//! The rpcs of price books at the desk.

mod convert;
mod create_price_book;
mod delete_price_book;
mod get_price_book;
mod list_price_books;
mod preview_price_book;
mod publish_price_book;
#[cfg(test)]
mod tests;
mod update_price_book;

use kit::failure::{Code, Failure};
use sqlx::PgConnection;

use super::State;
use crate::{price_book::Record, store};

kit::rpcs! {
    impl proto::inquiry::v1::price_book_service_server::PriceBookService for State {
        staff(PriceBookRead) list_price_books(ListPriceBooksRequest) -> ListPriceBooksResponse;
        staff(PriceBookRead) get_price_book(GetPriceBookRequest) -> GetPriceBookResponse;
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

/// Returns the failure of a record that another person changed.
fn changed() -> Failure {
    Failure::with_reason(Code::Conflict, "DESK.CHANGED").with_field("recordVersion", "DESK.CHANGED")
}
