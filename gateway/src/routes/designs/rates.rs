//! `GET designs/rates`.

use std::collections::BTreeMap;

use axum::extract::State;
use proto::inquiry::v1 as inquiry;

use crate::{
    convert::{self, Instant},
    envelope::Envelope,
    error::ApiResult,
    extract::OptionalSession,
    routes::cacheable::Cacheable,
    state::AppState,
};

/// Prices of a price book by key of the rule book, without VAT, in thousandths of a qəpik.
#[response]
#[derive(Debug, Clone)]
pub(crate) struct Rates {
    /// Version of the price book.
    #[schema(minimum = 1, maximum = 16_383)]
    version: u32,
    /// Version of the rules.
    #[schema(minimum = 1, maximum = 255)]
    rules: u32,
    /// RFC 3339: the time from which the price book is in force.
    valid_from: Option<Instant>,
    /// Half of the width of the band before measuring, in whole percent.
    band_percent: u32,
    /// VAT in whole percent.
    vat_percent: u32,
    /// Step to which prices are rounded, in qəpik.
    round_to: u32,
    /// Boards by the square metre.
    board: BTreeMap<String, i64>,
    /// Edging by the metre.
    edge: BTreeMap<String, i64>,
    /// Fittings by the piece, the metre or the square metre.
    fittings: BTreeMap<String, i64>,
    /// Work by the piece or the square metre.
    work: BTreeMap<String, i64>,
}

impl From<inquiry::Rates> for Rates {
    fn from(rates: inquiry::Rates) -> Self {
        Self {
            version: rates.version,
            rules: rates.rules,
            valid_from: convert::moment(rates.valid_from),
            band_percent: rates.band_percent,
            vat_percent: rates.vat_percent,
            round_to: rates.round_to_minor,
            board: by_key(rates.board),
            edge: by_key(rates.edge),
            fittings: by_key(rates.fittings),
            work: by_key(rates.work),
        }
    }
}

fn by_key(rates: Vec<inquiry::Rate>) -> BTreeMap<String, i64> {
    rates
        .into_iter()
        .map(|rate| (rate.key, rate.milli_qepik))
        .collect()
}

/// Returns the rates of the price book in force, from which a browser prices a design. They hold no cost, waste or markup.
#[utoipa::path(get, path = "/designs/rates", tag = "designs",
    responses((status = 200, body = Envelope<Rates>, description = "Rates",
        example = json!({"success": true, "message": null, "data": {
            "version": 1, "rules": 1, "validFrom": "2026-11-01T05:00:00Z", "bandPercent": 8, "vatPercent": 18,
            "roundTo": 100, "board": {"lam18.white": 2_584_294}, "edge": {"lam18.white": 138_655},
            "fittings": {"pin": 12_956}, "work": {"part": 295_944}}}))))]
pub(crate) async fn get_rates(
    State(state): State<AppState>,
    session: OptionalSession,
) -> ApiResult<Cacheable<Envelope<Rates>>> {
    let response = state.clients.designs.get_rates().await?;
    let rates = response.rates.clone().unwrap_or_default();
    Ok(Cacheable::new(&session, Envelope::new(rates.into()))
        .for_half_a_minute()
        .made_from(&response))
}
