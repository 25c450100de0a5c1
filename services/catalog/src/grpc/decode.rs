//! Validation of the attributes of a product.

use kit::{
    convert::time,
    domain::{CategoryId, Money, Percent},
    failure::Failure,
    validation::{FieldErrors, INVALID, OUT_OF_RANGE, REQUIRED, TOO_LONG},
};
use proto::catalog::v1::{self as pb, CreateProductRequest};
use time::OffsetDateTime;

use super::passive;
use crate::{
    measures::Measures,
    patch::{MAX_ITEMS, is_slug, is_valid_stock},
    product::{Attributes, Image, Stock},
};

/// Maximum width and height of a picture, in pixels.
const MAX_PIXELS: u32 = 20_000;

/// Maximum length of a picture's path and of its placeholder, in bytes.
const MAX_IMAGE_TEXT: usize = 4096;

/// Validates a new product, created now unless the request says when.
pub(super) fn new_product(
    request: CreateProductRequest,
    now: OffsetDateTime,
) -> Result<(CategoryId, Attributes), Failure> {
    let mut errors = FieldErrors::default();
    let mut product = request
        .product
        .ok_or_else(|| Failure::invalid_field("product", REQUIRED))?;
    errors.ensure(is_code(&product.code), "code", INVALID);
    let category = product
        .category
        .take()
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
    let own = product.sizes.and_then(|sizes| sizes.own);
    let own = own.map(|own| decode_measures(&mut errors, own));
    let passive = passive::decode(&mut errors, &mut product);
    let localized = |field: &'static str| move |language: &str| format!("{field}.{language}");
    let attributes = Attributes {
        code: product.code,
        name: errors.localized::<1, 200>(product.name, localized("name")),
        description: errors.localized::<0, 5000>(product.description, localized("description")),
        measures: own.unwrap_or_else(|| Measures::parse_localized(&passive.external_measurement)),
        passive,
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

/// Whether a code such as `SK-101` consists of upper-case letters, digits and hyphens.
fn is_code(code: &str) -> bool {
    (1..=32).contains(&code.len())
        && code
            .bytes()
            .all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b'-')
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
    use prost_types::Timestamp;
    use proto::catalog::v1::{Product, Sizes, Stores};

    use super::*;
    use crate::testing::{create_request, fields, measures, text, usual, wardrobe};

    #[test]
    fn names_all_invalid_fields() {
        let now = OffsetDateTime::UNIX_EPOCH;
        let mut name = text("x");
        name.ru = " ".to_owned();
        let mut images = wardrobe("SK-1").images;
        images[0].url = "https://elsewhere.example/picture.svg".to_owned();
        let failure = new_product(
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
                materials: Some(text(&"x".repeat(501))),
                weight_grams: Some(10_000_001),
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
                ("materials.az", "FIELD.TOO_LONG"),
                ("materials.ru", "FIELD.TOO_LONG"),
                ("materials.en", "FIELD.TOO_LONG"),
                ("weightGrams", "FIELD.OUT_OF_RANGE"),
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
        let failure = new_product(CreateProductRequest { product: None }, now).unwrap_err();
        assert_eq!(fields(&failure), [("product", "FIELD.REQUIRED")]);
    }
}
