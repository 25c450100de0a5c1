//! `GET products/suggest`.

use std::sync::Arc;

use axum::extract::State;
use kit::domain::{Language, Percent};
use proto::{
    catalog::v1::{self as catalog, SearchProductsRequest, SearchProductsResponse},
    common::v1::Page,
};
use serde::Deserialize;
use utoipa::IntoParams;

use crate::{
    cache::Entry,
    convert::{self, Amount},
    envelope::Envelope,
    error::{ApiError, ApiResult},
    extract::{OptionalSession, Query},
    routes::cacheable::Cacheable,
    state::AppState,
};

/// The page of suggestions.
const PAGE: Page = Page { number: 1, size: 8 };

/// The text typed so far.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct SuggestQuery {
    /// Text typed so far, 2 to 100 characters; shorter texts have no suggestions.
    #[param(max_length = 100)]
    #[serde(default)]
    q: String,
}

impl SuggestQuery {
    /// Returns the text; `None` if it is too short.
    pub(in crate::routes) fn into_term(self) -> Option<String> {
        (self.q.trim().chars().count() >= 2).then_some(self.q)
    }
}

/// Suggested product.
#[response]
#[derive(Debug, Clone)]
pub(crate) struct Suggestion {
    id: i64,
    name: String,
    name_az: String,
    name_ru: String,
    name_en: String,
    /// Price before discounts, in AZN.
    price: Amount,
    /// Discount in whole percent; 0 if none.
    discount: u32,
    /// Personal discount of the customer in whole percent; null if none.
    user_specific_discount: Option<u8>,
    image_url: Option<String>,
    /// Whether no product is what was typed, and this one comes closest.
    is_closest: bool,
}

impl Suggestion {
    /// Returns the suggestions for found products, in their order, with the prices of a visitor.
    pub(in crate::routes) fn all(
        found: &SearchProductsResponse,
        state: &AppState,
        session: &OptionalSession,
    ) -> Vec<Self> {
        let suggest = |product: &catalog::Product| {
            Self::new(
                product.clone(),
                state.default_language,
                session.discount(),
                found.is_closest,
            )
        };
        found.products.iter().map(suggest).collect()
    }

    fn new(product: catalog::Product, default: Language, user_discount: Percent, is_closest: bool) -> Self {
        let image_url = convert::first_image(&product);
        let name = convert::localized(product.name);
        Self {
            id: product.id,
            name: convert::base_text(&name, default),
            name_az: name.az,
            name_ru: name.ru,
            name_en: name.en,
            price: convert::amount(product.price_minor),
            discount: product.discount_percent,
            user_specific_discount: convert::user_discount(user_discount),
            image_url,
            is_closest,
        }
    }
}

/// Suggests at most 8 products that match the typed text.
#[utoipa::path(get, path = "/products/suggest", tag = "products", params(SuggestQuery),
    responses((status = 200, body = Envelope<Vec<Suggestion>>, description = "Suggested products, best match first",
        example = json!({"success": true, "message": null, "data": [{
            "id": 1, "name": "Oak wardrobe, three doors", "nameAz": "Palıd şkaf, üç qapılı",
            "nameRu": "Шкаф дубовый, три двери", "nameEn": "Oak wardrobe, three doors", "price": 1249.55,
            "discount": 15, "userSpecificDiscount": null, "imageUrl": "/images/products/sk-101/1-960.webp", "isClosest": false}]}))))]
pub(crate) async fn suggest_products(
    State(state): State<AppState>,
    session: OptionalSession,
    Query(query): Query<SuggestQuery>,
) -> ApiResult<Cacheable<Envelope<Vec<Suggestion>>>> {
    let Some(term) = query.into_term() else {
        return Ok(Cacheable::new(&session, Envelope::new(Vec::new())));
    };
    let found = search(&state, term).await?;
    let suggestions = Suggestion::all(&found, &state, &session);
    Ok(Cacheable::new(&session, Envelope::new(suggestions)).made_from(&found))
}

/// Searches the products that are suggested for a text.
pub(in crate::routes) async fn search(
    state: &AppState,
    term: String,
) -> ApiResult<Arc<Entry<SearchProductsResponse>>> {
    let request = SearchProductsRequest {
        term,
        page: Some(PAGE),
        // Not counted: the visitor still types.
        visitor_language: 0,
    };
    let found = state.clients.catalog.search_products(request).await;
    found.map_err(|status| ApiError::from(status).with_renamed_field("searchTerm", "q"))
}
