//! `PATCH price-books/draft`.

use std::{borrow::Cow, collections::BTreeMap, fmt};

use axum::extract::State;
use kit::{
    domain::Money,
    failure::Failure,
    validation::{FieldErrors, INVALID, OUT_OF_RANGE, REQUIRED},
};
use proto::inquiry::v1::{PriceBookCell, UpdatePriceBookRequest};
use rules::{Cell, CellError, Unit};
use serde::{
    Deserialize,
    de::{Deserializer, Error as _, MapAccess, Visitor},
};
use serde_json::{Number, Value};
use utoipa::{
    PartialSchema, ToSchema,
    openapi::{
        RefOr,
        schema::{ArrayBuilder, ObjectBuilder, Schema, Type},
    },
};

use super::book::{DRAFT, PriceBook, convert, fetch};
use crate::{
    desk::{Member, is_stale, present_on_conflict},
    envelope::Envelope,
    error::ApiResult,
    extract::{Input, Json},
    openapi::ErrorResponse,
    state::AppState,
};

/// Field with the version of the record.
const RECORD_VERSION: &str = "recordVersion";

/// Maximum length of the name of an unknown cell in a refusal.
const MAX_NAME: usize = 80;

/// The amounts of AZN that the desk accepts.
const AMOUNTS: std::ops::RangeInclusive<f64> = 0.0..=10_000_000.0;

/// Change of cells of the draft: their names and new values.
#[derive(Debug, Default)]
pub(crate) struct UpdatePriceBook {
    record_version: Input<i64>,
    cells: BTreeMap<String, Value>,
}

impl<'de> Deserialize<'de> for UpdatePriceBook {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(Fields)
    }
}

/// Reads the fields of a body; a repeated one makes it malformed.
struct Fields;

impl<'de> Visitor<'de> for Fields {
    type Value = UpdatePriceBook;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("cells of a price book")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<UpdatePriceBook, A::Error> {
        let mut body = UpdatePriceBook::default();
        while let Some(name) = map.next_key::<String>()? {
            let is_repeated = if name == RECORD_VERSION {
                let before = std::mem::replace(&mut body.record_version, map.next_value()?);
                before != Input::Missing
            } else {
                body.cells.insert(name, map.next_value()?).is_some()
            };
            if is_repeated {
                return Err(A::Error::custom("repeated field"));
            }
        }
        Ok(body)
    }
}

impl PartialSchema for UpdatePriceBook {
    fn schema() -> RefOr<Schema> {
        let version = ObjectBuilder::new()
            .schema_type(Type::Integer)
            .description(Some("Version of the record that the caller saw."));
        let body = ObjectBuilder::new()
            .description(Some(
                "Changed cells of the draft by name. Costs and `roundTo` (0.01, 1, 5 or 10) are in AZN, shares in whole \
                 percent, sheets in millimetres.",
            ))
            .property(RECORD_VERSION, version)
            .required(RECORD_VERSION);
        let body = Cell::all()
            .into_iter()
            .fold(body, |body, cell| body.property(cell.name(), schema(cell)));
        RefOr::T(Schema::Object(body.build()))
    }
}

impl ToSchema for UpdatePriceBook {
    fn name() -> Cow<'static, str> {
        Cow::Borrowed("UpdatePriceBook")
    }
}

/// Returns the schema of the value of a cell.
fn schema(cell: Cell) -> Schema {
    let range = cell.range();
    let number = |kind, per_unit: i64| {
        ObjectBuilder::new()
            .schema_type(kind)
            .minimum(Some(range.start() / per_unit))
            .maximum(Some(range.end() / per_unit))
    };
    match cell.unit() {
        Unit::Qepik => Schema::Object(number(Type::Number, 100).build()),
        Unit::Percent => Schema::Object(number(Type::Integer, 1).build()),
        Unit::Millimetres => {
            let items = number(Type::Integer, 1);
            let sheet = ArrayBuilder::new()
                .items(items)
                .min_items(Some(2))
                .max_items(Some(2));
            Schema::Array(sheet.build())
        }
    }
}

impl UpdatePriceBook {
    fn into_message(self) -> Result<UpdatePriceBookRequest, Failure> {
        let mut errors = FieldErrors::default();
        let record_version = self.record_version.required(&mut errors, RECORD_VERSION);
        let mut cells = Vec::new();
        for (name, value) in self.cells {
            let Some(cell) = Cell::find(&name) else {
                errors.push(name.chars().take(MAX_NAME).collect::<String>(), INVALID);
                continue;
            };
            let numbers = numbers(cell, &value).and_then(|numbers| checked(cell, numbers));
            let numbers = errors.check(name.as_str(), numbers).unwrap_or_default();
            cells.push(PriceBookCell { name, numbers });
        }
        let record_version = errors.finish(record_version)?;
        Ok(UpdatePriceBookRequest {
            record_version,
            cells,
        })
    }
}

/// Reads the numbers of a cell in the units of the rule book.
fn numbers(cell: Cell, value: &Value) -> Result<Vec<i64>, &'static str> {
    match (cell.unit(), value) {
        (_, Value::Null) => Err(REQUIRED),
        (Unit::Qepik, Value::Number(number)) => Ok(vec![qepik(number)?]),
        (Unit::Percent, Value::Number(number)) => Ok(vec![number.as_i64().ok_or(INVALID)?]),
        (Unit::Millimetres, Value::Array(sides)) => {
            sides.iter().map(|side| side.as_i64().ok_or(INVALID)).collect()
        }
        _ => Err(INVALID),
    }
}

/// Converts an amount in AZN to qəpik.
pub(super) fn qepik(number: &Number) -> Result<i64, &'static str> {
    if number.as_f64().is_some_and(|amount| !AMOUNTS.contains(&amount)) {
        return Err(OUT_OF_RANGE);
    }
    Money::from_json_number(number)
        .map(Money::minor)
        .map_err(|_| INVALID)
}

/// Returns the numbers if the cell may have them.
pub(super) fn checked(cell: Cell, numbers: Vec<i64>) -> Result<Vec<i64>, &'static str> {
    match cell.check(&numbers) {
        Ok(()) => Ok(numbers),
        Err(CellError::WrongCount) => Err(INVALID),
        Err(CellError::OutOfRange) => Err(OUT_OF_RANGE),
    }
}

/// Changes cells of the draft. Another version of the record is refused with `recordVersion: DESK.CHANGED`, `DESK.CHANGED` for each
/// cell whose present value is another one than that sent, and the present draft. Unlike in other calls, an unknown name is refused:
/// a price would be lost without notice.
#[utoipa::path(patch, path = "/price-books/draft", tag = "desk",
    request_body(content = UpdatePriceBook,
        example = json!({"recordVersion": 4, "boards.wood19.perM2.oak": 45.5, "work.part": 2.1})),
    security(("desk" = [], "xsrf" = [])),
    responses((status = 200, body = Envelope<PriceBook>, description = "Draft",
        example = json!(Envelope::new(PriceBook::example()))),
        ErrorResponse::<404>, ErrorResponse::<409>))]
pub(crate) async fn update_price_book(
    State(state): State<AppState>,
    member: Member,
    Json(body): Json<UpdatePriceBook>,
) -> ApiResult<Envelope<PriceBook>> {
    let book = send(&state, &member, body.into_message()?).await?;
    Ok(Envelope::new(book))
}

/// Sends a change and returns the draft; a stale version has the present one.
pub(super) async fn send(
    state: &AppState,
    member: &Member,
    message: UpdatePriceBookRequest,
) -> ApiResult<PriceBook> {
    let request = member.request(message);
    let updated = state.clients.price_books.clone().update_price_book(request).await;
    let updated = present_on_conflict(updated, is_stale, || fetch(state, member, DRAFT)).await?;
    convert(state, member, updated.into_inner().book).await
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn message(body: &Value) -> Result<UpdatePriceBookRequest, Vec<(String, String)>> {
        let body: UpdatePriceBook = serde_json::from_str(&body.to_string()).unwrap();
        body.into_message().map_err(|failure| failure.fields)
    }

    #[test]
    fn reads_cells_in_the_units_of_the_rule_book() {
        let body = json!({"recordVersion": 4, "boards.wood19.perM2.oak": 45.50, "roundTo": 0.01, "vatPercent": 18,
            "boards.lam18.sheetMm": [2_800, 2_070]});
        let message = message(&body).unwrap();
        assert_eq!(message.record_version, 4);
        let cells: Vec<_> = message
            .cells
            .iter()
            .map(|cell| (cell.name.as_str(), cell.numbers.as_slice()))
            .collect();
        assert_eq!(
            cells,
            [
                ("boards.lam18.sheetMm", &[2_800, 2_070][..]),
                ("boards.wood19.perM2.oak", &[4_550]),
                ("roundTo", &[1]),
                ("vatPercent", &[18]),
            ]
        );
    }

    #[test]
    fn names_all_wrong_cells_at_once() {
        let body = json!({"boards.lam18.perM2.oak": 1, "bandPercent": 8.5, "boards.lam18.sheetMm": [2_800],
            "fittings.pin": 0.095, "fittings.push": 1_000.01, "fittings.rail": -1, "roundTo": 0.5,
            "vatPercent": null, "work.part": "2.10", "work.site": 1e300, ("x".repeat(100)): 1});
        let expected = [
            ("recordVersion", REQUIRED),
            ("bandPercent", INVALID),
            ("boards.lam18.perM2.oak", INVALID),
            ("boards.lam18.sheetMm", INVALID),
            ("fittings.pin", INVALID),
            ("fittings.push", OUT_OF_RANGE),
            ("fittings.rail", OUT_OF_RANGE),
            ("roundTo", OUT_OF_RANGE),
            ("vatPercent", REQUIRED),
            ("work.part", INVALID),
            ("work.site", OUT_OF_RANGE),
            (&"x".repeat(MAX_NAME), INVALID),
        ];
        let expected = expected.map(|(field, key)| (field.to_owned(), key.to_owned()));
        assert_eq!(message(&body).unwrap_err(), expected);
    }

    #[test]
    fn a_repeated_cell_is_malformed() {
        for body in [
            r#"{"recordVersion": 1, "work.part": 1, "work.part": 2}"#,
            r#"{"recordVersion": 1, "recordVersion": 1}"#,
        ] {
            assert!(serde_json::from_str::<UpdatePriceBook>(body).is_err(), "{body}");
        }
    }
}
