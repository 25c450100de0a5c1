//! Staff: changes price, discount, stock or activity of a product; what is missing stays.

use kit::{
    caller::Caller,
    domain::{Money, Percent},
    failure::Failure,
};
use proto::catalog::v1::{UpdateProductRequest, UpdateProductResponse, stock_change};
use sqlx::PgConnection;
use tonic::Request;

use super::{
    State,
    create_product::is_stock,
    problems::{INVALID, OUT_OF_RANGE, Problems},
};
use crate::{
    error::CatalogError,
    events,
    product::{Facts, Product, Stock},
    store,
};

pub(super) async fn handle(
    state: &State,
    request: Request<UpdateProductRequest>,
) -> Result<UpdateProductResponse, Failure> {
    let actor = Caller::from_request(&request)?.require_staff()?;
    let (code, change) = decode(request.into_inner())?;
    let mut transaction = state.pool.begin().await?;
    let product = update(&mut transaction, &code, &change).await?;
    kit::audit::record(&mut transaction, &actor, "UpdateProduct", &code, change.detail()).await?;
    transaction.commit().await?;
    Ok(UpdateProductResponse {
        product: Some(product.into()),
    })
}

/// What shall be otherwise.
#[derive(Debug)]
struct Change {
    price: Option<Money>,
    discount: Option<Percent>,
    stock: Option<Stock>,
    is_active: Option<bool>,
}

impl Change {
    /// The facts of a product after the change.
    fn apply(&self, facts: &Facts) -> Facts {
        Facts {
            price: self.price.unwrap_or(facts.price),
            discount: self.discount.unwrap_or(facts.discount),
            stock: self.stock.unwrap_or(facts.stock),
            is_active: self.is_active.unwrap_or(facts.is_active),
            ..facts.clone()
        }
    }

    /// What was asked for, for the audit.
    fn detail(&self) -> serde_json::Value {
        let mut detail = serde_json::Map::new();
        let mut note = |name: &str, value: serde_json::Value| detail.insert(name.to_owned(), value);
        if let Some(price) = self.price {
            note("priceMinor", price.minor().into());
        }
        if let Some(discount) = self.discount {
            note("discountPercent", discount.get().into());
        }
        if let Some(stock) = self.stock {
            note("stock", Option::<i64>::from(stock).into());
        }
        if let Some(is_active) = self.is_active {
            note("isActive", is_active.into());
        }
        detail.into()
    }
}

fn decode(message: UpdateProductRequest) -> Result<(String, Change), Failure> {
    let mut problems = Problems::default();
    let price = message.price_minor.map(Money::from_minor).transpose();
    let discount = message.discount_percent.map(Percent::try_from).transpose();
    let stock = match message.stock.map(|change| change.value) {
        None => Ok(None),
        Some(Some(stock_change::Value::Quantity(pieces))) => Ok(Some(Stock::Pieces(pieces))),
        Some(Some(stock_change::Value::MadeToOrder(true))) => Ok(Some(Stock::MadeToOrder)),
        Some(Some(stock_change::Value::MadeToOrder(false)) | None) => Err(()),
    };
    let change = Change {
        price: problems.take(price, "price", OUT_OF_RANGE, None),
        discount: problems.take(discount, "discount", OUT_OF_RANGE, None),
        stock: problems.take(stock, "stock", INVALID, None),
        is_active: message.is_active,
    };
    problems.check(change.stock.is_none_or(is_stock), "stock", OUT_OF_RANGE);
    problems.done()?;
    Ok((message.code, change))
}

async fn update(connection: &mut PgConnection, code: &str, change: &Change) -> Result<Product, CatalogError> {
    let id = store::product::lock(connection, code)
        .await?
        .ok_or(CatalogError::UnknownProduct)?;
    let before = store::product::by_id(connection, id)
        .await?
        .ok_or(CatalogError::UnknownProduct)?;
    let facts = change.apply(&before.facts);
    if facts == before.facts {
        return Ok(before);
    }
    store::product::update(connection, id, &facts).await?;
    if facts.is_active != before.facts.is_active {
        store::search::mark_changed(connection, id).await?;
        store::category::count_one(connection, before.category.id, facts.is_active).await?;
    }
    events::product_changed(connection, id).await?;
    if facts.stock != before.facts.stock {
        events::stock_changed(connection, &[id]).await?;
    }
    store::product::by_id(connection, id)
        .await?
        .ok_or(CatalogError::UnknownProduct)
}

#[cfg(test)]
mod tests {
    use kit::{failure::Code, grpc::client::on_behalf_of};
    use proto::catalog::v1::{ProductChanged, StockChange, StockChanged};

    use super::*;
    use crate::testing::{Fixture, answer, fields, not_staff, wardrobe};

    fn nothing() -> UpdateProductRequest {
        UpdateProductRequest {
            code: "SK-101".to_owned(),
            ..UpdateProductRequest::default()
        }
    }

    fn stock(value: stock_change::Value) -> StockChange {
        StockChange { value: Some(value) }
    }

    async fn details(fixture: &Fixture) -> Vec<serde_json::Value> {
        sqlx::query_scalar("select detail from audit where action = 'UpdateProduct' order by id")
            .fetch_all(fixture.harness.pool())
            .await
            .unwrap()
    }

    #[tokio::test]
    async fn changes_what_is_said_and_nothing_else() {
        let fixture = Fixture::start().await;
        let id = fixture.add(wardrobe("SK-101")).await;
        let before = fixture.product(id).await;
        let after = fixture
            .change(UpdateProductRequest {
                price_minor: Some(90_000),
                discount_percent: Some(20),
                ..nothing()
            })
            .await
            .unwrap()
            .product
            .unwrap();
        assert_eq!(
            after,
            proto::catalog::v1::Product {
                price_minor: 90_000,
                discount_percent: 20,
                ..before
            }
        );
        assert_eq!(after, fixture.product(id).await);
        assert_eq!(
            fixture.harness.published::<ProductChanged>().await,
            [
                ProductChanged { product_id: id },
                ProductChanged { product_id: id }
            ]
        );
        assert!(fixture.harness.published::<StockChanged>().await.is_empty());
        assert_eq!(
            details(&fixture).await,
            [serde_json::json!({ "priceMinor": 90_000, "discountPercent": 20 })]
        );
    }

    #[tokio::test]
    async fn stock_becomes_a_number_or_none_is_kept() {
        let fixture = Fixture::start().await;
        let id = fixture.add(wardrobe("SK-101")).await;
        for (value, after) in [
            (stock_change::Value::Quantity(0), Some(0)),
            (stock_change::Value::MadeToOrder(true), None),
            (stock_change::Value::Quantity(7), Some(7)),
        ] {
            fixture
                .change(UpdateProductRequest {
                    stock: Some(stock(value)),
                    ..nothing()
                })
                .await
                .unwrap();
            assert_eq!(fixture.stock(id).await, after);
        }
        assert_eq!(fixture.harness.published::<StockChanged>().await.len(), 3);
        assert_eq!(details(&fixture).await[1], serde_json::json!({ "stock": null }));
    }

    #[tokio::test]
    async fn what_is_as_it_was_is_no_event() {
        let fixture = Fixture::start().await;
        fixture.add(wardrobe("SK-101")).await;
        fixture
            .change(UpdateProductRequest {
                stock: Some(stock(stock_change::Value::Quantity(10))),
                is_active: Some(true),
                ..nothing()
            })
            .await
            .unwrap();
        fixture.change(nothing()).await.unwrap();
        assert_eq!(fixture.harness.published::<ProductChanged>().await.len(), 1);
        assert!(fixture.harness.published::<StockChanged>().await.is_empty());
        assert_eq!(details(&fixture).await.len(), 2);
    }

    #[tokio::test]
    async fn an_unknown_code_is_not_found() {
        let fixture = Fixture::start().await;
        let failure = fixture.change(nothing()).await.unwrap_err();
        assert_eq!(failure.code, Code::NotFound);
        assert_eq!(failure.reason, "PRODUCT.NOT_FOUND");
        assert!(details(&fixture).await.is_empty());
    }

    #[tokio::test]
    async fn only_staff_changes() {
        let fixture = Fixture::start().await;
        fixture.add(wardrobe("SK-101")).await;
        for caller in not_staff() {
            let request = on_behalf_of(&caller, nothing());
            let failure = answer(fixture.client.clone().update_product(request).await).unwrap_err();
            assert!(matches!(failure.code, Code::Unauthenticated | Code::Forbidden));
        }
        assert!(details(&fixture).await.is_empty());
    }

    #[test]
    fn all_that_is_wrong_is_named() {
        let wrong = |stock: StockChange| {
            decode(UpdateProductRequest {
                price_minor: Some(-1),
                discount_percent: Some(100),
                stock: Some(stock),
                ..nothing()
            })
            .unwrap_err()
        };
        for (stock, key) in [
            (stock(stock_change::Value::Quantity(-1)), "FIELD.OUT_OF_RANGE"),
            (
                stock(stock_change::Value::Quantity(1_000_001)),
                "FIELD.OUT_OF_RANGE",
            ),
            (stock(stock_change::Value::MadeToOrder(false)), "FIELD.INVALID"),
            (StockChange { value: None }, "FIELD.INVALID"),
        ] {
            let failure = wrong(stock);
            let mut fields = fields(&failure);
            fields.sort_unstable();
            assert_eq!(
                fields,
                [
                    ("discount", "FIELD.OUT_OF_RANGE"),
                    ("price", "FIELD.OUT_OF_RANGE"),
                    ("stock", key)
                ]
            );
        }
    }
}
