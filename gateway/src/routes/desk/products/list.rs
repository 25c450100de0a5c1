//! Reads of products.

use axum::extract::State;
use kit::{
    domain::Language,
    vocabulary::catalog::{DeskSort, StockLevel},
};
use proto::catalog::v1::{
    DeskProductFilter, ListDeskProductsRequest, ListProductPricesRequest, ProductPrice as Message,
};
use serde_json::{Value, json};

use super::{
    NOT_FOUND,
    product::{DeskProduct, fetch},
    row::{DeskProductRow, rows},
};
use crate::{
    convert::{self, Amount, Instant},
    desk::Member,
    envelope::{DeskList, Envelope},
    error::ApiResult,
    extract::{Filter, Limit, PathOf, ProductCode},
    people::Person,
    state::AppState,
    words::DeskProductSort,
};

/// Filter of products.
#[filter]
pub(crate) struct ProductFilter {
    /// Category id.
    category: Option<i32>,
    /// Whether staff shows it.
    is_active: Option<bool>,
    /// `in`, `out`, `low` (at most the reorder point) or `madeToOrder`.
    stock: Option<StockLevel>,
    /// Languages in which texts are missing, separated by commas: products that lack one in any of them.
    missing: Vec<Language>,
    /// Part of the code or a name, 2 to 100 characters.
    q: String,
}

impl From<ProductFilter> for DeskProductFilter {
    fn from(filter: ProductFilter) -> Self {
        Self {
            category_id: filter.category,
            is_active: filter.is_active,
            stock: filter.stock.map(Into::into).unwrap_or_default(),
            missing: filter.missing.into_iter().map(Into::into).collect(),
            query: filter.q,
        }
    }
}

/// Page of a list of products.
#[filter]
pub(crate) struct ProductPage {
    /// Order, by default `code`
    #[param(value_type = Option<DeskProductSort>, inline)]
    sort: Option<DeskSort>,
    /// `nextCursor` of the page before
    cursor: String,
    /// 1 to 100, 50 by default
    #[param(value_type = Option<u32>)]
    limit: Limit,
}

/// Lists the products, hidden ones too.
#[utoipa::path(get, path = "/products", tag = "desk", security(("desk" = [])),
    params(ProductFilter, ProductPage),
    responses((status = 200, body = DeskList<DeskProductRow>, description = "Page of products",
        example = json!(DeskList::new(vec![DeskProductRow::example()], String::new(), 1)))))]
pub(crate) async fn list_desk_products(
    State(state): State<AppState>,
    member: Member,
    Filter((filter, page)): Filter<(ProductFilter, ProductPage)>,
) -> ApiResult<DeskList<DeskProductRow>> {
    let request = member.request(ListDeskProductsRequest {
        filter: Some(filter.into()),
        sort: page.sort.unwrap_or_default().into(),
        cursor: page.cursor,
        limit: page.limit.0,
    });
    let response = state
        .clients
        .desk_catalog
        .clone()
        .list_desk_products(request)
        .await?;
    let list = response.into_inner();
    let rows = rows(&state, &member, list.products).await;
    Ok(DeskList::new(rows, list.next_cursor, list.total_records))
}

/// Returns a product.
#[utoipa::path(get, path = "/products/{code}", tag = "desk",
    params(("code" = String, Path, description = "Code of the product")), security(("desk" = [])),
    responses((status = 200, body = Envelope<DeskProduct>, description = "Product",
        example = json!(Envelope::new(DeskProduct::example())))))]
pub(crate) async fn get_desk_product(
    State(state): State<AppState>,
    member: Member,
    code: PathOf<ProductCode>,
) -> ApiResult<Envelope<DeskProduct>> {
    let code = code.get(NOT_FOUND)?.into_string();
    Ok(Envelope::new(fetch(&state, &member, &code).await?))
}

/// Price of a product since a time.
#[response]
#[derive(Debug, Clone)]
pub(crate) struct ProductPrice {
    /// RFC 3339.
    at: Option<Instant>,
    /// AZN, before the discount.
    price: Amount,
    /// Whole percent.
    discount: u32,
    /// AZN.
    discounted_price: Amount,
    /// Author; `null` if unknown.
    by: Option<Person>,
}

fn example() -> Value {
    json!([{"at": "2026-11-20T08:00:00Z", "price": 1249.55, "discount": 12, "discountedPrice": 1099.60,
        "by": Person::example()}])
}

/// Lists the last 200 prices of a product, newest first.
#[utoipa::path(get, path = "/products/{code}/prices", tag = "desk",
    params(("code" = String, Path, description = "Code of the product")), security(("desk" = [])),
    responses((status = 200, body = Envelope<Vec<ProductPrice>>, description = "Prices",
        example = json!(Envelope::new(example())))))]
pub(crate) async fn list_product_prices(
    State(state): State<AppState>,
    member: Member,
    code: PathOf<ProductCode>,
) -> ApiResult<Envelope<Vec<ProductPrice>>> {
    let request = member.request(ListProductPricesRequest {
        code: code.get(NOT_FOUND)?.into_string(),
    });
    let mut client = state.clients.desk_catalog.clone();
    let prices = client.list_product_prices(request).await?.into_inner().prices;
    let actors = prices.iter().map(|price| price.actor.as_str());
    let names = state
        .desk
        .people
        .names(&state.clients, &member.caller, actors)
        .await;
    let prices = prices.into_iter().map(|price: Message| ProductPrice {
        at: convert::moment(price.at),
        price: convert::amount(price.price_minor),
        discount: price.discount_percent,
        discounted_price: convert::amount(price.discounted_price_minor),
        by: names.person(&price.actor),
    });
    Ok(Envelope::new(prices.collect()))
}
