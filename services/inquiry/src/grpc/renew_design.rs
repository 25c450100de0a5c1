//! Staff: prices the design of a piece by the price book in force.

use kit::{
    caller::StaffCaller,
    change::{self, Effect},
    failure::Failure,
    staff::Permission,
};
use proto::inquiry::v1::{RenewDesignRequest, RenewDesignResponse};
use sqlx::PgConnection;

use super::{
    State, convert, details,
    quoted_designs::{self, DesignedPiece},
};
use crate::{
    design::{self, QuotedDesign},
    edit::Edit,
    error::InquiryError,
    store,
};

pub(super) async fn handle(
    state: &State,
    StaffCaller { actor, language }: StaffCaller,
    request: RenewDesignRequest,
) -> Result<RenewDesignResponse, Failure> {
    let number = convert::number(&request.number)?;
    change::run(&state.pool, async |connection| {
        let mut edit = Edit::open_for(connection, &actor, &number, Permission::QuotesWrite).await?;
        let piece = DesignedPiece::find(&edit, request.position)?;
        piece.check_from(&request.from_code)?;
        let effect = renew(connection, &mut edit, &piece, state).await?;
        let inquiry = Some(details::load(connection, &actor, language, &number).await?);
        Ok(effect.with(RenewDesignResponse { inquiry }))
    })
    .await
}

/// Renews the price, without effect if the design has the newest one. A wish stays one.
async fn renew(
    connection: &mut PgConnection,
    edit: &mut Edit,
    piece: &DesignedPiece,
    state: &State,
) -> Result<Effect, InquiryError> {
    quoted_designs::check_entry(connection, edit).await?;
    let book = store::price_book::in_force(connection, &state.first_book).await?;
    let design = design::renewed(&piece.quoted.design, &book);
    if design == piece.quoted.design {
        return Ok(Effect::none());
    }
    let priced = design::price(&design, &book.rates)?;
    let after = QuotedDesign {
        design,
        price: priced.map(|priced| priced.price),
        ..piece.quoted.clone()
    };
    piece.replace(connection, edit, &after, "").await?;
    edit.save(connection, "design", "").await?;
    Ok(edit.audited("RenewDesign"))
}
