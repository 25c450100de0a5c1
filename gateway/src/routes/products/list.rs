//! `GET products`.

use axum::extract::State;
use kit::{
    domain::Money,
    failure::Failure,
    validation::{FieldErrors, INVALID},
};
use proto::catalog::v1::{ListProductsRequest, ProductSort};
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use super::product::Product;
use crate::{
    envelope::List,
    error::ApiResult,
    extract::{OptionalSession, PageQuery, Query, paging},
    openapi::ErrorResponse,
    routes::cacheable::Cacheable,
    state::AppState,
};

/// Filters and order.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub(crate) struct ListQuery {
    /// Category id.
    #[param(value_type = Option<i32>, minimum = 1)]
    category_id: Option<String>,
    /// Sort order; by id if omitted.
    #[param(value_type = Option<Sort>, inline)]
    sort: Option<String>,
    /// Minimum discounted price in AZN.
    #[param(value_type = Option<f64>, minimum = 0)]
    min_price: Option<String>,
    /// Maximum discounted price in AZN.
    #[param(value_type = Option<f64>, minimum = 0)]
    max_price: Option<String>,
}

/// Sort order of a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Sort {
    Default,
    Popularity,
    Rating,
    Latest,
    PriceLow,
    PriceHigh,
}

/// Lists a page of the active products.
#[utoipa::path(get, path = "/products", tag = "products", params(ListQuery, PageQuery),
    responses((status = 200, body = List<Product>, description = "Page of products",
        example = json!(List::new(vec![Product::example()], 70, 10))),
        ErrorResponse::<404>))]
pub(crate) async fn list_products(
    State(state): State<AppState>,
    session: OptionalSession,
    Query(query): Query<ListQuery>,
    Query(page): Query<PageQuery>,
) -> ApiResult<Cacheable<List<Product>>> {
    let page = paging(&page)?;
    let mut request = request(&query)?;
    request.page = Some(page.into());
    let response = state.clients.catalog.list_products(request).await?;
    let products = response
        .products
        .iter()
        .map(|product| Product::new(product.clone(), state.default_language, session.discount()))
        .collect();
    let list = List::new(products, response.total_records, page.size);
    Ok(Cacheable::new(&session, list).made_from(&response))
}

fn request(query: &ListQuery) -> Result<ListProductsRequest, Failure> {
    let mut errors = FieldErrors::default();
    let request = ListProductsRequest {
        page: None,
        category_id: parse(&mut errors, "categoryId", query.category_id.as_deref(), |text| {
            text.parse().ok()
        }),
        sort: parse(&mut errors, "sort", query.sort.as_deref(), sort)
            .unwrap_or_default()
            .into(),
        min_price_minor: parse(&mut errors, "minPrice", query.min_price.as_deref(), amount),
        max_price_minor: parse(&mut errors, "maxPrice", query.max_price.as_deref(), amount),
    };
    errors.finish(Some(request))
}

/// Parses a parameter, if there is one.
fn parse<T>(
    errors: &mut FieldErrors,
    field: &str,
    text: Option<&str>,
    parse: impl Fn(&str) -> Option<T>,
) -> Option<T> {
    let parsed = text.map(|text| parse(text).ok_or(INVALID)).transpose();
    errors.check(field, parsed).flatten()
}

fn sort(text: &str) -> Option<ProductSort> {
    match text {
        "default" => Some(ProductSort::Unspecified),
        "popularity" => Some(ProductSort::Popularity),
        "rating" => Some(ProductSort::Rating),
        "latest" => Some(ProductSort::Latest),
        "price_low" => Some(ProductSort::PriceLow),
        "price_high" => Some(ProductSort::PriceHigh),
        _ => None,
    }
}

fn amount(text: &str) -> Option<i64> {
    let number: serde_json::Number = text.parse().ok()?;
    Money::from_json_number(&number).ok().map(Money::minor)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn query(text: &str) -> Result<ListProductsRequest, Vec<String>> {
        let uri: http::Uri = format!("/?{text}").parse().unwrap();
        let axum::extract::Query(query) = axum::extract::Query::try_from_uri(&uri).unwrap();
        request(&query).map_err(|failure| failure.fields.into_iter().map(|(name, _)| name).collect())
    }

    #[test]
    fn converts_filters() {
        let request = query("categoryId=2&sort=price_low&minPrice=100&maxPrice=1249.5").unwrap();
        assert_eq!(request.category_id, Some(2));
        assert_eq!(request.sort(), ProductSort::PriceLow);
        assert_eq!(
            (request.min_price_minor, request.max_price_minor),
            (Some(10_000), Some(124_950))
        );
        assert_eq!(query("").unwrap(), ListProductsRequest::default());
    }

    #[test]
    fn names_every_malformed_filter() {
        assert_eq!(
            query("categoryId=x&sort=cheap&minPrice=-1&maxPrice=1.234").unwrap_err(),
            ["categoryId", "sort", "minPrice", "maxPrice"]
        );
        assert_eq!(query("sort=").unwrap_err(), ["sort"]);
        assert_eq!(query("minPrice=").unwrap_err(), ["minPrice"]);
    }
}
