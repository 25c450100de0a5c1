//! Returns the banner texts that the shop shows, all to staff, in the order of their positions.

use kit::{caller::Caller, failure::Failure};
use proto::content::v1::{ListPromosRequest, ListPromosResponse, Promo};

use super::{State, convert::for_viewer, list_campaigns::visibility};
use crate::store;

pub(super) async fn handle(
    state: &State,
    caller: Caller,
    _: ListPromosRequest,
) -> Result<ListPromosResponse, Failure> {
    let visibility = visibility(&caller);
    let promos = store::promo::list(&mut *state.pool.acquire().await?, visibility).await?;
    Ok(ListPromosResponse {
        promos: promos
            .into_iter()
            .map(|promo| for_viewer!(visibility, Promo::from(promo)))
            .collect(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Fixture, anonymous, promo};

    #[tokio::test]
    async fn orders_by_position_then_code() {
        let fixture = Fixture::start().await;
        for (code, position) in [("b", 2), ("c", 1), ("a", 2)] {
            fixture.save_promo(promo(code, position)).await.unwrap();
        }
        let request = anonymous(ListPromosRequest {});
        let response = fixture.client.clone().list_promos(request).await.unwrap();
        let promos = response.into_inner().promos.into_iter();
        assert_eq!(
            promos.map(|promo| promo.code).collect::<Vec<_>>(),
            ["c", "a", "b"]
        );
    }
}
