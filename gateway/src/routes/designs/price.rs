//! `POST designs/price`.

use axum::extract::State;
use kit::{failure::Failure, validation::INVALID};
use proto::inquiry::v1::{self as inquiry, PriceDesignRequest, price_design_request};
use serde_json::Value;

use super::design::{Design, DesignCheck};
use crate::{
    convert::{self, Amount},
    envelope::Envelope,
    error::ApiResult,
    extract::{ClientAddress, FormCaller, Json},
    openapi::ErrorResponse,
    state::AppState,
};

/// A design to price, in one of two forms.
#[request]
pub(crate) struct PriceDesign {
    /// Code of the design.
    #[schema(min_length = 20, max_length = 90)]
    code: Option<String>,
    /// The design; `prices` 0 or missing are those in force.
    #[schema(value_type = Option<Design>)]
    design: Option<Value>,
}

/// A design with its price.
#[response]
#[derive(Debug, Clone)]
pub(crate) struct PricedDesign {
    /// Code of the design.
    code: String,
    design: Design,
    /// Whether it can be built.
    is_possible: bool,
    /// Errors and notes, in the order of the rule book.
    checks: Vec<DesignCheck>,
    /// Lower end of the price before measuring, with VAT, in AZN; `null` if it cannot be built.
    low: Option<Amount>,
    /// Upper end of the price, in AZN; `null` if it cannot be built.
    high: Option<Amount>,
    /// Version of the price book.
    prices: u32,
    /// Mass in grams; `null` if it cannot be built.
    mass_g: Option<i64>,
    /// Length of the longest part in millimetres; `null` if it cannot be built.
    longest_mm: Option<u32>,
}

impl TryFrom<inquiry::PriceDesignResponse> for PricedDesign {
    type Error = Failure;

    fn try_from(response: inquiry::PriceDesignResponse) -> Result<Self, Failure> {
        let design = Design::parse(&response.json)?;
        let price = response.price;
        let band = price.and_then(|price| price.band);
        Ok(Self {
            code: response.code,
            is_possible: price.is_some(),
            checks: response.checks.into_iter().map(Into::into).collect(),
            low: band.map(|band| convert::amount(band.low_minor)),
            high: band.map(|band| convert::amount(band.high_minor)),
            prices: price.map_or(design.prices(), |price| price.book_version),
            mass_g: price.map(|price| price.mass_g),
            longest_mm: price.map(|price| price.longest_mm),
            design,
        })
    }
}

/// Checks a design by the rule book and returns the range of its price. At most 120 calls of an address in a minute. A text that
/// is no code is `code: DESIGN.BROKEN`; fields of a design that is not well formed are named `design.bays[2].shelves` and so on.
#[utoipa::path(post, path = "/designs/price", tag = "designs",
    request_body(content = PriceDesign, example = json!({"code": "EBAAQpfqPJsAAAAwEAAgSAAqEAAqEAAgiJja"})),
    security((), ("session" = [], "xsrf" = [])),
    responses((status = 200, body = Envelope<PricedDesign>, description = "Price",
        example = json!({"success": true, "message": null, "data": {
            "code": "EBAAQpfqPJsAAAAwEAAgSAAqEAAqEAAgiJja",
            "design": {"rules": 1, "prices": 1, "family": "wardrobe", "niche": true, "widthMm": 2430, "heightMm": 2620,
                "depthMm": 620, "base": "plinth", "upperMm": 0, "front": "hinged", "slides": 0, "body": "white",
                "fronts": "oak", "handle": "bar", "metal": "black",
                "bays": [{"widthMm": 0, "doors": 1, "style": "plain", "drawers": 0, "rail": 1, "shelves": 2}]},
            "isPossible": true,
            "checks": [{"key": "note.lift", "level": "note", "at": null, "value": 2500, "limit": 2400, "fixes": [],
                "text": "It is assembled upright."}],
            "low": 2680, "high": 3150, "prices": 1, "massG": 295_302, "longestMm": 2620}})),
        ErrorResponse::<429>))]
pub(crate) async fn price_design(
    State(state): State<AppState>,
    FormCaller(caller): FormCaller,
    ClientAddress(address): ClientAddress,
    Json(body): Json<PriceDesign>,
) -> ApiResult<Envelope<PricedDesign>> {
    state.design_limits.prices.count(&address)?;
    let response = state
        .clients
        .designs
        .price_design(&caller, request(body)?)
        .await?;
    Ok(Envelope::new(PricedDesign::try_from(response)?))
}

fn request(body: PriceDesign) -> Result<PriceDesignRequest, Failure> {
    let design = match (body.code, body.design) {
        (Some(_), Some(_)) => return Err(Failure::invalid_field("design", INVALID)),
        (code, None) => price_design_request::Design::Code(code.unwrap_or_default()),
        (None, Some(design)) => price_design_request::Design::Json(design.to_string()),
    };
    Ok(PriceDesignRequest {
        design: Some(design),
        under_prices_in_force: false,
    })
}
