//! Returns the rates of the price book in force.

use kit::{caller::Caller, failure::Failure};
use proto::inquiry::v1::{GetRatesRequest, GetRatesResponse};

use super::State;
use crate::store;

pub(super) async fn handle(
    state: &State,
    _: Caller,
    _: GetRatesRequest,
) -> Result<GetRatesResponse, Failure> {
    let mut connection = state.pool.acquire().await?;
    let book = store::price_book::in_force(&mut connection, &state.first_book).await?;
    Ok(GetRatesResponse {
        rates: Some(book.into()),
    })
}

#[cfg(test)]
mod tests {
    use prost::Message as _;

    use crate::testing::{Fixture, designs};

    #[tokio::test]
    async fn a_planned_book_comes_into_force_at_its_time() {
        let fixture = Fixture::start().await;
        assert_eq!(designs::rates(&fixture).await.version, 1);
        designs::publish_dearer(&fixture, 2, 60).await;
        assert_eq!(designs::rates(&fixture).await.version, 1);
        designs::come_into_force(&fixture, 2).await;
        assert_eq!(designs::rates(&fixture).await.version, 2);
    }

    #[tokio::test]
    async fn has_the_rates_of_the_vectors_and_no_cost() {
        let fixture = Fixture::start().await;
        let rates = designs::rates(&fixture).await;
        let rate = |key: &str| rates.board.iter().find(|rate| rate.key == key).unwrap();
        assert_eq!(rate("lam18.white").milli_qepik, 2_584_294);
        assert_eq!(
            (rates.band_percent, rates.vat_percent, rates.round_to_minor),
            (8, 18, 100)
        );
        let costs = [1_450, 4_100, 380, 6_500];
        let figures = [&rates.board, &rates.edge, &rates.fittings, &rates.work];
        for rate in figures.into_iter().flatten() {
            assert!(!costs.contains(&rate.milli_qepik), "{}", rate.key);
        }
        assert!(rates.encoded_len() < 4_096);
    }
}
