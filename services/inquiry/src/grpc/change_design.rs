//! Staff: changes the design of a piece.

use kit::{
    caller::StaffCaller,
    change::{self, Effect},
    failure::Failure,
    staff::Permission,
    validation::FieldErrors,
};
use proto::inquiry::v1::{ChangeDesignRequest, ChangeDesignResponse};
use rules::Design;
use sqlx::PgConnection;

use super::{
    State, convert, details,
    quoted_designs::{self, DesignedPiece},
};
use crate::{design::QuotedDesign, edit::Edit, error::InquiryError};

pub(super) async fn handle(
    state: &State,
    StaffCaller { actor, language }: StaffCaller,
    request: ChangeDesignRequest,
) -> Result<ChangeDesignResponse, Failure> {
    let mut errors = FieldErrors::default();
    let to = quoted_designs::decode(&mut errors, "to", &request.to_code);
    let text = errors.text::<0, 500>("text", &request.text);
    let (to, text) = errors.finish((to, text))?;
    let number = convert::number(&request.number)?;
    change::run(&state.pool, async |connection| {
        let mut edit = Edit::open_for(connection, &actor, &number, Permission::QuotesWrite).await?;
        let piece = DesignedPiece::find(&edit, request.position)?;
        piece.check_from(&request.from_code)?;
        let effect = change(connection, &mut edit, &piece, &to, &text).await?;
        let inquiry = Some(details::load(connection, &actor, language, &number).await?);
        Ok(effect.with(ChangeDesignResponse { inquiry }))
    })
    .await
}

/// Changes the design, without effect if nothing differs.
async fn change(
    connection: &mut PgConnection,
    edit: &mut Edit,
    piece: &DesignedPiece,
    to: &Design,
    text: &str,
) -> Result<Effect, InquiryError> {
    quoted_designs::check_entry(connection, edit).await?;
    let (design, price) = piece.price(connection, to, "to").await?;
    if design == piece.quoted.design {
        return Ok(Effect::none());
    }
    let after = QuotedDesign {
        design,
        price: Some(price),
        ..piece.quoted.clone()
    };
    piece.replace(connection, edit, &after, text).await?;
    edit.save(connection, "design", "").await?;
    Ok(edit.audited("ChangeDesign"))
}
