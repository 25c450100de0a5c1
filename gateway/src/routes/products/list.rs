//! `GET products`.

use axum::extract::State;
use kit::{domain::Money, failure::Failure};
use proto::catalog::v1::{ListProductsRequest, ProductSort};
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use super::product::Product;
use crate::{
    conditional::Catalogue,
    envelope::List,
    error::ApiResult,
    extract::{PageQuery, Query, Visitor, paging},
    openapi::ErrorResponse,
    routes::catalogue,
    state::AppState,
};

/// What to list and how.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub(crate) struct ListQuery {
    /// Only this category.
    #[param(value_type = Option<i32>, minimum = 1)]
    category_id: Option<String>,
    /// The order; missing = by id.
    #[param(value_type = Option<Sort>, inline)]
    sort: Option<String>,
    /// Lowest discounted price, AZN.
    #[param(value_type = Option<f64>, minimum = 0)]
    min_price: Option<String>,
    /// Highest discounted price, AZN.
    #[param(value_type = Option<f64>, minimum = 0)]
    max_price: Option<String>,
}

/// How a list is ordered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Sort {
    /// By id.
    Default,
    /// Most wanted first.
    Popularity,
    /// Best rated first.
    Rating,
    /// Newest first.
    Latest,
    /// Lowest discounted price first.
    PriceLow,
    /// Highest discounted price first.
    PriceHigh,
}

/// One page of the active products.
#[utoipa::path(get, path = "/products", tag = "products", params(ListQuery, PageQuery),
    responses((status = 200, body = List<Product>, description = "The page",
        example = json!(List::new(vec![Product::example()], 70, 10))),
        ErrorResponse::<404>))]
pub(crate) async fn list_products(
    State(state): State<AppState>,
    visitor: Visitor,
    Query(query): Query<ListQuery>,
    Query(page): Query<PageQuery>,
) -> ApiResult<Catalogue<List<Product>>> {
    let page = paging(&page)?;
    let mut request = request(&query)?;
    request.page = Some(page.into());
    let answer = catalogue::list(&state, request).await?;
    let products = answer
        .products
        .iter()
        .map(|product| Product::new(product.clone(), state.default_language, visitor.discount()))
        .collect();
    let list = List::new(products, answer.total_records, page.size);
    Ok(Catalogue::new(&visitor, list))
}

fn request(query: &ListQuery) -> Result<ListProductsRequest, Failure> {
    let category = read(query.category_id.as_deref(), "categoryId", |text| {
        text.parse().ok()
    });
    let sort = read(query.sort.as_deref(), "sort", sort);
    let lowest = read(query.min_price.as_deref(), "minPrice", amount);
    let highest = read(query.max_price.as_deref(), "maxPrice", amount);
    let wrong: Vec<_> = [category.err(), sort.err(), lowest.err(), highest.err()]
        .into_iter()
        .flatten()
        .collect();
    if let Some((first, rest)) = wrong.split_first() {
        return Err(rest.iter().fold(
            Failure::invalid_field(*first, "FIELD.INVALID"),
            |failure, name| failure.with_field(*name, "FIELD.INVALID"),
        ));
    }
    Ok(ListProductsRequest {
        page: None,
        category_id: category.unwrap_or_default(),
        sort: sort.unwrap_or_default().unwrap_or_default().into(),
        min_price_minor: lowest.unwrap_or_default(),
        max_price_minor: highest.unwrap_or_default(),
    })
}

/// A missing value is fine, one that cannot be read is named.
fn read<T>(
    text: Option<&str>,
    name: &'static str,
    parse: impl Fn(&str) -> Option<T>,
) -> Result<Option<T>, &'static str> {
    text.map(|text| parse(text).ok_or(name)).transpose()
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
    fn filters_are_translated() {
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
    fn every_wrong_filter_is_named() {
        assert_eq!(
            query("categoryId=x&sort=cheap&minPrice=-1&maxPrice=1.234").unwrap_err(),
            ["categoryId", "sort", "minPrice", "maxPrice"]
        );
        assert_eq!(query("sort=").unwrap_err(), ["sort"]);
        assert_eq!(query("minPrice=").unwrap_err(), ["minPrice"]);
    }
}
