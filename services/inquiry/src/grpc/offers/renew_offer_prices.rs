//! Staff: prices the designs of a draft by the price book in force.

use kit::{
    caller::StaffCaller,
    change::{self, Effect},
    failure::Failure,
    validation::OUT_OF_RANGE,
};
use proto::inquiry::v1::{RenewOfferPricesRequest, RenewOfferPricesResponse};
use sqlx::PgConnection;

use super::{changes::changes, convert, view};
use crate::{
    design,
    error::InquiryError,
    grpc::State,
    offer::{Line, design::LineDesign, edit::OfferEdit, error::OfferError},
    price_book::Published,
    store,
};

pub(super) async fn handle(
    state: &State,
    StaffCaller { actor, .. }: StaffCaller,
    request: RenewOfferPricesRequest,
) -> Result<RenewOfferPricesResponse, Failure> {
    let id = convert::offer_id(&request.offer_id)?;
    change::run(&state.pool, async |connection| {
        let edit = OfferEdit::open_to_write(connection, &actor, id).await?;
        let book = store::price_book::in_force(connection, &state.first_book).await?;
        renew(connection, edit, request.version, &book).await
    })
    .await?;
    Ok(RenewOfferPricesResponse {
        offer: Some(view::load(state, &actor, id).await?),
    })
}

/// Renews the prices, without effect if all are the newest.
async fn renew(
    connection: &mut PgConnection,
    mut edit: OfferEdit,
    version: i64,
    book: &Published,
) -> Result<Effect, InquiryError> {
    edit.check_draft()?;
    let before = edit.offer.content.clone();
    let lines = before.lines.iter().enumerate();
    let lines: Result<Vec<_>, _> = lines.map(|(index, line)| renewed(index, line, book)).collect();
    let lines = lines?;
    if lines == before.lines {
        return Ok(Effect::none());
    }
    // A repeated call finds nothing to renew, whatever version it names.
    edit.check_write(version)?;
    edit.replace_lines(connection, lines).await?;
    let after = &edit.offer.content;
    after
        .sums()
        .map_err(|_| Failure::invalid_field("lines", OUT_OF_RANGE))?;
    let detail = changes(&before, after);
    edit.count_change();
    edit.save(connection).await?;
    Ok(edit.audited("RenewOfferPrices", detail))
}

/// Returns a line under the newest rules and the prices of a book.
fn renewed(index: usize, line: &Line, book: &Published) -> Result<Line, InquiryError> {
    let Some(of) = &line.design else {
        return Ok(line.clone());
    };
    let design = design::renewed(&of.design, book);
    if design == of.design {
        return Ok(line.clone());
    }
    let priced = design::price(&design, &book.rates)?;
    let priced = priced.ok_or(OfferError::ImpossibleDesign(index))?;
    Ok(Line {
        list_price: priced.price,
        design: Some(LineDesign::new(design)),
        ..line.clone()
    })
}
