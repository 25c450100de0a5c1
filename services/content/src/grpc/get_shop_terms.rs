//! Returns the shop's terms, if they were saved, with the working hours that staff set.

use kit::{caller::Caller, failure::Failure};
use proto::content::v1::{GetShopTermsRequest, GetShopTermsResponse, ShopTerms};

use super::State;
use crate::store;

pub(super) async fn handle(
    state: &State,
    _: Caller,
    _: GetShopTermsRequest,
) -> Result<GetShopTermsResponse, Failure> {
    let mut connection = state.pool.acquire().await?;
    let terms = store::shop_terms::find(&mut connection).await?;
    let hours = store::shop_hours::find(&mut connection).await?;
    Ok(GetShopTermsResponse {
        terms: terms.map(|mut terms| {
            if let Some(hours) = hours {
                terms.attributes.set_hours(&hours.attributes);
            }
            ShopTerms::from(terms)
        }),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Fixture, anonymous, shop_terms};

    #[tokio::test]
    async fn returns_the_saved_terms() {
        let fixture = Fixture::start().await;
        let terms = || async {
            let request = anonymous(GetShopTermsRequest {});
            let response = fixture.client.clone().get_shop_terms(request).await.unwrap();
            response.into_inner().terms
        };
        assert_eq!(terms().await, None);
        fixture.save_shop_terms(shop_terms()).await.unwrap();
        let saved = ShopTerms {
            version: 1,
            ..shop_terms()
        };
        assert_eq!(terms().await, Some(saved));
    }
}
