//! Staff: adds a product, or answers that its code is taken and changes nothing.

use kit::{
    caller::Caller,
    domain::{CategoryId, Money, Percent},
    failure::Failure,
};
use prost_types::Timestamp;
use proto::catalog::v1::{CreateProductRequest, CreateProductResponse, Image as WireImage};
use sqlx::PgConnection;
use time::OffsetDateTime;
use tonic::Request;

use super::{
    State,
    convert::moment,
    problems::{INVALID, OUT_OF_RANGE, Problems, REQUIRED, TOO_LONG},
};
use crate::{
    error::CatalogError,
    events,
    product::{Facts, Image, Stock},
    store,
};

/// The most pieces that staff may say are on hand.
pub(super) const MOST_PIECES: i64 = 1_000_000;

/// The most pictures or colours of a product.
const MOST_PARTS: usize = 40;

/// The widest or highest picture, in pixels.
const LARGEST_PICTURE: u32 = 20_000;

/// The longest address or placeholder of a picture, in bytes.
const LONGEST_PART: usize = 4096;

pub(super) async fn handle(
    state: &State,
    request: Request<CreateProductRequest>,
) -> Result<CreateProductResponse, Failure> {
    let actor = Caller::from_request(&request)?.require_staff()?;
    let (category, facts) = decode(request.into_inner(), OffsetDateTime::now_utc())?;
    let mut transaction = state.pool.begin().await?;
    if store::category::count(&mut transaction, category)
        .await?
        .is_none()
    {
        return Err(Failure::invalid_field("categoryId", "CATEGORY.NOT_FOUND"));
    }
    let answer = create(&mut transaction, category, &facts).await?;
    let detail = serde_json::json!({ "productId": answer.product_id, "created": answer.created });
    kit::audit::record(&mut transaction, &actor, "CreateProduct", &facts.code, detail).await?;
    transaction.commit().await?;
    Ok(answer)
}

async fn create(
    connection: &mut PgConnection,
    category: CategoryId,
    facts: &Facts,
) -> Result<CreateProductResponse, CatalogError> {
    let Some(product) = store::product::insert(connection, category, facts).await? else {
        let product = store::product::id_of(connection, &facts.code)
            .await?
            .ok_or(CatalogError::UnknownProduct)?;
        return Ok(CreateProductResponse {
            product_id: product.get(),
            created: false,
        });
    };
    if facts.is_active {
        store::search::mark_changed(connection, product).await?;
        store::category::count_one(connection, category, true).await?;
    }
    events::product_changed(connection, product).await?;
    Ok(CreateProductResponse {
        product_id: product.get(),
        created: true,
    })
}

fn decode(message: CreateProductRequest, now: OffsetDateTime) -> Result<(CategoryId, Facts), Failure> {
    let mut problems = Problems::default();
    let product = message
        .product
        .ok_or_else(|| Failure::invalid_field("product", REQUIRED))?;
    problems.check(is_code(&product.code), "code", INVALID);
    let category = product
        .category
        .and_then(|category| CategoryId::try_from(category.id).ok());
    problems.check(category.is_some(), "categoryId", REQUIRED);
    let stock = Stock::from(product.stock_quantity);
    problems.check(is_stock(stock), "stockQuantity", OUT_OF_RANGE);
    problems.check(product.popularity >= 0, "popularity", OUT_OF_RANGE);
    let rating_tenths = i16::try_from(product.rating_tenths)
        .ok()
        .filter(|tenths| *tenths <= 50);
    problems.check(rating_tenths.is_some(), "rating", OUT_OF_RANGE);
    let review_count = i32::try_from(product.review_count);
    let colors_are_slugs = product.colors.iter().all(|color| is_slug(color));
    problems.check(colors_are_slugs, "colors", INVALID);
    problems.check(product.colors.len() <= MOST_PARTS, "colors", TOO_LONG);
    problems.check(product.images.iter().all(is_image), "images", INVALID);
    problems.check(product.images.len() <= MOST_PARTS, "images", TOO_LONG);
    let facts = Facts {
        code: product.code,
        name: problems.text::<1, 200>(product.name, "name"),
        description: problems.text::<0, 5000>(product.description, "description"),
        external_measurement: problems.text::<0, 500>(product.external_measurement, "externalMeasurement"),
        internal_measurement: problems.text::<0, 500>(product.internal_measurement, "internalMeasurement"),
        features: problems.text::<0, 5000>(product.features, "features"),
        price: problems.take(
            Money::from_minor(product.price_minor),
            "price",
            OUT_OF_RANGE,
            Money::ZERO,
        ),
        discount: problems.take(
            Percent::try_from(product.discount_percent),
            "discount",
            OUT_OF_RANGE,
            Percent::ZERO,
        ),
        stock,
        is_active: product.is_active,
        created_at: problems.take(
            created_at(product.created_at.as_ref(), now),
            "createdAt",
            INVALID,
            now,
        ),
        popularity: product.popularity,
        rating_tenths: rating_tenths.unwrap_or_default(),
        review_count: problems.take(review_count, "reviewCount", OUT_OF_RANGE, 0),
        colors: product.colors,
        images: product.images.into_iter().map(Image::from).collect(),
    };
    problems.done()?;
    let category = category.ok_or_else(|| Failure::invalid_field("categoryId", REQUIRED))?;
    Ok((category, facts))
}

/// When the product was added: now, where nothing is said.
fn created_at(said: Option<&Timestamp>, now: OffsetDateTime) -> Result<OffsetDateTime, ()> {
    said.map_or(Ok(now), |said| moment(said).ok_or(()))
}

/// Whether a stock is within what the shop can have.
pub(super) const fn is_stock(stock: Stock) -> bool {
    match stock {
        Stock::MadeToOrder => true,
        Stock::Pieces(pieces) => pieces >= 0 && pieces <= MOST_PIECES,
    }
}

/// `SK-101`: capital letters, digits and hyphens.
fn is_code(code: &str) -> bool {
    (1..=32).contains(&code.len())
        && code
            .bytes()
            .all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b'-')
}

/// `smoked-oak`: small letters, digits and hyphens.
fn is_slug(slug: &str) -> bool {
    (1..=40).contains(&slug.len())
        && slug
            .bytes()
            .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-')
}

fn is_image(image: &WireImage) -> bool {
    let pixels = 1..=LARGEST_PICTURE;
    image.url.starts_with('/')
        && image.url.len() <= LONGEST_PART
        && image.placeholder.len() <= LONGEST_PART
        && pixels.contains(&image.width)
        && pixels.contains(&image.height)
        && (image.color.is_empty() || is_slug(&image.color))
}

#[cfg(test)]
mod tests {
    use kit::{failure::Code, grpc::client::on_behalf_of};
    use proto::catalog::v1::{Product, ProductChanged};

    use super::*;
    use crate::testing::{Fixture, answer, category, create as request, fields, not_staff, text, wardrobe};

    async fn create_as_staff(fixture: &Fixture, product: Product) -> Result<CreateProductResponse, Failure> {
        let request = on_behalf_of(&testkit::caller::staff(), request(product));
        answer(fixture.client.clone().create_product(request).await)
    }

    #[tokio::test]
    async fn adds_a_product_and_says_so() {
        let fixture = Fixture::start().await;
        let answer = create_as_staff(&fixture, wardrobe("SK-101")).await.unwrap();
        assert!(answer.created);
        let published = fixture.harness.published::<ProductChanged>().await;
        assert_eq!(
            published,
            [ProductChanged {
                product_id: answer.product_id
            }]
        );
        let audited: Vec<(String, String, String)> =
            sqlx::query_as("select actor, action, subject from audit")
                .fetch_all(fixture.harness.pool())
                .await
                .unwrap();
        assert_eq!(
            audited,
            [(
                "operator".to_owned(),
                "CreateProduct".to_owned(),
                "SK-101".to_owned()
            )]
        );
    }

    #[tokio::test]
    async fn a_taken_code_changes_nothing() {
        let fixture = Fixture::start().await;
        let id = fixture.add(wardrobe("SK-101")).await;
        let answer = create_as_staff(
            &fixture,
            Product {
                price_minor: 1,
                category: Some(category(2)),
                ..wardrobe("SK-101")
            },
        )
        .await
        .unwrap();
        assert_eq!((answer.product_id, answer.created), (id, false));
        let product = fixture.product(id).await;
        assert_eq!(product.price_minor, 124_955);
        assert_eq!(product.category.unwrap().product_count, 1);
        assert_eq!(fixture.harness.published::<ProductChanged>().await.len(), 1);
    }

    #[tokio::test]
    async fn one_code_at_once_from_many_is_one_product() {
        let fixture = Fixture::start().await;
        let tries = (0..16).map(|_| create_as_staff(&fixture, wardrobe("SK-101")));
        let answers: Vec<_> = futures::future::join_all(tries)
            .await
            .into_iter()
            .map(Result::unwrap)
            .collect();
        assert_eq!(answers.iter().filter(|answer| answer.created).count(), 1);
        assert!(
            answers
                .iter()
                .all(|answer| answer.product_id == answers[0].product_id)
        );
    }

    #[tokio::test]
    async fn without_a_date_it_was_added_now() {
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
    async fn an_unknown_category_is_named() {
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
    async fn only_staff_adds() {
        let fixture = Fixture::start().await;
        for caller in not_staff() {
            let request = on_behalf_of(&caller, request(wardrobe("SK-101")));
            let failure = answer(fixture.client.clone().create_product(request).await).unwrap_err();
            assert!(matches!(failure.code, Code::Unauthenticated | Code::Forbidden));
        }
    }

    #[test]
    fn all_that_is_wrong_is_named() {
        let now = OffsetDateTime::UNIX_EPOCH;
        let mut name = text("x");
        name.ru = " ".to_owned();
        let mut images = wardrobe("SK-1").images;
        images[0].url = "https://elsewhere.example/picture.svg".to_owned();
        let failure = decode(
            request(Product {
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
