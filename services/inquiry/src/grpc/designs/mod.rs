//! The rpcs of designs and their prices.

mod get_rates;
mod price_design;
#[cfg(test)]
mod tests;

use kit::convert::timestamp;
use proto::inquiry::v1 as wire;

use super::State;
use crate::price_book::Published;

kit::rpcs! {
    impl proto::inquiry::v1::design_service_server::DesignService for State {
        anyone get_rates(GetRatesRequest) -> GetRatesResponse;
        anyone price_design(PriceDesignRequest) -> PriceDesignResponse;
    }
}

impl From<Published> for wire::Rates {
    fn from(book: Published) -> Self {
        let list = |rates: rules::RateList| {
            let rates = rates.into_iter();
            rates
                .map(|(key, price)| wire::Rate {
                    key,
                    milli_qepik: price,
                })
                .collect()
        };
        let rates = book.rates;
        Self {
            version: rates.version.into(),
            rules: rates.rules.into(),
            valid_from: Some(timestamp(book.valid_from)),
            band_percent: rates.band_percent.into(),
            vat_percent: rates.vat_percent.into(),
            round_to_minor: rates.round_to.into(),
            board: list(rates.board),
            edge: list(rates.edge),
            fittings: list(rates.fittings),
            work: list(rates.work),
        }
    }
}
