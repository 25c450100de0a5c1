//! Updates price, discount, stock, activity, measures and showrooms of a product, for staff; absent fields stay.

use kit::{
    caller::{Actor, StaffCaller},
    change::{self, Effect},
    domain::{Money, Percent, StoreId},
    failure::Failure,
    staff::Permission,
    validation::{FieldErrors, INVALID, OUT_OF_RANGE},
};
use proto::catalog::v1::{UpdateProductRequest, UpdateProductResponse, stock_change};
use sqlx::PgConnection;

use super::{State, decode::decode_measures, passive::decode_stores};
use crate::{
    desk::Cause,
    error::CatalogError,
    measures::Measures,
    passive::PassiveAttributes,
    patch,
    product::{Attributes, Product, Stock},
    save, store,
};

pub(super) async fn handle(
    state: &State,
    StaffCaller { actor, .. }: StaffCaller,
    request: UpdateProductRequest,
) -> Result<UpdateProductResponse, Failure> {
    let (code, change) = decode(request)?;
    for permission in change.permissions() {
        actor.require_permission(permission)?;
    }
    change::run(&state.pool, async |connection| {
        let product = Some(update(connection, &actor, &code, &change).await?.into());
        let effect = Effect::audited(&actor, "UpdateProduct", &code, change.audit_detail());
        Ok(effect.with(UpdateProductResponse { product }))
    })
    .await
}

/// New values of the attributes that change.
#[derive(Debug)]
struct Change {
    price: Option<Money>,
    discount: Option<Percent>,
    stock: Option<Stock>,
    is_active: Option<bool>,
    measures: Option<Measures>,
    is_fixed: Option<bool>,
    shown_in: Option<Vec<StoreId>>,
}

impl Change {
    /// Returns the permissions that the change needs.
    fn permissions(&self) -> impl Iterator<Item = Permission> {
        let price = self.price.is_some() || self.discount.is_some() || self.is_active.is_some();
        let price = price.then_some(Permission::ProductsPrice);
        let stock = self.stock.is_some().then_some(Permission::StockWrite);
        let text = self.measures.is_some() || self.is_fixed.is_some() || self.shown_in.is_some();
        let text = text.then_some(Permission::ProductsText);
        price.into_iter().chain(stock).chain(text)
    }

    /// Returns the changed attributes.
    fn apply(&self, attributes: &Attributes) -> Attributes {
        let attributes = attributes.clone();
        let passive = attributes.passive;
        Attributes {
            price: self.price.unwrap_or(attributes.price),
            discount: self.discount.unwrap_or(attributes.discount),
            stock: self.stock.unwrap_or(attributes.stock),
            measures: self.measures.or(attributes.measures),
            passive: PassiveAttributes {
                is_fixed: self.is_fixed.unwrap_or(passive.is_fixed),
                shown_in: self.shown_in.clone().or(passive.shown_in),
                ..passive
            },
            ..attributes
        }
    }

    /// Returns the request's values for the audit log.
    fn audit_detail(&self) -> serde_json::Value {
        let mut detail = serde_json::Map::new();
        let mut insert = |name: &str, value: serde_json::Value| detail.insert(name.to_owned(), value);
        if let Some(price) = self.price {
            insert("priceMinor", price.minor().into());
        }
        if let Some(discount) = self.discount {
            insert("discountPercent", discount.get().into());
        }
        if let Some(stock) = self.stock {
            insert("stock", Option::<i64>::from(stock).into());
        }
        if let Some(is_active) = self.is_active {
            insert("isActive", is_active.into());
        }
        if let Some(measures) = self.measures {
            let sides = [measures.width, measures.depth, measures.height];
            insert("measuresMm", sides.map(u32::from).as_slice().into());
        }
        if let Some(is_fixed) = self.is_fixed {
            insert("isFixed", is_fixed.into());
        }
        if let Some(stores) = &self.shown_in {
            let ids: Vec<_> = stores.iter().map(ToString::to_string).collect();
            insert("shownIn", ids.into());
        }
        detail.into()
    }
}

fn decode(request: UpdateProductRequest) -> Result<(String, Change), Failure> {
    let mut errors = FieldErrors::default();
    let price = request.price_minor.map(Money::from_minor).transpose();
    let discount = request.discount_percent.map(Percent::try_from).transpose();
    let stock = match request.stock.map(|change| change.value) {
        None => Ok(None),
        Some(Some(stock_change::Value::Quantity(pieces))) => Ok(Some(Stock::Pieces(pieces))),
        Some(Some(stock_change::Value::MadeToOrder(true))) => Ok(Some(Stock::MadeToOrder)),
        Some(Some(stock_change::Value::MadeToOrder(false)) | None) => Err(INVALID),
    };
    let change = Change {
        price: errors.check("price", price.map_err(|_| OUT_OF_RANGE)).flatten(),
        discount: errors
            .check("discount", discount.map_err(|_| OUT_OF_RANGE))
            .flatten(),
        stock: errors.check("stock", stock).flatten(),
        is_active: request.is_active,
        measures: request
            .measures
            .and_then(|measures| decode_measures(&mut errors, measures)),
        is_fixed: request.is_fixed,
        shown_in: request
            .shown_in
            .and_then(|stores| decode_stores(&mut errors, &stores)),
    };
    errors.ensure(
        change.stock.is_none_or(patch::is_valid_stock),
        "stock",
        OUT_OF_RANGE,
    );
    errors.finish(Some((request.code, change)))
}

async fn update(
    connection: &mut PgConnection,
    actor: &Actor,
    code: &str,
    change: &Change,
) -> Result<Product, Failure> {
    let id = store::product::lock(connection, code)
        .await?
        .ok_or(CatalogError::ProductNotFound)?;
    let before = store::desk::find(connection, id)
        .await?
        .ok_or(CatalogError::ProductNotFound)?;
    let mut fields = before.fields.clone();
    fields.attributes = change.apply(&before.fields.attributes);
    fields.settings.is_shown = change.is_active.unwrap_or(fields.settings.is_shown);
    save::save(connection, &before, fields, &[], &Cause::staff(actor)).await?;
    let after = store::product::find(connection, id).await?;
    Ok(after.ok_or(CatalogError::ProductNotFound)?)
}

#[cfg(test)]
mod tests {
    use kit::{failure::Code, grpc::client::on_behalf_of};
    use proto::catalog::v1::{ProductChanged, Sizes, StockChange, StockChanged, Stores};

    use super::*;
    use crate::testing::{Fixture, fields, into_result, measures, non_staff_callers, usual, wardrobe};

    fn no_change() -> UpdateProductRequest {
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
    async fn changes_only_present_fields() {
        let fixture = Fixture::start().await;
        let id = fixture.add(wardrobe("SK-101")).await;
        let before = fixture.product(id).await;
        let after = fixture
            .update(UpdateProductRequest {
                price_minor: Some(90_000),
                discount_percent: Some(20),
                ..no_change()
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
            [1, 2].map(|version| ProductChanged {
                product_id: id,
                category_id: Some(1),
                code: "SK-101".to_owned(),
                name: wardrobe("SK-101").name,
                version,
                media_ids: Vec::new(),
            })
        );
        assert!(fixture.harness.published::<StockChanged>().await.is_empty());
        assert_eq!(
            details(&fixture).await,
            [serde_json::json!({ "priceMinor": 90_000, "discountPercent": 20 })]
        );
    }

    #[tokio::test]
    async fn sets_stock_to_a_number_or_made_to_order() {
        let fixture = Fixture::start().await;
        let id = fixture.add(wardrobe("SK-101")).await;
        for (value, after) in [
            (stock_change::Value::Quantity(0), Some(0)),
            (stock_change::Value::MadeToOrder(true), None),
            (stock_change::Value::Quantity(7), Some(7)),
        ] {
            fixture
                .update(UpdateProductRequest {
                    stock: Some(stock(value)),
                    ..no_change()
                })
                .await
                .unwrap();
            assert_eq!(fixture.stock(id).await, after);
        }
        let published = fixture.harness.published::<StockChanged>().await;
        let quantities: Vec<_> = published
            .iter()
            .map(|event| event.quantities.get(&id).copied())
            .collect();
        assert_eq!(quantities, [Some(0), None, Some(7)]);
        // The product is new, becomes made to order, and is counted again.
        assert_eq!(fixture.harness.published::<ProductChanged>().await.len(), 3);
        assert_eq!(details(&fixture).await[1], serde_json::json!({ "stock": null }));
    }

    #[tokio::test]
    async fn changes_measures_and_showrooms() {
        let fixture = Fixture::start().await;
        let id = fixture.add(wardrobe("SK-101")).await;
        let stores = Stores {
            store_ids: vec!["01a2037c-0000-7000-8000-000000000002".to_owned()],
        };
        let after = fixture
            .update(UpdateProductRequest {
                measures: Some(measures(3000, 620, 2600)),
                shown_in: Some(stores.clone()),
                ..no_change()
            })
            .await
            .unwrap()
            .product
            .unwrap();
        let expected = Sizes {
            is_fixed: false,
            own: Some(measures(3000, 620, 2600)),
            usual: Some(usual([900, 3000], [450, 700], [1700, 2600])),
        };
        assert_eq!((after.sizes, &after.shown_in), (Some(expected), &Some(stores)));
        assert_eq!(after, fixture.product(id).await);
        let fixed = fixture
            .update(UpdateProductRequest {
                is_fixed: Some(true),
                shown_in: Some(Stores::default()),
                ..no_change()
            })
            .await
            .unwrap()
            .product
            .unwrap();
        let sizes = fixed.sizes.unwrap();
        assert_eq!(
            (sizes.is_fixed, sizes.own, sizes.usual),
            (true, expected.own, None)
        );
        assert_eq!(fixed.shown_in, Some(Stores::default()));
        assert_eq!(fixture.harness.published::<ProductChanged>().await.len(), 3);
        assert_eq!(
            details(&fixture).await,
            [
                serde_json::json!({
                    "measuresMm": [3000, 620, 2600],
                    "shownIn": ["01a2037c-0000-7000-8000-000000000002"],
                }),
                serde_json::json!({ "isFixed": true, "shownIn": [] }),
            ]
        );
    }

    #[tokio::test]
    async fn publishes_no_event_without_a_change() {
        let fixture = Fixture::start().await;
        fixture.add(wardrobe("SK-101")).await;
        fixture
            .update(UpdateProductRequest {
                stock: Some(stock(stock_change::Value::Quantity(10))),
                is_active: Some(true),
                ..no_change()
            })
            .await
            .unwrap();
        fixture.update(no_change()).await.unwrap();
        assert_eq!(fixture.harness.published::<ProductChanged>().await.len(), 1);
        assert!(fixture.harness.published::<StockChanged>().await.is_empty());
        assert_eq!(details(&fixture).await.len(), 2);
    }

    #[tokio::test]
    async fn returns_not_found_for_an_unknown_code() {
        let fixture = Fixture::start().await;
        let failure = fixture.update(no_change()).await.unwrap_err();
        assert_eq!(failure.code, Code::NotFound);
        assert_eq!(failure.reason, "PRODUCT.NOT_FOUND");
        assert!(details(&fixture).await.is_empty());
    }

    #[tokio::test]
    async fn rejects_callers_other_than_staff() {
        let fixture = Fixture::start().await;
        fixture.add(wardrobe("SK-101")).await;
        for caller in non_staff_callers() {
            let request = on_behalf_of(&caller, no_change());
            let failure = into_result(fixture.client.clone().update_product(request).await).unwrap_err();
            assert!(matches!(failure.code, Code::Unauthenticated | Code::Forbidden));
        }
        assert!(details(&fixture).await.is_empty());
    }

    #[test]
    fn names_all_invalid_fields() {
        let decode_with = |stock: StockChange| {
            decode(UpdateProductRequest {
                price_minor: Some(-1),
                discount_percent: Some(100),
                stock: Some(stock),
                measures: Some(measures(1, 100_001, 1)),
                shown_in: Some(Stores {
                    store_ids: vec![String::new()],
                }),
                ..no_change()
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
            let failure = decode_with(stock);
            let mut fields = fields(&failure);
            fields.sort_unstable();
            assert_eq!(
                fields,
                [
                    ("discount", "FIELD.OUT_OF_RANGE"),
                    ("price", "FIELD.OUT_OF_RANGE"),
                    ("shownIn", "FIELD.INVALID"),
                    ("sizes.own", "FIELD.OUT_OF_RANGE"),
                    ("stock", key)
                ]
            );
        }
    }
}
