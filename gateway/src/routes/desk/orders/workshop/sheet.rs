//! `GET orders/{number}/workshop`.

use axum::extract::State;
use rules::workshop::{CutList, NestError, nest};
use serde_json::{Value, json};

use super::{
    super::row::Delivery,
    cut_list::{WorkshopBoardSheet, WorkshopList},
    pieces::{Designed, DesignedPiece, Number, count_parts, derive},
};
use crate::{
    convert, desk::Member, envelope::Envelope, error::ApiResult, extract::RequestLanguage,
    openapi::ErrorResponse, state::AppState, words::Word,
};

/// Maximum number of parts of an order that are laid out on sheets. The time grows with their square.
const MAX_LAID_OUT: i64 = 500;

kit::words! {
    /// Reason that no parts are laid out.
    pub(crate) enum SheetsRefusal("SheetsRefusal") {
        /// The order has too many parts.
        TooManyParts = "tooManyParts",
        /// A part is larger than a sheet.
        PartTooLarge = "partTooLarge",
    }
}

type SheetsRefusalWord = Word<SheetsRefusal>;

/// Sheet of the workshop.
#[response]
#[derive(Debug, Clone)]
pub(crate) struct WorkshopSheet {
    order_number: String,
    /// Plan without crew and note; `null` until it is planned.
    delivery: Option<Delivery>,
    /// Designed pieces, in the order of the lines.
    items: Vec<WorkshopItem>,
    /// Layout of all parts by board and finish, a help for the saw; empty if it is refused.
    sheets: Vec<WorkshopBoardSheet>,
    /// Reason that no parts are laid out.
    sheets_refused: Option<SheetsRefusalWord>,
}

/// Designed piece that the workshop makes. Counts are those of one piece times the quantity.
#[response]
#[derive(Debug, Clone)]
pub(crate) struct WorkshopItem {
    /// Number among the pieces of the order, from 1.
    no: u16,
    /// Number of equal pieces.
    quantity: u16,
    /// Code of the design.
    code: String,
    /// Sentence by which the customer confirmed the size.
    confirmed_text: String,
    /// Whether the rules can build the design; without it the lists are empty.
    is_readable: bool,
    #[serde(flatten)]
    list: WorkshopList,
}

fn example() -> Value {
    json!({"orderNumber": "SB-1D3K9WQ7", "delivery": null, "items": [{
        "no": 1, "quantity": 1, "code": "EBAAQpfqPJsAAAAwEAAgSAAqEAAqEAAgiJja",
        "confirmedText": "Ölçünü təsdiqləyirəm: divar arası 243 × 62 × 262 sm", "isReadable": true,
        "rules": 1, "prices": 1, "name": "Şkaf, divar arası 243 × 62 × 262 sm",
        "outline": {"niche": true, "given": [2430, 2620, 620], "furniture": [2370, 2580, 610]},
        "massG": 295_302, "pieces": 73,
        "parts": [{"no": 1, "key": "side", "name": "Yan lövhə", "count": 2, "length": 2500, "width": 589,
            "thickness": 18, "cutLength": 2498, "cutWidth": 588, "board": "lam18", "finish": "white",
            "edges": "1011", "places": ["c0"], "boxes": [[0, 80, 0, 18, 2500, 589, "c0"]]}],
        "edging": [{"board": "lam18", "finish": "white", "tapeMm": [1, 22], "lengthMm": 27_500, "orderM": 31}],
        "fittings": [{"key": "rail", "name": "Ştanq", "count": 1685, "unit": "mm",
            "cuts": [{"length": 563, "width": null, "count": 1}]}],
        "hinges": [{"bay": 1, "isUpper": false, "side": "left", "length": 2496, "width": 589, "massG": 19_553,
            "cups": [100, 559]}],
        "lattice": [{"no": 20, "count": 4, "size": [1012, 463], "cells": [7, 16], "total": 448,
            "pitchTenths": [641, 589]}],
        "remarks": ["Nişdə uzanmış qaldırmaq olmur."]}],
        "sheets": [{"board": "lam18", "finish": "white", "sheetMm": [2800, 2070], "used": 0.62,
            "placed": [{"item": 1, "no": 1, "x": 10, "y": 10, "l": 2498, "w": 588}]}],
        "sheetsRefused": null})
}

/// Returns what the workshop makes for an order: the cut list of each designed piece and one layout of all their parts, by the
/// design that the customer confirmed. An order of more than 500 parts has no layout. Before the work begins: `general:
/// WORKSHOP.TOO_EARLY`.
#[utoipa::path(get, path = "/orders/{number}/workshop", tag = "desk",
    params(("number" = String, Path, description = "Number of the order")), security(("desk" = [])),
    responses((status = 200, body = Envelope<WorkshopSheet>, description = "Sheet",
        example = json!(Envelope::new(example()))),
        ErrorResponse::<409>))]
pub(crate) async fn get_workshop_sheet(
    State(state): State<AppState>,
    member: Member,
    RequestLanguage(language): RequestLanguage,
    number: Number,
) -> ApiResult<Envelope<WorkshopSheet>> {
    let language = convert::rules_language(language);
    let sheet = derive(&state, &member, number, move |designed| {
        Ok(WorkshopSheet::new(designed, language))
    });
    Ok(Envelope::new(sheet.await?))
}

impl WorkshopSheet {
    pub(super) fn new(designed: Designed, language: rules::Language) -> Self {
        let (sheets, sheets_refused) = match lay_out(&designed) {
            Ok(sheets) => (sheets, None),
            Err(refusal) => (Vec::new(), Some(refusal.into())),
        };
        let pieces = designed.pieces.into_iter();
        Self {
            order_number: designed.order_number,
            delivery: designed.delivery.map(Into::into),
            items: pieces.map(|piece| WorkshopItem::new(piece, language)).collect(),
            sheets,
            sheets_refused,
        }
    }
}

impl WorkshopItem {
    fn new(piece: DesignedPiece, language: rules::Language) -> Self {
        let list = piece.item().map(|item| CutList::of(item, language));
        Self {
            no: piece.no,
            quantity: piece.quantity.get(),
            is_readable: list.is_some(),
            list: list.map(Into::into).unwrap_or_default(),
            code: piece.code,
            confirmed_text: piece.confirmed_text,
        }
    }
}

fn lay_out(designed: &Designed) -> Result<Vec<WorkshopBoardSheet>, SheetsRefusal> {
    let items = designed.readable();
    if count_parts(&items) > MAX_LAID_OUT {
        return Err(SheetsRefusal::TooManyParts);
    }
    let sheets = nest(&items).map_err(|error| match error {
        NestError::TooMany(..) => SheetsRefusal::TooManyParts,
        NestError::TooLarge(..) => SheetsRefusal::PartTooLarge,
    })?;
    Ok(sheets.into_iter().map(Into::into).collect())
}
