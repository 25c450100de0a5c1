//! Data about refused designs.

use futures::future::join_all;
use kit::caller::Caller;
use proto::inquiry::v1::{PriceDesignRequest, PriceDesignResponse, price_design_request};
use rules::Design;
use serde_json::json;
use tonic::Status;

use super::design::DesignCheck;
use crate::{
    convert::{self, Amount},
    error::{ApiError, ApiResult},
    state::AppState,
};

/// The designs of a request that were refused.
#[response]
#[derive(Debug, Clone)]
pub(super) struct RefusedDesigns {
    items: Vec<RefusedDesign>,
}

/// A design that was refused, with its present price. One of older rules has its renewed code alone.
#[response]
#[derive(Debug, Clone)]
pub(super) struct RefusedDesign {
    /// Place in the list of pieces, from 0.
    index: usize,
    /// Code under the newest rules, for a design that was refused for older ones; `null` for others.
    code: Option<String>,
    /// Lower end of the present band, in AZN; `null` if the design cannot be built, and for older rules.
    low: Option<Amount>,
    /// Upper end of the present band, in AZN; `null` if the design cannot be built, and for older rules.
    high: Option<Amount>,
    /// Version of the price book; `null` if the design cannot be built, and for older rules.
    prices: Option<u32>,
    /// Errors and notes, in the order of the rule book; empty for older rules.
    checks: Vec<DesignCheck>,
}

const IMPOSSIBLE: &str = "DESIGN.IMPOSSIBLE";
const OLD_RULES: &str = "DESIGN.OLD_RULES";

/// Reasons for which a design is refused.
const REASONS: [&str; 3] = ["DESIGN.PRICE_CHANGED", OLD_RULES, IMPOSSIBLE];

impl RefusedDesign {
    /// Returns the design of a code under the newest rules; `None` for a text that is no code.
    fn renewed(index: usize, code: &str) -> Option<Self> {
        let design = Design::from_code(code).ok()?;
        Some(Self {
            index,
            code: Some(design.under_newest_rules().code()),
            low: None,
            high: None,
            prices: None,
            checks: Vec::new(),
        })
    }
}

/// Converts the error of a quote request with the codes of its pieces. A design that cannot be priced meanwhile is left out.
pub(crate) async fn refused(state: &AppState, caller: &Caller, codes: &[String], status: Status) -> ApiError {
    let error = ApiError::from(status);
    let fields = error.failure.fields.iter();
    let refusals = fields.filter(|(_, key)| REASONS.contains(&key.as_str()));
    let refusals: Vec<_> = refusals
        .filter_map(|(name, key)| Some((index(name)?, key == OLD_RULES)))
        .collect();
    if refusals.is_empty() {
        return error;
    }
    let priced = refusals.into_iter().map(async |(index, is_of_old_rules)| {
        let code = codes.get(index)?;
        if is_of_old_rules {
            return RefusedDesign::renewed(index, code);
        }
        let priced = price(state, caller, code).await?;
        let band = priced.price.and_then(|price| price.band);
        Some(RefusedDesign {
            index,
            code: None,
            low: band.map(|band| convert::amount(band.low_minor)),
            high: band.map(|band| convert::amount(band.high_minor)),
            prices: priced.price.map(|price| price.book_version),
            checks: priced.checks.into_iter().map(Into::into).collect(),
        })
    });
    let items = join_all(priced).await.into_iter().flatten().collect();
    match serde_json::to_value(RefusedDesigns { items }) {
        Ok(data) => error.with_data(data),
        Err(_) => error,
    }
}

/// Converts the error of a call about one design. If the design cannot be built, the error has the checks, unless they cannot be
/// read meanwhile.
pub(crate) async fn with_checks<T>(
    state: &AppState,
    caller: &Caller,
    code: &str,
    changed: Result<T, Status>,
) -> ApiResult<T> {
    match changed {
        Ok(changed) => Ok(changed),
        Err(status) => Err(add_checks(state, caller, code, status.into()).await),
    }
}

async fn add_checks(state: &AppState, caller: &Caller, code: &str, error: ApiError) -> ApiError {
    if !error.failure.fields.iter().any(|(_, key)| key == IMPOSSIBLE) {
        return error;
    }
    let Some(priced) = price(state, caller, code).await else {
        return error;
    };
    let checks: Vec<_> = priced.checks.into_iter().map(DesignCheck::from).collect();
    error.with_data(json!({ "checks": checks }))
}

/// Checks and prices a design by the price book in force; `None` if that fails.
async fn price(state: &AppState, caller: &Caller, code: &str) -> Option<PriceDesignResponse> {
    let request = PriceDesignRequest {
        design: Some(price_design_request::Design::Code(code.to_owned())),
        under_prices_in_force: true,
    };
    let priced = state.clients.designs.price_design(caller, request).await;
    priced.ok()
}

/// Returns the place of a piece from the name of its design.
fn index(field: &str) -> Option<usize> {
    let index = field.strip_prefix("items[")?.strip_suffix("].design")?;
    index.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn design_of_older_rules_has_its_code_under_the_newest() {
        let code = "EBAAQpfqPJsAAAAwEAAgSAAqEAAqEAAgiJja";
        let renewed = RefusedDesign::renewed(3, code).unwrap();
        let newest = Design::from_code(renewed.code.as_deref().unwrap()).unwrap();
        assert!(newest.is_of_newest_rules());
        assert_eq!(newest, Design::from_code(code).unwrap().under_newest_rules());
        assert_eq!((renewed.index, renewed.low, renewed.checks.len()), (3, None, 0));
        assert!(RefusedDesign::renewed(0, "no code").is_none());
    }

    #[test]
    fn reads_the_place_of_a_design() {
        assert_eq!(index("items[0].design"), Some(0));
        assert_eq!(index("items[19].design"), Some(19));
        for other in ["items[0].note", "items[].design", "design", "items[x].design"] {
            assert_eq!(index(other), None, "{other}");
        }
    }
}
