//! Validation of the filter of a list of products.

use kit::{
    domain::{CategoryId, Money, Page},
    failure::Failure,
    validation::{FieldErrors, INVALID, OUT_OF_RANGE, TOO_LONG},
};
use proto::catalog::v1::ListProductsRequest;

use crate::patch::{MAX_ITEMS, is_slug};
use crate::{
    error::CatalogError,
    listing::{Filter, Sort},
};

/// Maximum size of a page.
const MAX_PAGE_SIZE: u32 = 1000;

/// Validates the filter, the sort and the page of a list.
pub(super) fn decode(request: ListProductsRequest) -> Result<(Filter, Sort, Page), Failure> {
    let mut errors = FieldErrors::default();
    let page = errors.page(request.page, MAX_PAGE_SIZE);
    let sort = errors.word("sort", request.sort).unwrap_or(Sort::Id);
    let mut price = |minor: Option<i64>, field: &str| {
        let price = minor.map(Money::from_minor).transpose();
        errors.check(field, price.map_err(|_| OUT_OF_RANGE)).flatten()
    };
    let (min_price, max_price) = (
        price(request.min_price_minor, "minPrice"),
        price(request.max_price_minor, "maxPrice"),
    );
    if let (Some(min), Some(max)) = (min_price, max_price) {
        errors.ensure(min <= max, "minPrice", "FIELD.MIN_ABOVE_MAX");
    }
    if let (Some(min), Some(max)) = (request.min_width_mm, request.max_width_mm) {
        errors.ensure(min <= max, "minWidth", "FIELD.MIN_ABOVE_MAX");
    }
    errors.ensure(request.colors.len() <= MAX_ITEMS, "colors", TOO_LONG);
    errors.ensure(
        request.colors.iter().all(|color| is_slug(color)),
        "colors",
        INVALID,
    );
    let availability = errors.word("availability", request.availability);
    errors.into_result()?;
    let category = request
        .category_id
        .map(|id| CategoryId::try_from(id).map_err(|_| CatalogError::CategoryNotFound))
        .transpose()?;
    let filter = Filter {
        category,
        min_price,
        max_price,
        min_width: request.min_width_mm,
        max_width: request.max_width_mm,
        near_width: request.near_width_mm,
        colors: request.colors,
        availability,
        is_discounted: request.is_discounted,
    };
    Ok((filter, sort, page))
}

#[cfg(test)]
mod tests {
    use kit::failure::Code;
    use proto::common::v1::Page;

    use super::*;
    use crate::testing::fields;

    #[test]
    fn names_all_invalid_fields() {
        let failure = decode(ListProductsRequest {
            page: Some(Page {
                number: 0,
                size: 1001,
            }),
            category_id: None,
            sort: 77,
            min_price_minor: Some(-1),
            max_price_minor: Some(i64::MAX),
            min_width_mm: Some(2),
            max_width_mm: Some(1),
            colors: vec!["Dark Oak".to_owned()],
            availability: 9,
            ..ListProductsRequest::default()
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
                ("minWidth", "FIELD.MIN_ABOVE_MAX"),
                ("colors", "FIELD.INVALID"),
                ("availability", "FIELD.INVALID"),
            ]
        );
        let failure = decode(ListProductsRequest {
            min_price_minor: Some(2),
            max_price_minor: Some(1),
            page: Some(Page { number: 1, size: 10 }),
            ..ListProductsRequest::default()
        })
        .unwrap_err();
        assert_eq!(fields(&failure), [("minPrice", "FIELD.MIN_ABOVE_MAX")]);
    }
}
