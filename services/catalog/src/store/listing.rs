//! Ids of listed products.

use kit::domain::{CategoryId, Money, Page, ProductId};
use sqlx::PgConnection;

use crate::{
    listing::{Filter, Sort},
    product::Availability,
};

/// Selects a page in a given order, whose own parameters begin with `$11`.
macro_rules! page_ordered_by {
    ($order:tt, $connection:expr, $filter:expr, $page:expr $(, $parameter:expr)*) => {
        sqlx::query_scalar!(
            "select id from product
             where is_active
               and ($1::integer is null or category_id = $1)
               and ($2::bigint is null or discounted_price_minor >= $2)
               and ($3::bigint is null or discounted_price_minor <= $3)
               and ($4::bigint is null or width_mm >= $4)
               and ($5::bigint is null or width_mm <= $5)
               and ($6::boolean is null or case when $6 then stock > 0 else coalesce(stock, 0) = 0 end)
               and (not $7::boolean or discount_percent > 0)
               and (cardinality($8::text[]) = 0
                    or exists (select from product_text where product_id = product.id and colors && $8))
             order by "
                + $order
                + " limit $9 offset $10",
            $filter.category.map(CategoryId::get),
            $filter.min_price.map(Money::minor),
            $filter.max_price.map(Money::minor),
            $filter.least_width().map(i64::from),
            $filter.max_width.map(i64::from),
            is_in_stock($filter),
            $filter.is_discounted,
            &$filter.colors,
            $page.limit,
            $page.offset,
            $($parameter,)*
        )
        .fetch_all($connection)
        .await
    };
}

/// Returns the ids of a page, in order: with a width those of the nearest ones first.
pub(crate) async fn page(
    connection: &mut PgConnection,
    filter: &Filter,
    sort: Sort,
    page: Page,
) -> Result<Vec<ProductId>, sqlx::Error> {
    if let Some(width) = filter.near_width {
        return page_ordered_by!(
            "abs(width_mm - $11::bigint), popularity desc, id",
            connection,
            filter,
            page,
            i64::from(width)
        );
    }
    match sort {
        Sort::Id => page_ordered_by!("id", connection, filter, page),
        Sort::Popularity => page_ordered_by!("popularity desc, id", connection, filter, page),
        Sort::Rating => page_ordered_by!("rating_tenths desc, id", connection, filter, page),
        Sort::Latest => page_ordered_by!("created_at desc, id", connection, filter, page),
        Sort::PriceLow => page_ordered_by!("discounted_price_minor, id", connection, filter, page),
        Sort::PriceHigh => page_ordered_by!("discounted_price_minor desc, id", connection, filter, page),
    }
}

/// Returns the number of active products that match a filter.
pub(crate) async fn count(connection: &mut PgConnection, filter: &Filter) -> Result<i64, sqlx::Error> {
    sqlx::query_scalar!(
        r#"select count(*) as "count!" from product
           where is_active
             and ($1::integer is null or category_id = $1)
             and ($2::bigint is null or discounted_price_minor >= $2)
             and ($3::bigint is null or discounted_price_minor <= $3)
             and ($4::bigint is null or width_mm >= $4)
             and ($5::bigint is null or width_mm <= $5)
             and ($6::boolean is null or case when $6 then stock > 0 else coalesce(stock, 0) = 0 end)
             and (not $7::boolean or discount_percent > 0)
             and (cardinality($8::text[]) = 0
                  or exists (select from product_text where product_id = product.id and colors && $8))"#,
        filter.category.map(CategoryId::get),
        filter.min_price.map(Money::minor),
        filter.max_price.map(Money::minor),
        filter.least_width().map(i64::from),
        filter.max_width.map(i64::from),
        is_in_stock(filter),
        filter.is_discounted,
        &filter.colors,
    )
    .fetch_one(connection)
    .await
}

/// Returns whether only products in stock match, or only those made to order; `None` if any availability matches.
fn is_in_stock(filter: &Filter) -> Option<bool> {
    filter
        .availability
        .map(|availability| availability == Availability::InStock)
}
