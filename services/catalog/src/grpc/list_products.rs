//! Returns a page of the active products.

use kit::{caller::Caller, domain::Page, failure::Failure};
use proto::catalog::v1::{ListProductsRequest, ListProductsResponse, Product};

use super::{State, convert, filter::decode};
use crate::{
    error::CatalogError,
    index::{Found, Listed},
    listing::{Filter, Sort},
    store,
};

pub(super) async fn handle(
    state: &State,
    caller: Caller,
    request: ListProductsRequest,
) -> Result<ListProductsResponse, Failure> {
    let with_facets = request.with_facets;
    let (filter, sort, page) = decode(request)?;
    let read = list(state, &filter, sort, page, with_facets);
    let copy = copy(state, &filter, sort, page, with_facets);
    Box::pin(state.copy.read(&caller, read, copy)).await
}

/// Returns a page from the index alone; `None` if it is not complete, or if it does not know the category.
async fn copy(
    state: &State,
    filter: &Filter,
    sort: Sort,
    page: Page,
    with_facets: bool,
) -> Option<ListProductsResponse> {
    let categories = state.index.categories();
    let is_known = |id| categories.iter().any(|category| category.id == id);
    if filter.category.is_some_and(|id| !is_known(id)) {
        return None;
    }
    let copied = state
        .index
        .list_copy(filter.clone(), sort, page, with_facets)
        .await?;
    Some(ListProductsResponse {
        products: copied.products,
        total_records: copied.total,
        facets: copied.facets.map(|facets| convert::facets(facets, &categories)),
        is_behind: false,
    })
}

async fn list(
    state: &State,
    filter: &Filter,
    sort: Sort,
    page: Page,
    with_facets: bool,
) -> Result<ListProductsResponse, Failure> {
    let Listed {
        found,
        facets,
        is_behind,
    } = find(state, filter, sort, page, with_facets).await?;
    let facets = match facets {
        Some(facets) => {
            let categories = store::category::find_all(&mut *state.pool.acquire().await?).await?;
            Some(convert::facets(facets, &categories))
        }
        None => None,
    };
    let products = if found.products.is_empty() {
        Vec::new()
    } else {
        store::product::find_many(&mut *state.pool.acquire().await?, &found.products).await?
    };
    Ok(ListProductsResponse {
        products: products
            .into_iter()
            // An index that is behind may have one that is hidden now.
            .filter(|product| product.attributes.is_active)
            .map(Product::from)
            .collect(),
        total_records: found.total,
        facets,
        is_behind,
    })
}

/// Returns a page of the products that match a filter, with the facets on request, from the index. Until it is built, the
/// page comes from the database, without facets.
pub(super) async fn find(
    state: &State,
    filter: &Filter,
    sort: Sort,
    page: Page,
    with_facets: bool,
) -> Result<Listed, Failure> {
    let mut connection = state.pool.acquire().await?;
    let count = match filter.category {
        Some(category) => store::category::count_products(&mut connection, category)
            .await?
            .ok_or(CatalogError::CategoryNotFound)?,
        None => store::category::count_all_products(&mut connection).await?,
    };
    drop(connection);
    let listed = state
        .index
        .list(&state.pool, filter.clone(), sort, page, with_facets)
        .await?;
    if let Some(listed) = listed {
        return Ok(listed);
    }
    let mut connection = state.pool.acquire().await?;
    let total = if filter.is_category() {
        count
    } else {
        store::listing::count(&mut connection, filter).await?
    };
    let found = Found {
        total,
        products: store::listing::page(&mut connection, filter, sort, page).await?,
        is_closest: false,
    };
    Ok(Listed {
        found,
        facets: None,
        is_behind: false,
    })
}

#[cfg(test)]
mod tests {
    use kit::{domain::OrderId, failure::Code};
    use proto::{
        catalog::v1::{Availability, MeasureRange, ProductSort, Sizes, UpdateProductRequest},
        common::v1::Page,
    };
    use testkit::eventually;

    use super::*;
    use crate::testing::{Fixture, anonymous, category, into_result, measures, text, wardrobe};

    fn all() -> ListProductsRequest {
        ListProductsRequest {
            page: Some(Page { number: 1, size: 10 }),
            ..ListProductsRequest::default()
        }
    }

    async fn list(fixture: &Fixture, request: ListProductsRequest) -> Result<ListProductsResponse, Failure> {
        into_result(fixture.client.clone().list_products(anonymous(request)).await)
    }

    async fn codes(fixture: &Fixture, request: ListProductsRequest) -> Vec<String> {
        let response = list(fixture, request).await.unwrap();
        response
            .products
            .into_iter()
            .map(|product| product.code)
            .collect()
    }

    /// Creates three products that each sort orders differently, one of another category and an inactive one.
    async fn fixture_with_products() -> Fixture {
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
    async fn sorts_and_breaks_ties_by_id() {
        let fixture = fixture_with_products().await;
        for (sort, expected) in [
            (ProductSort::Unspecified, "ABCD"),
            (ProductSort::Popularity, "BACD"),
            (ProductSort::Rating, "CABD"),
            (ProductSort::Latest, "ACBD"),
            (ProductSort::PriceLow, "ACBD"),
            (ProductSort::PriceHigh, "DBCA"),
        ] {
            let request = ListProductsRequest {
                sort: sort.into(),
                ..all()
            };
            assert_eq!(codes(&fixture, request).await.concat(), expected, "{sort:?}");
        }
    }

    #[tokio::test]
    async fn filters_by_discounted_price_with_inclusive_bounds() {
        let fixture = fixture_with_products().await;
        for (min, max, expected) in [
            (None, Some(15_000), "A"),
            (Some(15_000), Some(15_001), "AC"),
            (Some(15_001), Some(20_000), "BC"),
            (Some(20_001), None, "D"),
            (Some(90_001), None, ""),
        ] {
            let request = ListProductsRequest {
                min_price_minor: min,
                max_price_minor: max,
                ..all()
            };
            let response = list(&fixture, request).await.unwrap();
            let codes: Vec<_> = response
                .products
                .iter()
                .map(|product| product.code.as_str())
                .collect();
            assert_eq!(codes.concat(), expected, "{min:?} to {max:?}");
            assert_eq!(response.total_records, i64::try_from(expected.len()).unwrap());
        }
    }

    #[tokio::test]
    async fn calculates_discounted_prices_of_the_shared_cases() {
        let fixture = Fixture::start().await;
        let cases: Vec<serde_json::Value> =
            serde_json::from_str(include_str!("../../../kit/testdata/prices.json")).unwrap();
        for (index, case) in cases.iter().enumerate() {
            let number = |name: &str| case[name].as_i64().unwrap();
            if number("userDiscountPercent") > 0 {
                continue;
            }
            let code = format!("P-{index}");
            fixture
                .add(Product {
                    price_minor: number("priceMinor"),
                    discount_percent: u32::try_from(number("discountPercent")).unwrap(),
                    ..wardrobe(&code)
                })
                .await;
            let exactly = ListProductsRequest {
                min_price_minor: Some(number("discountedMinor")),
                max_price_minor: Some(number("discountedMinor")),
                ..all()
            };
            // The shop shows no product without a price.
            let is_listed = number("priceMinor") > 0;
            assert_eq!(
                codes(&fixture, exactly).await.contains(&code),
                is_listed,
                "{case}"
            );
        }
    }

    #[tokio::test]
    async fn splits_the_list_into_pages_and_returns_an_empty_one_past_the_end() {
        let fixture = fixture_with_products().await;
        let page = |number| ListProductsRequest {
            page: Some(Page { number, size: 3 }),
            ..all()
        };
        assert_eq!(codes(&fixture, page(1)).await.concat(), "ABC");
        assert_eq!(codes(&fixture, page(2)).await.concat(), "D");
        let past = list(&fixture, page(3)).await.unwrap();
        assert!(past.products.is_empty());
        assert_eq!(past.total_records, 4);
    }

    #[tokio::test]
    async fn returns_the_same_lists_without_an_index() {
        let fixture = fixture_with_products().await;
        let state = State {
            pool: fixture.harness.pool().clone(),
            index: std::sync::Arc::default(),
            copy: kit::copies::ReadCopy::default(),
        };
        for sort in [
            ProductSort::Unspecified,
            ProductSort::Popularity,
            ProductSort::PriceHigh,
        ] {
            for max_price_minor in [None, Some(20_000)] {
                let request = ListProductsRequest {
                    sort: sort.into(),
                    max_price_minor,
                    ..all()
                };
                let without = handle(&state, testkit::caller::anonymous(), request.clone()).await;
                assert_eq!(without.unwrap(), list(&fixture, request).await.unwrap());
            }
        }
        for (filter, expected) in [
            (
                ListProductsRequest {
                    min_width_mm: Some(1000),
                    max_width_mm: Some(1499),
                    ..all()
                },
                "",
            ),
            (
                ListProductsRequest {
                    min_width_mm: Some(1500),
                    availability: Availability::InStock.into(),
                    colors: vec!["walnut".to_owned(), "oak".to_owned()],
                    ..all()
                },
                "ABCD",
            ),
            (
                ListProductsRequest {
                    colors: vec!["walnut".to_owned()],
                    ..all()
                },
                "",
            ),
            (
                ListProductsRequest {
                    availability: Availability::MadeToOrder.into(),
                    ..all()
                },
                "",
            ),
            (
                ListProductsRequest {
                    is_discounted: true,
                    ..all()
                },
                "A",
            ),
            (
                ListProductsRequest {
                    near_width_mm: Some(2430),
                    max_price_minor: Some(20_000),
                    ..all()
                },
                "BAC",
            ),
        ] {
            let without = handle(&state, testkit::caller::anonymous(), filter.clone())
                .await
                .unwrap();
            assert_eq!(without, list(&fixture, filter.clone()).await.unwrap());
            assert_eq!(codes(&fixture, filter).await.concat(), expected);
        }
    }

    #[tokio::test]
    async fn lists_the_nearest_widths_first_and_leaves_out_unknown_ones() {
        let fixture = Fixture::start().await;
        let wide = |code: &str, own: Option<u32>, popularity| Product {
            popularity,
            external_measurement: Some(text("to measure")),
            sizes: own.map(|width| Sizes {
                own: Some(measures(width, 600, 2100)),
                ..Sizes::default()
            }),
            ..wardrobe(code)
        };
        for (code, width, popularity) in [
            ("A", Some(900), 9),
            ("B", Some(2500), 1),
            ("C", Some(2360), 5),
            ("D", None, 9),
            ("E", Some(2430), 0),
        ] {
            fixture.add(wide(code, width, popularity)).await;
        }
        let near = |page| ListProductsRequest {
            near_width_mm: Some(2430),
            page: Some(page),
            sort: ProductSort::PriceHigh.into(),
            ..all()
        };
        let first = list(&fixture, near(Page { number: 1, size: 2 })).await.unwrap();
        assert_eq!(first.total_records, 4);
        assert_eq!(
            codes(&fixture, near(Page { number: 1, size: 2 })).await.concat(),
            "EC"
        );
        assert_eq!(
            codes(&fixture, near(Page { number: 2, size: 2 })).await.concat(),
            "BA"
        );
        // Both 70 mm away: the more popular one first.
        let state = State {
            pool: fixture.harness.pool().clone(),
            index: std::sync::Arc::default(),
            copy: kit::copies::ReadCopy::default(),
        };
        let request = near(Page { number: 1, size: 10 });
        let without = handle(&state, testkit::caller::anonymous(), request.clone()).await;
        assert_eq!(without.unwrap(), list(&fixture, request).await.unwrap());
    }

    #[tokio::test]
    async fn facets_count_with_all_other_filters_and_follow_the_stock_at_once() {
        let fixture = fixture_with_products().await;
        let last = fixture
            .add(Product {
                stock_quantity: Some(1),
                colors: vec!["walnut".to_owned()],
                ..wardrobe("F")
            })
            .await;
        let facets = async |request: ListProductsRequest| {
            let request = ListProductsRequest {
                with_facets: true,
                ..request
            };
            // A list for which the index comes too late has no facets.
            eventually("the list has facets", || async {
                list(&fixture, request.clone()).await.unwrap().facets
            })
            .await
        };
        let found = facets(ListProductsRequest {
            category_id: Some(1),
            colors: vec!["walnut".to_owned()],
            ..all()
        })
        .await;
        assert_eq!(found.categories, [(1, 1), (2, 0), (3, 0)].into());
        assert_eq!(
            found.colors,
            [("oak".to_owned(), 3), ("walnut".to_owned(), 1)].into()
        );
        assert_eq!((found.in_stock, found.made_to_order, found.discounted), (1, 0, 0));
        let prices = found.prices.unwrap();
        assert_eq!((prices.min_minor, prices.max_minor), (124_900, 125_000));
        assert_eq!((prices.bars.len(), prices.bars.iter().sum::<i64>()), (12, 1));
        let width = MeasureRange {
            min_mm: 1500,
            max_mm: 1500,
        };
        assert_eq!(found.widths, Some(width));
        assert!(list(&fixture, all()).await.unwrap().facets.is_none());
        let in_stock = async || facets(all()).await.in_stock;
        assert_eq!(in_stock().await, 5);
        fixture.reserve(OrderId::generate(), &[(last, 1)]).await.unwrap();
        assert_eq!(in_stock().await, 4);
        let available = ListProductsRequest {
            availability: Availability::InStock.into(),
            ..all()
        };
        assert_eq!(codes(&fixture, available).await.concat(), "ABCD");
    }

    #[tokio::test]
    async fn sorts_and_filters_by_a_changed_price_at_once() {
        let fixture = fixture_with_products().await;
        let cheap = ListProductsRequest {
            max_price_minor: Some(15_000),
            sort: ProductSort::PriceLow.into(),
            ..all()
        };
        for (discount_percent, expected) in [(90, "DA"), (0, "A"), (99, "DA")] {
            let change = UpdateProductRequest {
                code: "D".to_owned(),
                discount_percent: Some(discount_percent),
                ..UpdateProductRequest::default()
            };
            fixture.update(change).await.unwrap();
            assert_eq!(codes(&fixture, cheap.clone()).await.concat(), expected);
        }
    }

    #[tokio::test]
    async fn filters_by_category() {
        let fixture = fixture_with_products().await;
        let in_category = |category| ListProductsRequest {
            category_id: Some(category),
            ..all()
        };
        assert_eq!(codes(&fixture, in_category(1)).await.concat(), "ABC");
        assert_eq!(list(&fixture, in_category(1)).await.unwrap().total_records, 3);
        assert_eq!(list(&fixture, in_category(3)).await.unwrap().total_records, 0);
        for unknown in [0, 4, -1] {
            let failure = list(&fixture, in_category(unknown)).await.unwrap_err();
            assert_eq!(failure.code, Code::NotFound);
            assert_eq!(failure.reason, "CATEGORY.NOT_FOUND");
        }
        let unknown_with_price = ListProductsRequest {
            min_price_minor: Some(0),
            ..in_category(4)
        };
        assert_eq!(
            list(&fixture, unknown_with_price).await.unwrap_err().code,
            Code::NotFound
        );
    }
}
