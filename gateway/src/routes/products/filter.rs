//! Parameters of `GET products`.

use kit::{
    domain::{Money, ProductId},
    failure::Failure,
    validation::{FieldErrors, INVALID},
    vocabulary::catalog::{Availability, Sort},
};
use proto::catalog::v1::ListProductsRequest;
use serde::Deserialize;
use utoipa::IntoParams;

use crate::words::ProductSort;

/// Maximum number of ids.
const MAX_IDS: usize = 50;

/// Maximum number of availabilities, repeated ones included.
const MAX_AVAILABILITIES: usize = 10;

/// Maximum width in centimetres.
const MAX_WIDTH: u32 = 10_000;

/// Filters and order.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub(crate) struct ListQuery {
    /// Ids of products, separated by commas. They are returned on one page in this order, without unknown ones; the other
    /// parameters have no effect then.
    #[param(value_type = Option<String>, pattern = "^[1-9][0-9]{0,18}(,[1-9][0-9]{0,18}){0,49}$", example = "7,3")]
    ids: Option<String>,
    /// Category id.
    #[param(value_type = Option<i32>, minimum = 1)]
    category_id: Option<String>,
    /// Sort order; by id if omitted.
    #[param(value_type = Option<ProductSort>, inline)]
    sort: Option<String>,
    /// Minimum discounted price in AZN.
    #[param(value_type = Option<f64>, minimum = 0)]
    min_price: Option<String>,
    /// Maximum discounted price in AZN.
    #[param(value_type = Option<f64>, minimum = 0)]
    max_price: Option<String>,
    /// Minimum width in whole centimetres. Products of unknown width do not match.
    #[param(value_type = Option<u32>, minimum = 0, maximum = 10000)]
    min_width: Option<String>,
    /// Maximum width in whole centimetres.
    #[param(value_type = Option<u32>, minimum = 0, maximum = 10000)]
    max_width: Option<String>,
    /// Width in whole centimetres to list the products by, in place of `sort`: the nearest first. Products of unknown width do
    /// not match.
    #[param(value_type = Option<u32>, minimum = 0, maximum = 10000)]
    near_width: Option<String>,
    /// Slugs of colors, separated by commas. A product needs one of them.
    #[param(value_type = Option<String>, pattern = "^[a-z0-9-]{1,40}(,[a-z0-9-]{1,40}){0,39}$", example = "oak,walnut")]
    colors: Option<String>,
    /// `stock` (in stock) or `order` (made to order, or sold out: it is made again), separated by commas.
    #[param(value_type = Option<String>, pattern = "^(stock|order)(,(stock|order)){0,9}$", example = "stock")]
    availability: Option<String>,
    /// 1 for products with a discount only.
    #[param(value_type = Option<u8>, minimum = 0, maximum = 1)]
    discount: Option<String>,
    /// 1 for a response with facets.
    #[param(value_type = Option<u8>, minimum = 0, maximum = 1)]
    facets: Option<String>,
}

impl ListQuery {
    /// Parses the parameters into the requested ids, if there are any, and the request of a list.
    ///
    /// # Errors
    ///
    /// Fails with the names of all malformed parameters.
    pub(super) fn parse(&self) -> Result<(Option<Vec<ProductId>>, ListProductsRequest), Failure> {
        let mut errors = FieldErrors::default();
        let ids = parse(&mut errors, "ids", self.ids.as_deref(), |text| {
            list(text, MAX_IDS, |id| id.parse().ok())
        });
        let request = ListProductsRequest {
            page: None,
            category_id: parse(&mut errors, "categoryId", self.category_id.as_deref(), |text| {
                text.parse().ok()
            }),
            sort: parse(&mut errors, "sort", self.sort.as_deref(), |text| {
                text.parse::<Sort>().ok()
            })
            .map(Into::into)
            .unwrap_or_default(),
            min_price_minor: parse(&mut errors, "minPrice", self.min_price.as_deref(), amount),
            max_price_minor: parse(&mut errors, "maxPrice", self.max_price.as_deref(), amount),
            min_width_mm: parse(&mut errors, "minWidth", self.min_width.as_deref(), width),
            max_width_mm: parse(&mut errors, "maxWidth", self.max_width.as_deref(), width),
            near_width_mm: parse(&mut errors, "nearWidth", self.near_width.as_deref(), width),
            colors: self.colors.as_deref().map(colors).unwrap_or_default(),
            availability: parse(
                &mut errors,
                "availability",
                self.availability.as_deref(),
                availability,
            )
            .unwrap_or_default(),
            is_discounted: parse(&mut errors, "discount", self.discount.as_deref(), flag).unwrap_or_default(),
            with_facets: parse(&mut errors, "facets", self.facets.as_deref(), flag).unwrap_or_default(),
        };
        errors.finish(Some((ids, request)))
    }
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

/// Parses a comma-separated list of at most `max` items.
fn list<T>(text: &str, max: usize, parse: impl Fn(&str) -> Option<T>) -> Option<Vec<T>> {
    let items = text.split(',').map(parse).collect::<Option<Vec<_>>>()?;
    (items.len() <= max).then_some(items)
}

/// Parses whole centimetres into millimetres.
fn width(text: &str) -> Option<u32> {
    let centimetres: u32 = text.parse().ok().filter(|number| *number <= MAX_WIDTH)?;
    Some(centimetres * 10)
}

/// Returns the slugs of a list, sorted, so that lists of the same colours share a cached response.
fn colors(text: &str) -> Vec<String> {
    let mut slugs: Vec<_> = text.split(',').map(str::to_owned).collect();
    slugs.sort_unstable();
    slugs.dedup();
    slugs
}

/// Parses availabilities into the number of a message: 0, any product in the list, for both.
fn availability(text: &str) -> Option<i32> {
    let listed = list(text, MAX_AVAILABILITIES, |name| name.parse::<Availability>().ok())?;
    let first = *listed.first()?;
    let is_one = listed.iter().all(|availability| *availability == first);
    Some(if is_one { first.into() } else { 0 })
}

/// Parses 0 or 1.
fn flag(text: &str) -> Option<bool> {
    match text {
        "0" => Some(false),
        "1" => Some(true),
        _ => None,
    }
}

/// Parses an amount in AZN, a JSON number or as people type it.
fn amount(text: &str) -> Option<i64> {
    let amount = match text.parse::<serde_json::Number>() {
        Ok(number) => Money::from_json_number(&number).ok(),
        Err(_) => Money::parse_typed(text).ok(),
    };
    amount.map(Money::minor)
}

#[cfg(test)]
mod tests {
    use proto::catalog::v1::{Availability, ProductSort};

    use super::*;

    type Parsed = (Option<Vec<ProductId>>, ListProductsRequest);

    fn parse(text: &str) -> Result<Parsed, Vec<String>> {
        let uri: http::Uri = format!("/?{text}").parse().unwrap();
        let axum::extract::Query(query) = axum::extract::Query::<ListQuery>::try_from_uri(&uri).unwrap();
        query
            .parse()
            .map_err(|failure| failure.fields.into_iter().map(|(name, _)| name).collect())
    }

    fn query(text: &str) -> Result<ListProductsRequest, Vec<String>> {
        parse(text).map(|(_, request)| request)
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
        let request = query("minPrice=1%20249,00&maxPrice=6%C2%A0840,50%E2%82%BC").unwrap();
        assert_eq!(
            (request.min_price_minor, request.max_price_minor),
            (Some(124_900), Some(684_050))
        );
        assert_eq!(query("").unwrap(), ListProductsRequest::default());
        let request = query("minWidth=50&maxWidth=160&colors=walnut,oak,walnut&discount=1&facets=1").unwrap();
        assert_eq!(
            request,
            ListProductsRequest {
                min_width_mm: Some(500),
                max_width_mm: Some(1600),
                colors: vec!["oak".to_owned(), "walnut".to_owned()],
                is_discounted: true,
                with_facets: true,
                ..ListProductsRequest::default()
            }
        );
        assert_eq!(query("nearWidth=243").unwrap().near_width_mm, Some(2430));
        let none = query("discount=0&facets=0&availability=order,stock").unwrap();
        assert_eq!(none, ListProductsRequest::default());
        let availability = |text| query(text).unwrap().availability();
        assert_eq!(availability("availability=stock"), Availability::InStock);
        assert_eq!(availability("availability=order"), Availability::MadeToOrder);
    }

    #[test]
    fn keeps_the_order_of_ids() {
        let ids = |text: &str| {
            let ids = parse(text).unwrap().0?;
            Some(ids.into_iter().map(ProductId::get).collect::<Vec<_>>())
        };
        assert_eq!(ids("ids=7,3,7,12"), Some(vec![7, 3, 7, 12]));
        assert_eq!(ids("page=1"), None);
        let many = |count: usize| format!("ids={}", vec!["1"; count].join(","));
        assert!(parse(&many(50)).is_ok());
        assert_eq!(parse(&many(51)).unwrap_err(), ["ids"]);
    }

    #[test]
    fn names_every_malformed_filter() {
        assert_eq!(
            query("categoryId=x&sort=cheap&minPrice=-1&maxPrice=1.234").unwrap_err(),
            ["categoryId", "sort", "minPrice", "maxPrice"]
        );
        assert_eq!(query("sort=").unwrap_err(), ["sort"]);
        assert_eq!(query("minPrice=").unwrap_err(), ["minPrice"]);
        assert_eq!(
            query(
                "ids=1,x&minWidth=-1&maxWidth=10001&nearWidth=x&availability=stock,gone&discount=yes&facets=2"
            )
            .unwrap_err(),
            [
                "ids",
                "minWidth",
                "maxWidth",
                "nearWidth",
                "availability",
                "discount",
                "facets"
            ]
        );
        for name in ["ids", "availability", "discount", "facets", "minWidth"] {
            assert_eq!(query(&format!("{name}=")).unwrap_err(), [name]);
        }
    }
}
