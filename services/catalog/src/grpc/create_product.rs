//! Creates a product, for staff; returns the existing product if the code exists.

use kit::{
    caller::Caller,
    convert::time,
    domain::{CategoryId, InvalidId, Money, Percent, StoreId},
    failure::Failure,
    staff::Permission,
    validation::{FieldErrors, INVALID, OUT_OF_RANGE, REQUIRED, TOO_LONG},
};
use proto::catalog::v1 as pb;
use proto::catalog::v1::{CreateProductRequest, CreateProductResponse};
use sqlx::PgConnection;
use time::OffsetDateTime;
use tonic::Request;

use super::State;
use crate::{
    error::CatalogError,
    events,
    measures::{Measures, UsualMeasures},
    product::{Attributes, Front, Image, Stock},
    store,
};

/// Maximum stock of a product, in pieces.
const MAX_STOCK: i64 = 1_000_000;

/// Maximum number of pictures, and of colours, of a product.
pub(super) const MAX_ITEMS: usize = 40;

/// Maximum width and height of a picture, in pixels.
const MAX_PIXELS: u32 = 20_000;

/// Maximum number of stores that show a product.
const MAX_STORES: usize = 100;

/// Maximum length of a picture's path and of its placeholder, in bytes.
const MAX_IMAGE_TEXT: usize = 4096;

pub(super) async fn handle(
    state: &State,
    request: Request<CreateProductRequest>,
) -> Result<CreateProductResponse, Failure> {
    let actor = Caller::from_request(&request)?.require_permission(Permission::ProductsText)?;
    let (category, attributes) = decode(request.into_inner(), OffsetDateTime::now_utc())?;
    let mut transaction = kit::database::begin(&state.pool).await?;
    if store::category::count_products(&mut transaction, category)
        .await?
        .is_none()
    {
        return Err(Failure::invalid_field("categoryId", "CATEGORY.NOT_FOUND"));
    }
    let response = create(&mut transaction, category, &attributes).await?;
    let detail = serde_json::json!({ "productId": response.product_id, "created": response.created });
    kit::audit::record(
        &mut transaction,
        &actor,
        "CreateProduct",
        &attributes.code,
        detail,
    )
    .await?;
    transaction.commit().await?;
    Ok(response)
}

async fn create(
    connection: &mut PgConnection,
    category: CategoryId,
    attributes: &Attributes,
) -> Result<CreateProductResponse, Failure> {
    let Some(product) = store::product::insert(connection, category, attributes).await? else {
        let product = store::product::find_id(connection, &attributes.code)
            .await?
            .ok_or(CatalogError::ProductNotFound)?;
        return Ok(CreateProductResponse {
            product_id: product.get(),
            created: false,
        });
    };
    if attributes.is_active {
        store::search::mark_changed(connection, &[product]).await?;
        store::category::adjust_count(connection, category, true).await?;
    }
    events::product_changed(connection, product, category).await?;
    Ok(CreateProductResponse {
        product_id: product.get(),
        created: true,
    })
}

fn decode(request: CreateProductRequest, now: OffsetDateTime) -> Result<(CategoryId, Attributes), Failure> {
    let mut errors = FieldErrors::default();
    let product = request
        .product
        .ok_or_else(|| Failure::invalid_field("product", REQUIRED))?;
    errors.ensure(is_code(&product.code), "code", INVALID);
    let category = product
        .category
        .ok_or(REQUIRED)
        .and_then(|category| CategoryId::try_from(category.id).map_err(|_| REQUIRED));
    let category = errors.check("categoryId", category);
    let stock = Stock::from(product.stock_quantity);
    errors.ensure(is_valid_stock(stock), "stockQuantity", OUT_OF_RANGE);
    errors.ensure(product.popularity >= 0, "popularity", OUT_OF_RANGE);
    let rating_tenths = i16::try_from(product.rating_tenths)
        .ok()
        .filter(|tenths| *tenths <= 50)
        .ok_or(OUT_OF_RANGE);
    let rating_tenths = errors.check("rating", rating_tenths);
    errors.ensure(
        product.colors.iter().all(|color| is_slug(color)),
        "colors",
        INVALID,
    );
    errors.ensure(product.colors.len() <= MAX_ITEMS, "colors", TOO_LONG);
    errors.ensure(product.images.iter().all(is_valid_image), "images", INVALID);
    errors.ensure(product.images.len() <= MAX_ITEMS, "images", TOO_LONG);
    let sizes = product.sizes.unwrap_or_default();
    let own = sizes.own.map(|own| decode_measures(&mut errors, own));
    let usual = sizes.usual.map(UsualMeasures::try_from).transpose();
    let usual = errors
        .check("sizes.usual", usual.map_err(|_| OUT_OF_RANGE))
        .flatten();
    let front = product.front.map(Front::try_from).transpose();
    let front = errors.check("front", front.map_err(|_| INVALID)).flatten();
    let shown_in = product
        .shown_in
        .and_then(|stores| decode_stores(&mut errors, &stores));
    let localized = |field: &'static str| move |language: &str| format!("{field}.{language}");
    let external_measurement =
        errors.localized::<0, 500>(product.external_measurement, localized("externalMeasurement"));
    let attributes = Attributes {
        code: product.code,
        name: errors.localized::<1, 200>(product.name, localized("name")),
        description: errors.localized::<0, 5000>(product.description, localized("description")),
        measures: own.unwrap_or_else(|| Measures::parse_localized(&external_measurement)),
        is_fixed: sizes.is_fixed,
        usual,
        front,
        shown_in,
        external_measurement,
        internal_measurement: errors
            .localized::<0, 500>(product.internal_measurement, localized("internalMeasurement")),
        features: errors.localized::<0, 5000>(product.features, localized("features")),
        price: errors
            .check(
                "price",
                Money::from_minor(product.price_minor).map_err(|_| OUT_OF_RANGE),
            )
            .unwrap_or_default(),
        discount: errors
            .check(
                "discount",
                Percent::try_from(product.discount_percent).map_err(|_| OUT_OF_RANGE),
            )
            .unwrap_or_default(),
        stock,
        is_active: product.is_active,
        created_at: product
            .created_at
            .and_then(|created_at| errors.check("createdAt", time(&created_at).ok_or(INVALID)))
            .unwrap_or(now),
        popularity: product.popularity,
        rating_tenths: rating_tenths.unwrap_or_default(),
        review_count: errors
            .check(
                "reviewCount",
                i32::try_from(product.review_count).map_err(|_| OUT_OF_RANGE),
            )
            .unwrap_or_default(),
        colors: product.colors,
        images: product.images.into_iter().map(Image::from).collect(),
    };
    errors.finish(category.map(|category| (category, attributes)))
}

/// Validates the own measures.
pub(super) fn decode_measures(errors: &mut FieldErrors, measures: pb::Measures) -> Option<Measures> {
    errors.check(
        "sizes.own",
        Measures::try_from(measures).map_err(|_| OUT_OF_RANGE),
    )
}

/// Validates the stores that show a product.
pub(super) fn decode_stores(errors: &mut FieldErrors, stores: &pb::Stores) -> Option<Vec<StoreId>> {
    errors.ensure(stores.store_ids.len() <= MAX_STORES, "shownIn", TOO_LONG);
    let ids: Result<_, _> = stores.store_ids.iter().map(|id| id.parse()).collect();
    errors.check("shownIn", ids.map_err(|_: InvalidId| INVALID))
}

/// Whether a stock is within its bounds.
pub(super) const fn is_valid_stock(stock: Stock) -> bool {
    match stock {
        Stock::MadeToOrder => true,
        Stock::Pieces(pieces) => pieces >= 0 && pieces <= MAX_STOCK,
    }
}

/// Whether a code such as `SK-101` consists of upper-case letters, digits and hyphens.
fn is_code(code: &str) -> bool {
    (1..=32).contains(&code.len())
        && code
            .bytes()
            .all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b'-')
}

/// Whether a slug such as `smoked-oak` consists of lower-case letters, digits and hyphens.
pub(super) fn is_slug(slug: &str) -> bool {
    (1..=40).contains(&slug.len())
        && slug
            .bytes()
            .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-')
}

fn is_valid_image(image: &pb::Image) -> bool {
    let pixels = 1..=MAX_PIXELS;
    image.url.starts_with('/')
        && image.url.len() <= MAX_IMAGE_TEXT
        && image.placeholder.len() <= MAX_IMAGE_TEXT
        && pixels.contains(&image.width)
        && pixels.contains(&image.height)
        && (image.color.is_empty() || is_slug(&image.color))
}

#[cfg(test)]
mod tests {
    use kit::{failure::Code, grpc::client::on_behalf_of};
    use prost_types::Timestamp;
    use proto::catalog::v1::{Product, ProductChanged, Sizes, Stores};

    use super::*;
    use crate::testing::{
        Fixture, category, create_request, fields, into_result, measures, non_staff_callers, text, usual,
        wardrobe,
    };

    async fn create_as_staff(fixture: &Fixture, product: Product) -> Result<CreateProductResponse, Failure> {
        let request = on_behalf_of(&testkit::caller::staff(), create_request(product));
        into_result(fixture.client.clone().create_product(request).await)
    }

    #[tokio::test]
    async fn creates_a_product_with_event_and_audit_entry() {
        let fixture = Fixture::start().await;
        let response = create_as_staff(&fixture, wardrobe("SK-101")).await.unwrap();
        assert!(response.created);
        let published = fixture.harness.published::<ProductChanged>().await;
        assert_eq!(
            published,
            [ProductChanged {
                product_id: response.product_id,
                category_id: Some(1),
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
        let response = create_as_staff(
            &fixture,
            Product {
                price_minor: 1,
                category: Some(category(2)),
                ..wardrobe("SK-101")
            },
        )
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
        let requests = (0..16).map(|_| create_as_staff(&fixture, wardrobe("SK-101")));
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
        let before = OffsetDateTime::now_utc().unix_timestamp();
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
                is_fixed: true,
                own: Some(measures(76, 60, 6)),
                usual: None,
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

    async fn measures_of(fixture: &Fixture, ids: &[i64]) -> Vec<Option<pb::Measures>> {
        let mut measures = Vec::new();
        for id in ids {
            measures.push(fixture.product(*id).await.sizes.unwrap().own);
        }
        measures
    }

    #[tokio::test]
    async fn rejects_an_unknown_category() {
        let fixture = Fixture::start().await;
        let failure = create_as_staff(
            &fixture,
            Product {
                category: Some(category(4)),
                ..wardrobe("SK-101")
            },
        )
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

    #[test]
    fn names_all_invalid_fields() {
        let now = OffsetDateTime::UNIX_EPOCH;
        let mut name = text("x");
        name.ru = " ".to_owned();
        let mut images = wardrobe("SK-1").images;
        images[0].url = "https://elsewhere.example/picture.svg".to_owned();
        let failure = decode(
            create_request(Product {
                code: "sk 1".to_owned(),
                name: Some(name),
                description: Some(text(&"x".repeat(5001))),
                price_minor: -1,
                discount_percent: 100,
                category: None,
                stock_quantity: Some(-1),
                popularity: -1,
                rating_tenths: 51,
                review_count: u32::MAX,
                colors: vec!["Dark Oak".to_owned()],
                images,
                sizes: Some(Sizes {
                    is_fixed: false,
                    own: Some(measures(0, 1, 1)),
                    usual: Some(usual([2, 1], [1, 1], [1, 1])),
                }),
                front: Some(pb::Front::default()),
                shown_in: Some(Stores {
                    store_ids: vec!["nizami".to_owned()],
                }),
                created_at: Some(Timestamp {
                    seconds: i64::MAX,
                    nanos: 0,
                }),
                ..wardrobe("SK-1")
            }),
            now,
        )
        .unwrap_err();
        assert_eq!(
            fields(&failure),
            [
                ("code", "FIELD.INVALID"),
                ("categoryId", "FIELD.REQUIRED"),
                ("stockQuantity", "FIELD.OUT_OF_RANGE"),
                ("popularity", "FIELD.OUT_OF_RANGE"),
                ("rating", "FIELD.OUT_OF_RANGE"),
                ("colors", "FIELD.INVALID"),
                ("images", "FIELD.INVALID"),
                ("sizes.own", "FIELD.OUT_OF_RANGE"),
                ("sizes.usual", "FIELD.OUT_OF_RANGE"),
                ("front", "FIELD.INVALID"),
                ("shownIn", "FIELD.INVALID"),
                ("name.ru", "FIELD.REQUIRED"),
                ("description.az", "FIELD.TOO_LONG"),
                ("description.ru", "FIELD.TOO_LONG"),
                ("description.en", "FIELD.TOO_LONG"),
                ("price", "FIELD.OUT_OF_RANGE"),
                ("discount", "FIELD.OUT_OF_RANGE"),
                ("createdAt", "FIELD.INVALID"),
                ("reviewCount", "FIELD.OUT_OF_RANGE"),
            ]
        );
        let failure = decode(CreateProductRequest { product: None }, now).unwrap_err();
        assert_eq!(fields(&failure), [("product", "FIELD.REQUIRED")]);
    }
}
