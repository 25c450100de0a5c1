//! Creates a product, for staff; returns the existing product if the code exists.

use kit::{
    caller::{Actor, StaffCaller},
    change::{self, Effect},
    domain::CategoryId,
    failure::Failure,
};
use proto::catalog::v1::{CreateProductRequest, CreateProductResponse};
use sqlx::PgConnection;

use super::{State, decode::new_product};
use crate::{
    desk::{Cause, Fields, Settings},
    error::CatalogError,
    product::Attributes,
    save, store,
};

pub(super) async fn handle(
    state: &State,
    StaffCaller { actor, .. }: StaffCaller,
    request: CreateProductRequest,
) -> Result<CreateProductResponse, Failure> {
    let (category, attributes) = new_product(request, kit::clock::now())?;
    change::run(&state.pool, async |connection| {
        if store::category::count_products(connection, category)
            .await?
            .is_none()
        {
            return Err(Failure::invalid_field("categoryId", "CATEGORY.NOT_FOUND"));
        }
        let response = create(connection, &actor, category, &attributes).await?;
        let detail = serde_json::json!({ "productId": response.product_id, "created": response.created });
        Ok(Effect::audited(&actor, "CreateProduct", &attributes.code, detail).with(response))
    })
    .await
}

async fn create(
    connection: &mut PgConnection,
    actor: &Actor,
    category: CategoryId,
    attributes: &Attributes,
) -> Result<CreateProductResponse, Failure> {
    let settings = Settings {
        is_shown: attributes.is_active,
        ..Settings::default()
    };
    let fields = Fields {
        category,
        attributes: attributes.clone(),
        settings,
    };
    if let Some(product) = save::create(connection, fields, &Cause::staff(actor)).await? {
        return Ok(CreateProductResponse {
            product_id: product.id.get(),
            created: true,
        });
    }
    let product = store::product::find_id(connection, &attributes.code)
        .await?
        .ok_or(CatalogError::ProductNotFound)?;
    Ok(CreateProductResponse {
        product_id: product.get(),
        created: false,
    })
}

#[cfg(test)]
mod tests {
    use kit::{failure::Code, grpc::client::on_behalf_of};
    use proto::catalog::v1::{Measures, Product, ProductChanged, Sizes};

    use crate::testing::{
        Fixture, category, create_request, fields, into_result, measures, non_staff_callers, text, usual,
        wardrobe,
    };

    #[tokio::test]
    async fn creates_a_product_with_event_and_audit_entry() {
        let fixture = Fixture::start().await;
        let response = fixture.create(wardrobe("SK-101")).await.unwrap();
        assert!(response.created);
        let published = fixture.harness.published::<ProductChanged>().await;
        assert_eq!(
            published,
            [ProductChanged {
                product_id: response.product_id,
                category_id: Some(1),
                code: "SK-101".to_owned(),
                name: wardrobe("SK-101").name,
                version: 1,
                media_ids: Vec::new(),
            }]
        );
        let entries: Vec<(String, String, String)> =
            sqlx::query_as("select actor, action, subject from audit")
                .fetch_all(fixture.harness.pool())
                .await
                .unwrap();
        assert_eq!(
            entries,
            [(
                "operator".to_owned(),
                "CreateProduct".to_owned(),
                "SK-101".to_owned()
            )]
        );
    }

    #[tokio::test]
    async fn returns_the_existing_product_for_an_existing_code() {
        let fixture = Fixture::start().await;
        let id = fixture.add(wardrobe("SK-101")).await;
        let response = fixture
            .create(Product {
                price_minor: 1,
                category: Some(category(2)),
                ..wardrobe("SK-101")
            })
            .await
            .unwrap();
        assert_eq!((response.product_id, response.created), (id, false));
        let product = fixture.product(id).await;
        assert_eq!(product.price_minor, 124_955);
        assert_eq!(product.category.unwrap().product_count, 1);
        assert_eq!(fixture.harness.published::<ProductChanged>().await.len(), 1);
    }

    #[tokio::test]
    async fn parallel_requests_with_one_code_create_one_product() {
        let fixture = Fixture::start().await;
        let requests = (0..16).map(|_| fixture.create(wardrobe("SK-101")));
        let responses: Vec<_> = futures::future::join_all(requests)
            .await
            .into_iter()
            .map(Result::unwrap)
            .collect();
        assert_eq!(responses.iter().filter(|response| response.created).count(), 1);
        assert!(
            responses
                .iter()
                .all(|response| response.product_id == responses[0].product_id)
        );
    }

    #[tokio::test]
    async fn defaults_created_at_to_now() {
        let fixture = Fixture::start().await;
        let before = kit::clock::now().unix_timestamp();
        let id = fixture
            .add(Product {
                created_at: None,
                ..wardrobe("SK-101")
            })
            .await;
        assert!(fixture.product(id).await.created_at.unwrap().seconds >= before);
    }

    /// Returns the measures of a product that is created without any, in a category and with a text of its measures.
    async fn sizes_from_text(fixture: &Fixture, code: &str, category_id: i32, measurement: &str) -> Sizes {
        let id = fixture
            .add(Product {
                category: Some(category(category_id)),
                external_measurement: Some(text(measurement)),
                sizes: None,
                ..wardrobe(code)
            })
            .await;
        fixture.product(id).await.sizes.unwrap()
    }

    #[tokio::test]
    async fn reads_missing_measures_from_the_text_and_limits_from_the_category() {
        let fixture = Fixture::start().await;
        assert_eq!(
            sizes_from_text(&fixture, "SK-109", 1, "105 × 105 × 220 sm").await,
            Sizes {
                is_fixed: false,
                own: Some(measures(1050, 1050, 2200)),
                usual: Some(usual([400, 4000], [300, 1050], [800, 3000])),
            }
        );
        assert_eq!(
            sizes_from_text(&fixture, "MT-1", 2, "on request").await,
            Sizes {
                is_fixed: false,
                own: None,
                usual: Some(usual([1200, 6000], [500, 4000], [800, 3000])),
            }
        );
        assert_eq!(
            sizes_from_text(&fixture, "BR-310", 3, "7,6 × 6 × 0,6 sm").await,
            Sizes {
                is_fixed: false,
                own: Some(measures(76, 60, 6)),
                usual: Some(usual([76, 6000], [60, 4000], [6, 3500])),
            }
        );
    }

    #[tokio::test]
    async fn migration_reads_the_same_measures_as_the_service() {
        let fixture = Fixture::start().await;
        let mut ids = Vec::new();
        for (number, measurement) in [
            "150 × 60 × 210 sm",
            " 7,6x6 × 0.6cm",
            "0 × 60 × 210 cm",
            "15000 × 60 × 210 cm",
            "150 × 60 × 210 m",
            "",
        ]
        .into_iter()
        .enumerate()
        {
            let mut external_measurement = text("");
            external_measurement.ru = measurement.to_owned();
            let product = Product {
                external_measurement: Some(external_measurement),
                sizes: None,
                ..wardrobe(&format!("SK-{number}"))
            };
            ids.push(fixture.add(product).await);
        }
        let before: Vec<_> = measures_of(&fixture, &ids).await;
        assert_eq!(before.iter().filter(|own| own.is_some()).count(), 2);
        sqlx::query("update product set width_mm = null, depth_mm = null, height_mm = null")
            .execute(fixture.harness.pool())
            .await
            .unwrap();
        sqlx::raw_sql(include_str!("../../migrations/0005_measures_of_products.sql"))
            .execute(fixture.harness.pool())
            .await
            .unwrap();
        assert_eq!(measures_of(&fixture, &ids).await, before);
    }

    #[tokio::test]
    async fn migration_keeps_existing_joints_in_their_own_measures() {
        let fixture = Fixture::start().await;
        let add = async |code: &str, category_id: i32| {
            let product = Product {
                category: Some(category(category_id)),
                ..wardrobe(code)
            };
            fixture.add(product).await
        };
        let (joint, other) = (add("BR-301", 3).await, add("SK-101", 1).await);
        sqlx::raw_sql(include_str!("../../migrations/0015_furniture_of_any_size.sql"))
            .execute(fixture.harness.pool())
            .await
            .unwrap();
        let bench = add("BG-401", 3).await;
        for (id, is_fixed) in [(joint, true), (other, false), (bench, false)] {
            assert_eq!(
                fixture.product(id).await.sizes.unwrap().is_fixed,
                is_fixed,
                "{id}"
            );
        }
    }

    async fn measures_of(fixture: &Fixture, ids: &[i64]) -> Vec<Option<Measures>> {
        let mut measures = Vec::new();
        for id in ids {
            measures.push(fixture.product(*id).await.sizes.unwrap().own);
        }
        measures
    }

    #[tokio::test]
    async fn rejects_an_unknown_category() {
        let fixture = Fixture::start().await;
        let failure = fixture
            .create(Product {
                category: Some(category(4)),
                ..wardrobe("SK-101")
            })
            .await
            .unwrap_err();
        assert_eq!(failure.code, Code::Invalid);
        assert_eq!(fields(&failure), [("categoryId", "CATEGORY.NOT_FOUND")]);
    }

    #[tokio::test]
    async fn rejects_callers_other_than_staff() {
        let fixture = Fixture::start().await;
        for caller in non_staff_callers() {
            let request = on_behalf_of(&caller, create_request(wardrobe("SK-101")));
            let failure = into_result(fixture.client.clone().create_product(request).await).unwrap_err();
            assert!(matches!(failure.code, Code::Unauthenticated | Code::Forbidden));
        }
    }
}
