//! Staff: records that a designed piece was measured on site.

use kit::{
    caller::StaffCaller,
    change::{Change, Effect},
    failure::Failure,
    staff::Permission,
    validation::FieldErrors,
};
use proto::inquiry::v1::{RecordMeasuringRequest, RecordMeasuringResponse};
use rules::Design;
use sqlx::PgConnection;

use super::{
    State, convert, details,
    quoted_designs::{self, DesignedPiece},
};
use crate::{
    design::{Measuring, QuotedDesign},
    edit::Edit,
    error::InquiryError,
    store,
    timeline::{Detail, Entry},
};

pub(super) async fn handle(
    state: &State,
    StaffCaller { actor, language }: StaffCaller,
    request: RecordMeasuringRequest,
) -> Result<RecordMeasuringResponse, Failure> {
    let mut errors = FieldErrors::default();
    let design = quoted_designs::decode(&mut errors, "code", &request.code);
    let text = errors.text::<0, 500>("text", &request.text);
    errors.idempotency_key(&request.idempotency_key);
    let (design, text) = errors.finish((design, text))?;
    let number = convert::number(&request.number)?;
    let operation = format!("RecordMeasuring {number}");
    let inquiry = Change::once(&actor, operation, &request.idempotency_key, &request)
        .run(
            &state.pool,
            async |connection| Edit::open_for(connection, &actor, &number, Permission::QuotesWrite).await,
            async |connection, edit| record(connection, edit, request.position, &design, text).await,
            async |connection, _| Ok(details::load(connection, &actor, language, &number).await?),
        )
        .await?;
    Ok(RecordMeasuringResponse {
        inquiry: Some(inquiry),
    })
}

async fn record(
    connection: &mut PgConnection,
    mut edit: Edit,
    position: u32,
    design: &Design,
    text: String,
) -> Result<Effect, InquiryError> {
    let piece = DesignedPiece::find(&edit, position)?;
    quoted_designs::check_entry(connection, &edit).await?;
    let (design, price) = piece.price(connection, design, "code").await?;
    let detail = Detail::Measured {
        position: piece.position(),
        code: design.code(),
    };
    let entry = Entry::new(edit.now, edit.author(), detail).with_text(text.as_str());
    store::timeline::insert(connection, edit.inquiry.id, &entry).await?;
    let measuring = Measuring {
        design: design.clone(),
        at: edit.now,
        by: edit.by(),
        text,
    };
    let after = QuotedDesign {
        design,
        price: Some(price),
        last_measuring: Some(measuring),
        ..piece.quoted.clone()
    };
    piece.replace(connection, &edit, &after, "").await?;
    edit.save(connection, "design", "").await?;
    Ok(edit.audited("RecordMeasuring"))
}
