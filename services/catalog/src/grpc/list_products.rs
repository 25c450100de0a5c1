//! One page of the active products.

use kit::{
    caller::Caller,
    domain::{CategoryId, Money},
    failure::Failure,
};
use proto::catalog::v1::{ListProductsRequest, ListProductsResponse, Product, ProductSort};
use tonic::Request;

use super::{
    State, convert,
    problems::{INVALID, OUT_OF_RANGE, Problems},
};
use crate::{
    error::CatalogError,
    listing::{Filter, Page, Sort},
    store,
};

/// The largest page.
const LARGEST: u32 = 1000;

pub(super) async fn handle(
    state: &State,
    request: Request<ListProductsRequest>,
) -> Result<ListProductsResponse, Failure> {
    Caller::from_request(&request)?;
    let (filter, sort, page) = decode(request.into_inner())?;
    let mut connection = state.pool.acquire().await?;
    let in_category = match filter.category {
        Some(category) => store::category::count(&mut connection, category)
            .await?
            .ok_or(CatalogError::UnknownCategory)?,
        None => store::category::count_all(&mut connection).await?,
    };
    let total_records = if filter.has_price() {
        store::listing::count(&mut connection, &filter).await?
    } else {
        in_category
    };
    let ids = store::listing::page(&mut connection, &filter, sort, page).await?;
    let products = store::product::by_ids(&mut connection, &ids).await?;
    Ok(ListProductsResponse {
        products: products.into_iter().map(Product::from).collect(),
        total_records,
    })
}

fn decode(message: ListProductsRequest) -> Result<(Filter, Sort, Page), Failure> {
    let mut problems = Problems::default();
    let page = convert::page(message.page, &(1..=LARGEST), &mut problems);
    let sort = match ProductSort::try_from(message.sort) {
        Ok(ProductSort::Unspecified) => Sort::Id,
        Ok(ProductSort::Popularity) => Sort::Popularity,
        Ok(ProductSort::Rating) => Sort::Rating,
        Ok(ProductSort::Latest) => Sort::Latest,
        Ok(ProductSort::PriceLow) => Sort::PriceLow,
        Ok(ProductSort::PriceHigh) => Sort::PriceHigh,
        Err(_) => {
            problems.note("sort", INVALID);
            Sort::Id
        }
    };
    let mut price = |minor: Option<i64>, field: &str| {
        let price = minor.map(Money::from_minor).transpose();
        problems.take(price, field, OUT_OF_RANGE, None)
    };
    let (min_price, max_price) = (
        price(message.min_price_minor, "minPrice"),
        price(message.max_price_minor, "maxPrice"),
    );
    if let (Some(min), Some(max)) = (min_price, max_price) {
        problems.check(min <= max, "minPrice", "FIELD.MIN_ABOVE_MAX");
    }
    problems.done()?;
    let category = message
        .category_id
        .map(|id| CategoryId::try_from(id).map_err(|_| CatalogError::UnknownCategory))
        .transpose()?;
    let filter = Filter {
        category,
        min_price,
        max_price,
    };
    Ok((filter, sort, page))
}

#[cfg(test)]
mod tests {
    use kit::failure::Code;
    use proto::common::v1::Page as WirePage;

    use super::*;
    use crate::testing::{Fixture, anonymous, answer, category, fields, wardrobe};

    fn all() -> ListProductsRequest {
        ListProductsRequest {
            page: Some(WirePage { number: 1, size: 10 }),
            ..ListProductsRequest::default()
        }
    }

    async fn list(fixture: &Fixture, message: ListProductsRequest) -> Result<ListProductsResponse, Failure> {
        answer(fixture.client.clone().list_products(anonymous(message)).await)
    }

    async fn codes(fixture: &Fixture, message: ListProductsRequest) -> Vec<String> {
        let answer = list(fixture, message).await.unwrap();
        answer.products.into_iter().map(|product| product.code).collect()
    }

    /// Three products that every order puts differently, one more of another category, and one that is not sold.
    async fn stocked() -> Fixture {
        let fixture = Fixture::start().await;
        let product =
            |code: &str, price_minor, discount_percent, popularity, rating_tenths, seconds| Product {
                price_minor,
                discount_percent,
                popularity,
                rating_tenths,
                created_at: Some(prost_types::Timestamp { seconds, nanos: 0 }),
                ..wardrobe(code)
            };
        fixture.add(product("A", 30_000, 50, 5, 40, 300)).await;
        fixture.add(product("B", 20_000, 0, 9, 40, 100)).await;
        fixture.add(product("C", 15_001, 0, 5, 50, 200)).await;
        fixture
            .add(Product {
                category: Some(category(2)),
                ..product("D", 90_000, 0, 0, 0, 50)
            })
            .await;
        fixture
            .add(Product {
                is_active: false,
                ..product("E", 1, 0, 99, 50, 999)
            })
            .await;
        fixture
    }

    #[tokio::test]
    async fn every_order_is_its_own_and_equals_come_by_id() {
        let fixture = stocked().await;
        for (sort, expected) in [
            (ProductSort::Unspecified, "ABCD"),
            (ProductSort::Popularity, "BACD"),
            (ProductSort::Rating, "CABD"),
            (ProductSort::Latest, "ACBD"),
            (ProductSort::PriceLow, "ACBD"),
            (ProductSort::PriceHigh, "DBCA"),
        ] {
            let message = ListProductsRequest {
                sort: sort.into(),
                ..all()
            };
            assert_eq!(codes(&fixture, message).await.concat(), expected, "{sort:?}");
        }
    }

    #[tokio::test]
    async fn the_price_range_is_of_discounted_prices_with_both_ends() {
        let fixture = stocked().await;
        for (min, max, expected) in [
            (None, Some(15_000), "A"),
            (Some(15_000), Some(15_001), "AC"),
            (Some(15_001), Some(20_000), "BC"),
            (Some(20_001), None, "D"),
            (Some(90_001), None, ""),
        ] {
            let message = ListProductsRequest {
                min_price_minor: min,
                max_price_minor: max,
                ..all()
            };
            let answer = list(&fixture, message).await.unwrap();
            let codes: Vec<_> = answer
                .products
                .iter()
                .map(|product| product.code.as_str())
                .collect();
            assert_eq!(codes.concat(), expected, "{min:?} to {max:?}");
            assert_eq!(answer.total_records, i64::try_from(expected.len()).unwrap());
        }
    }

    #[tokio::test]
    async fn discounted_prices_are_those_of_the_shared_table() {
        let fixture = Fixture::start().await;
        let cases: Vec<serde_json::Value> =
            serde_json::from_str(include_str!("../../../kit/testdata/prices.json")).unwrap();
        for (number, case) in cases.iter().enumerate() {
            let figure = |name: &str| case[name].as_i64().unwrap();
            if figure("userDiscountPercent") > 0 {
                continue;
            }
            let code = format!("P-{number}");
            fixture
                .add(Product {
                    price_minor: figure("priceMinor"),
                    discount_percent: u32::try_from(figure("discountPercent")).unwrap(),
                    ..wardrobe(&code)
                })
                .await;
            let exactly = ListProductsRequest {
                min_price_minor: Some(figure("discountedMinor")),
                max_price_minor: Some(figure("discountedMinor")),
                ..all()
            };
            assert!(codes(&fixture, exactly).await.contains(&code), "{case}");
        }
    }

    #[tokio::test]
    async fn pages_are_parts_of_one_list_and_the_last_is_followed_by_an_empty_one() {
        let fixture = stocked().await;
        let page = |number| ListProductsRequest {
            page: Some(WirePage { number, size: 3 }),
            ..all()
        };
        assert_eq!(codes(&fixture, page(1)).await.concat(), "ABC");
        assert_eq!(codes(&fixture, page(2)).await.concat(), "D");
        let past = list(&fixture, page(3)).await.unwrap();
        assert!(past.products.is_empty());
        assert_eq!(past.total_records, 4);
    }

    #[tokio::test]
    async fn a_category_shows_its_own() {
        let fixture = stocked().await;
        let of = |category| ListProductsRequest {
            category_id: Some(category),
            ..all()
        };
        assert_eq!(codes(&fixture, of(1)).await.concat(), "ABC");
        assert_eq!(list(&fixture, of(1)).await.unwrap().total_records, 3);
        assert_eq!(list(&fixture, of(3)).await.unwrap().total_records, 0);
        for unknown in [0, 4, -1] {
            let failure = list(&fixture, of(unknown)).await.unwrap_err();
            assert_eq!(failure.code, Code::NotFound);
            assert_eq!(failure.reason, "CATEGORY.NOT_FOUND");
        }
        let unknown_with_price = ListProductsRequest {
            min_price_minor: Some(0),
            ..of(4)
        };
        assert_eq!(
            list(&fixture, unknown_with_price).await.unwrap_err().code,
            Code::NotFound
        );
    }

    #[test]
    fn all_that_is_wrong_is_named() {
        let failure = decode(ListProductsRequest {
            page: Some(WirePage {
                number: 0,
                size: 1001,
            }),
            category_id: None,
            sort: 77,
            min_price_minor: Some(-1),
            max_price_minor: Some(i64::MAX),
        })
        .unwrap_err();
        assert_eq!(failure.code, Code::Invalid);
        assert_eq!(
            fields(&failure),
            [
                ("page", "FIELD.OUT_OF_RANGE"),
                ("limit", "FIELD.OUT_OF_RANGE"),
                ("sort", "FIELD.INVALID"),
                ("minPrice", "FIELD.OUT_OF_RANGE"),
                ("maxPrice", "FIELD.OUT_OF_RANGE"),
            ]
        );
        let failure = decode(ListProductsRequest {
            min_price_minor: Some(2),
            max_price_minor: Some(1),
            ..all()
        })
        .unwrap_err();
        assert_eq!(fields(&failure), [("minPrice", "FIELD.MIN_ABOVE_MAX")]);
    }
}
