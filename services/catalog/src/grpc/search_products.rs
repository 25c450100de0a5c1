//! Active products that fit a search term, best first.

use kit::{
    caller::Caller,
    domain::{Text, TextError},
    failure::Failure,
};
use proto::catalog::v1::{Product, SearchProductsRequest, SearchProductsResponse};
use tonic::Request;

use super::{State, convert, problems::Problems};
use crate::store;

/// The longest term, in characters.
const LONGEST: usize = 100;

/// The largest page.
const LARGEST: u32 = 100;

pub(super) async fn handle(
    state: &State,
    request: Request<SearchProductsRequest>,
) -> Result<SearchProductsResponse, Failure> {
    Caller::from_request(&request)?;
    let message = request.into_inner();
    let mut problems = Problems::default();
    let page = convert::page(message.page, &(1..=LARGEST), &mut problems);
    let term: Result<Text<0, LONGEST>, TextError> = Text::parse(&message.term);
    if let Err(problem) = &term {
        problems.note("searchTerm", problem.message_key());
    }
    problems.done()?;
    let term = term.map(Text::into_string).unwrap_or_default();

    let found = state.index.find(&state.pool, &term).await?;
    if found.is_empty() {
        return Ok(SearchProductsResponse::default());
    }
    let mut connection = state.pool.acquire().await?;
    let ids = store::search::page(&mut connection, &found, page).await?;
    let products = store::product::by_ids(&mut connection, &ids).await?;
    Ok(SearchProductsResponse {
        products: products.into_iter().map(Product::from).collect(),
        total_records: i64::try_from(found.len()).unwrap_or(i64::MAX),
    })
}

#[cfg(test)]
mod tests {
    use kit::{failure::Code, grpc::Client};
    use proto::{
        catalog::v1::{UpdateProductRequest, catalog_service_client::CatalogServiceClient},
        common::v1::Page as WirePage,
    };

    use super::*;
    use crate::testing::{Fixture, anonymous, answer, category, fields, replica, text, texts, wardrobe};

    fn request(term: &str, number: u32, size: u32) -> tonic::Request<SearchProductsRequest> {
        anonymous(SearchProductsRequest {
            term: term.to_owned(),
            page: Some(WirePage { number, size }),
        })
    }

    async fn codes(client: &CatalogServiceClient<Client>, term: &str) -> Vec<String> {
        let answer = client.clone().search_products(request(term, 1, 100)).await;
        let answer = answer.unwrap().into_inner();
        assert_eq!(
            answer.total_records,
            i64::try_from(answer.products.len()).unwrap()
        );
        answer.products.into_iter().map(|product| product.code).collect()
    }

    async fn stocked() -> Fixture {
        let fixture = Fixture::start().await;
        fixture.add(wardrobe("SK-101")).await;
        fixture
            .add(Product {
                name: Some(texts("Yaşıl mətbəx", "Зелёная кухня", "Green kitchen")),
                description: Some(text("")),
                category: Some(category(2)),
                popularity: 50,
                ..wardrobe("MT-201")
            })
            .await;
        fixture
    }

    #[tokio::test]
    async fn every_spelling_finds_the_wardrobes_and_nothing_else() {
        let fixture = stocked().await;
        for term in [
            "şkaf",
            "skaf",
            "ŞKAF",
            "шкаф",
            "шкафы",
            "şkaflar",
            "skfa",
            "Wardrobe",
            "wardrob",
            "palıd skaf",
            "дуба шкаф",
            "sk-101",
            "SK101",
            "sk",
            "oak WARDROBE",
            "shkaf",
        ] {
            assert_eq!(codes(&fixture.client, term).await, ["SK-101"], "{term}");
        }
        for term in [
            "mətbəx",
            "METBEX",
            "кухня",
            "kuxna",
            "зеленая",
            "green kichen",
            "mt-201",
        ] {
            assert_eq!(codes(&fixture.client, term).await, ["MT-201"], "{term}");
        }
        for term in ["divan", "şkaf mətbəx", "sk-102", "xyz"] {
            assert!(codes(&fixture.client, term).await.is_empty(), "{term}");
        }
    }

    #[tokio::test]
    async fn a_blank_term_finds_nothing() {
        let fixture = stocked().await;
        for term in ["", "   ", "--", "!?", "\u{307}"] {
            assert!(codes(&fixture.client, term).await.is_empty(), "{term:?}");
        }
    }

    #[tokio::test]
    async fn the_better_place_comes_first_then_the_fit_then_popularity_then_the_id() {
        let fixture = Fixture::start().await;
        let product = |code: &str, name: &str, description: &str, popularity| Product {
            name: Some(text(name)),
            description: Some(text(description)),
            features: Some(text("")),
            popularity,
            ..wardrobe(code)
        };
        fixture.add(product("R-1", "Dolab", "masaüstü masa", 99)).await; // rest, exact
        fixture.add(product("T-1", "Masu", "", 99)).await; // name, typo
        fixture.add(product("P-1", "Masalar", "", 0)).await; // name, prefix
        fixture.add(product("E-1", "Masa", "", 1)).await; // name, exact
        fixture.add(product("E-2", "Masa", "", 5)).await; // name, exact, more wanted
        fixture.add(product("E-3", "Masa", "", 5)).await; // as wanted, later
        fixture.add(product("MASA-1", "Dolab", "", 0)).await; // code, exact
        assert_eq!(
            codes(&fixture.client, "masa").await,
            ["MASA-1", "E-2", "E-3", "E-1", "P-1", "T-1", "R-1"],
        );
        // The place decides before the fit, for a slip too.
        assert_eq!(codes(&fixture.client, "masu").await[..2], ["MASA-1", "T-1"]);
    }

    #[tokio::test]
    async fn pages_are_parts_of_one_result() {
        let fixture = Fixture::start().await;
        for number in 1..=5 {
            fixture.add(wardrobe(&format!("SK-{number}"))).await;
        }
        for (page, expected) in [(1, vec!["SK-1", "SK-2"]), (3, vec!["SK-5"]), (4, vec![])] {
            let answer = fixture
                .client
                .clone()
                .search_products(request("şkaf", page, 2))
                .await;
            let answer = answer.unwrap().into_inner();
            let codes: Vec<_> = answer
                .products
                .iter()
                .map(|product| product.code.as_str())
                .collect();
            assert_eq!(codes, expected);
            assert_eq!(answer.total_records, 5);
        }
    }

    #[tokio::test]
    async fn a_change_is_found_at_once_by_every_replica() {
        let fixture = stocked().await;
        let other = replica(&fixture.harness).await;
        assert_eq!(codes(&other, "şkaf").await, ["SK-101"]);
        fixture.add(wardrobe("SK-102")).await;
        assert_eq!(codes(&other, "şkaf").await, ["SK-101", "SK-102"]);
        for (is_active, expected) in [(false, vec!["SK-102"]), (true, vec!["SK-101", "SK-102"])] {
            let change = UpdateProductRequest {
                code: "SK-101".to_owned(),
                is_active: Some(is_active),
                ..UpdateProductRequest::default()
            };
            fixture.change(change).await.unwrap();
            assert_eq!(codes(&other, "şkaf").await, expected);
            assert_eq!(codes(&fixture.client, "şkaf").await, expected);
        }
    }

    #[tokio::test]
    async fn an_inactive_product_is_not_found() {
        let fixture = Fixture::start().await;
        fixture
            .add(Product {
                is_active: false,
                ..wardrobe("SK-101")
            })
            .await;
        assert!(codes(&fixture.client, "şkaf").await.is_empty());
    }

    #[tokio::test]
    async fn what_is_wrong_is_named() {
        let fixture = Fixture::start().await;
        let long = "ş".repeat(101);
        let failure = answer(
            fixture
                .client
                .clone()
                .search_products(request(&long, 0, 101))
                .await,
        )
        .unwrap_err();
        assert_eq!(failure.code, Code::Invalid);
        assert_eq!(
            fields(&failure),
            [
                ("page", "FIELD.OUT_OF_RANGE"),
                ("limit", "FIELD.OUT_OF_RANGE"),
                ("searchTerm", "FIELD.TOO_LONG"),
            ]
        );
        let longest = "ş".repeat(100);
        assert!(codes(&fixture.client, &longest).await.is_empty());
    }
}
