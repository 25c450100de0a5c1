//! Checks a design and prices it.

use kit::{
    caller::Caller,
    failure::Failure,
    validation::{FieldErrors, OUT_OF_RANGE, REQUIRED, TOO_LONG},
};
use proto::inquiry::v1::{
    DesignCheck, DesignPrice, PriceDesignRequest, PriceDesignResponse, price_design_request,
};
use rules::{Check, Design};
use serde_json::Value;

use super::State;
use crate::{
    design::{self, Priced},
    error::InquiryError,
    price_book::Published,
    store,
};

/// Maximum size of the JSON of a design, in bytes.
const MAX_JSON: usize = 4_096;

pub(super) async fn handle(
    state: &State,
    caller: Caller,
    request: PriceDesignRequest,
) -> Result<PriceDesignResponse, Failure> {
    let mut connection = state.pool.acquire().await?;
    let in_force = store::price_book::in_force(&mut connection, &state.first_book).await?;
    let is_under_prices_in_force = request.under_prices_in_force;
    let (design, field) = decode(request, &in_force)?;
    let book = if is_under_prices_in_force || design.prices() == in_force.version {
        in_force
    } else {
        let book = store::price_book::find(&mut connection, design.prices()).await?;
        book.ok_or_else(|| Failure::invalid_field(field, OUT_OF_RANGE))?
    };
    drop(connection);
    Ok(response(&design, &book, &caller)?)
}

/// Returns the design, and the field that names its prices.
fn decode(request: PriceDesignRequest, in_force: &Published) -> Result<(Design, &'static str), Failure> {
    match request.design {
        None => Err(Failure::invalid_field("code", REQUIRED)),
        Some(price_design_request::Design::Code(code)) => {
            let design = Design::from_code(&code);
            let design = design.map_err(|_| Failure::invalid_field("code", "DESIGN.BROKEN"))?;
            Ok((design, "code"))
        }
        Some(price_design_request::Design::Json(json)) => {
            if json.len() > MAX_JSON {
                return Err(Failure::invalid_field("design", TOO_LONG));
            }
            let invalid = |error| Failure::invalid_field("design", "FIELD.INVALID").with_source(error);
            let mut json: Value = serde_json::from_str(&json).map_err(invalid)?;
            set_prices(&mut json, in_force.version);
            Ok((parse(&json)?, "design.prices"))
        }
    }
}

/// Sets prices that are 0 or missing.
fn set_prices(json: &mut Value, version: u16) {
    if let Value::Object(members) = json {
        let prices = members.entry("prices").or_insert(Value::Null);
        if prices.is_null() || *prices == 0 {
            *prices = version.into();
        }
    }
}

fn parse(json: &Value) -> Result<Design, Failure> {
    Design::from_json(json).map_err(|invalid| {
        let mut errors = FieldErrors::default();
        for error in invalid {
            errors.push(error.field, error.key);
        }
        errors.into()
    })
}

fn response(design: &Design, book: &Published, caller: &Caller) -> Result<PriceDesignResponse, InquiryError> {
    let checks = rules::check(design);
    let price = design::price(design, &book.rates)?;
    Ok(PriceDesignResponse {
        code: design.code(),
        json: design.to_json(),
        checks: checks.iter().map(|check| converted(check, caller)).collect(),
        price: price.map(|priced| design_price(&priced, book)),
    })
}

fn design_price(priced: &Priced, book: &Published) -> DesignPrice {
    DesignPrice {
        band: Some(priced.band.into()),
        book_version: book.version.into(),
        mass_g: priced.piece.mass_g,
        longest_mm: priced.piece.longest_mm,
    }
}

fn converted(check: &Check, caller: &Caller) -> DesignCheck {
    DesignCheck {
        key: check.key.to_owned(),
        level: check.level.name().to_owned(),
        bay: check.at,
        value: check.value,
        limit: check.limit,
        fixes_json: serde_json::to_string(&check.fixes).unwrap_or_default(),
        text: rules::words::check(check, design::language(caller.language)),
    }
}
