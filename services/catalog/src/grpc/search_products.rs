//! Returns a page of the active products that match a search term, most relevant first.

use kit::{
    calendar,
    caller::Caller,
    domain::{Language, Page},
    failure::Failure,
    validation::FieldErrors,
    vocabulary::ProtobufWord as _,
};
use proto::catalog::v1::{Product, SearchProductsRequest, SearchProductsResponse};

use super::State;
use crate::{
    search_miss::term,
    store::{self, search_miss},
};

/// Maximum length of a term, in characters.
const MAX_TERM_LENGTH: usize = 100;

/// Maximum size of a page.
const MAX_PAGE_SIZE: u32 = 100;

pub(super) async fn handle(
    state: &State,
    caller: Caller,
    request: SearchProductsRequest,
) -> Result<SearchProductsResponse, Failure> {
    let mut errors = FieldErrors::default();
    let page = errors.page(request.page, MAX_PAGE_SIZE);
    let term = errors.text::<0, MAX_TERM_LENGTH>("searchTerm", &request.term);
    let term = errors.finish(term)?;

    let copy = async {
        let copied = state.index.search_copy(&term, page).await?;
        Some(SearchProductsResponse {
            products: copied.products,
            total_records: copied.total,
            is_closest: copied.is_closest,
        })
    };
    let read = search(state, &term, page, request.visitor_language);
    state.copy.read(&caller, read, copy).await
}

async fn search(
    state: &State,
    term: &str,
    page: Page,
    language: i32,
) -> Result<SearchProductsResponse, Failure> {
    let found = state.index.search(&state.pool, term, page).await?;
    if (found.total == 0 || found.is_closest) && page.offset == 0 {
        count_miss(state, language, term).await;
    }
    let products = if found.products.is_empty() {
        Vec::new()
    } else {
        store::product::find_many(&mut *state.pool.acquire().await?, &found.products).await?
    };
    Ok(SearchProductsResponse {
        products: products
            .into_iter()
            .filter(|product| product.attributes.is_active)
            .map(Product::from)
            .collect(),
        total_records: found.total,
        is_closest: found.is_closest,
    })
}

/// Counts a finished search of a visitor. The response does not depend on it.
async fn count_miss(state: &State, language: i32, typed: &str) {
    let Some((language, term)) = Language::known(language).zip(term(typed)) else {
        return;
    };
    let day = calendar::date(kit::clock::now());
    let counted = async {
        let mut connection = state.pool.acquire().await?;
        search_miss::count(&mut connection, day, language, &term).await
    };
    if let Err(error) = counted.await {
        tracing::warn!(%error, "search without a result not counted");
    }
}

#[cfg(test)]
mod tests {
    use kit::{failure::Code, grpc::Client};
    use proto::{
        catalog::v1::{UpdateProductRequest, catalog_service_client::CatalogServiceClient},
        common::v1::Page,
    };

    use super::*;
    use crate::testing::{Fixture, anonymous, category, fields, into_result, replica, text, texts, wardrobe};

    fn request(term: &str, number: u32, size: u32) -> tonic::Request<SearchProductsRequest> {
        anonymous(SearchProductsRequest {
            term: term.to_owned(),
            page: Some(Page { number, size }),
            ..SearchProductsRequest::default()
        })
    }

    async fn codes(client: &CatalogServiceClient<Client>, term: &str) -> Vec<String> {
        let response = client.clone().search_products(request(term, 1, 100)).await;
        let response = response.unwrap().into_inner();
        assert_eq!(
            response.total_records,
            i64::try_from(response.products.len()).unwrap()
        );
        response
            .products
            .into_iter()
            .map(|product| product.code)
            .collect()
    }

    async fn fixture_with_products() -> Fixture {
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
    async fn matches_any_alphabet_case_and_typo() {
        let fixture = fixture_with_products().await;
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
        for term in ["divan", "sk-102", "xyz"] {
            assert!(codes(&fixture.client, term).await.is_empty(), "{term}");
        }
    }

    #[tokio::test]
    async fn returns_nothing_for_a_blank_term() {
        let fixture = fixture_with_products().await;
        for term in ["", "   ", "--", "!?", "\u{307}"] {
            assert!(codes(&fixture.client, term).await.is_empty(), "{term:?}");
        }
    }

    #[tokio::test]
    async fn orders_by_field_then_match_kind_then_popularity_then_id() {
        let fixture = Fixture::start().await;
        let product = |code: &str, name: &str, description: &str, popularity| Product {
            name: Some(text(name)),
            description: Some(text(description)),
            features: Some(text("")),
            popularity,
            ..wardrobe(code)
        };
        fixture.add(product("R-1", "Dolab", "masaüstü masa", 99)).await; // other field, exact
        fixture.add(product("T-1", "Masu", "", 99)).await; // name, typo
        fixture.add(product("P-1", "Masalar", "", 0)).await; // name, prefix
        fixture.add(product("E-1", "Masa", "", 1)).await; // name, exact
        fixture.add(product("E-2", "Masa", "", 5)).await; // name, exact, more popular
        fixture.add(product("E-3", "Masa", "", 5)).await; // as popular, higher id
        fixture.add(product("MASA-1", "Dolab", "", 0)).await; // code, exact
        assert_eq!(
            codes(&fixture.client, "masa").await,
            ["MASA-1", "E-2", "E-3", "E-1", "P-1", "T-1", "R-1"],
        );
        // The field also decides before the match kind for a typo.
        assert_eq!(codes(&fixture.client, "masu").await[..2], ["MASA-1", "T-1"]);
    }

    #[tokio::test]
    async fn splits_results_into_pages() {
        let fixture = Fixture::start().await;
        for number in 1..=5 {
            fixture.add(wardrobe(&format!("SK-{number}"))).await;
        }
        for (page, expected) in [(1, vec!["SK-1", "SK-2"]), (3, vec!["SK-5"]), (4, vec![])] {
            let response = fixture
                .client
                .clone()
                .search_products(request("şkaf", page, 2))
                .await;
            let response = response.unwrap().into_inner();
            let codes: Vec<_> = response
                .products
                .iter()
                .map(|product| product.code.as_str())
                .collect();
            assert_eq!(codes, expected);
            assert_eq!(response.total_records, 5);
        }
    }

    #[tokio::test]
    async fn every_replica_finds_changes_at_once() {
        let fixture = fixture_with_products().await;
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
            fixture.update(change).await.unwrap();
            assert_eq!(codes(&other, "şkaf").await, expected);
            assert_eq!(codes(&fixture.client, "şkaf").await, expected);
        }
    }

    #[tokio::test]
    async fn omits_inactive_products() {
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
    async fn names_all_invalid_fields() {
        let fixture = Fixture::start().await;
        let too_long = "ş".repeat(101);
        let failure = into_result(
            fixture
                .client
                .clone()
                .search_products(request(&too_long, 0, 101))
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
