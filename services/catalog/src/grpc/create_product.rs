//! Creates a product, for staff; returns the existing product if the code exists.

use kit::{
    caller::Caller,
    convert::time,
    domain::{CategoryId, Money, Percent},
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
    product::{Attributes, Image, Stock},
    store,
};

/// Maximum stock of a product, in pieces.
const MAX_STOCK: i64 = 1_000_000;

/// Maximum number of pictures, and of colours, of a product.
const MAX_ITEMS: usize = 40;

/// Maximum width and height of a picture, in pixels.
const MAX_PIXELS: u32 = 20_000;

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
        store::search::mark_changed(connection, product).await?;
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
    let localized = |field: &'static str| move |language: &str| format!("{field}.{language}");
    let attributes = Attributes {
        code: product.code,
        name: errors.localized::<1, 200>(product.name, localized("name")),
        description: errors.localized::<0, 5000>(product.description, localized("description")),
        external_measurement: errors
            .localized::<0, 500>(product.external_measurement, localized("externalMeasurement")),
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
fn is_slug(slug: &str) -> bool {
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
    use proto::catalog::v1::{Product, ProductChanged};

    use super::*;
    use crate::testing::{
        Fixture, category, create_request, fields, into_result, non_staff_callers, text, wardrobe,
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
