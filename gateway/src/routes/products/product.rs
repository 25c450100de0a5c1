//! JSON of products.

use kit::domain::{Language, LocalizedText, Percent};
use proto::catalog::v1 as catalog;
use serde::Serialize;
use serde_json::{Number, Value, json};
use utoipa::ToSchema;

use super::facts::Facts;
use crate::{convert, routes::image::Image};

/// Product. Base texts are in the default language.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Product {
    /// Positive integer.
    id: i64,
    /// Product code of the manufacturer.
    code: String,
    name: String,
    name_az: String,
    name_ru: String,
    name_en: String,
    description: String,
    description_az: String,
    description_ru: String,
    description_en: String,
    /// Price before discounts, in AZN.
    #[schema(value_type = f64)]
    price: Number,
    /// Discount in whole percent; 0 if none.
    discount: u32,
    /// Personal discount of the customer in whole percent, applied instead of `discount`; null if none.
    #[schema(required)]
    user_specific_discount: Option<u8>,
    category_id: i32,
    category_name: String,
    category_name_az: String,
    category_name_ru: String,
    category_name_en: String,
    is_active: bool,
    external_measurement: String,
    external_measurement_az: String,
    external_measurement_ru: String,
    external_measurement_en: String,
    internal_measurement: String,
    internal_measurement_az: String,
    internal_measurement_ru: String,
    internal_measurement_en: String,
    /// One feature per line.
    features: String,
    features_az: String,
    features_ru: String,
    features_en: String,
    /// Pieces in stock; null if made to order.
    #[schema(required)]
    stock_quantity: Option<i64>,
    /// Same value as `stockQuantity`.
    #[schema(required)]
    stock: Option<i64>,
    /// RFC 3339 timestamp in UTC.
    #[schema(format = DateTime)]
    created_at: String,
    popularity: i64,
    /// Rating in stars, 0 to 5.
    #[schema(value_type = f64)]
    rating: Number,
    review_count: u32,
    /// Slugs of the color palette.
    colors: Vec<String>,
    /// Product images, full view first.
    images: Vec<Image>,
    #[serde(flatten)]
    #[schema(value_type = Facts)]
    facts: Option<Facts>,
}

impl Product {
    /// Creates the product with its measures, its front and its showrooms, which lists leave out.
    pub(crate) fn with_facts(
        mut product: catalog::Product,
        default: Language,
        user_discount: Percent,
    ) -> Self {
        Self {
            facts: Some(Facts::take(&mut product)),
            ..Self::new(product, default, user_discount)
        }
    }

    /// Creates the product with a user's own discount.
    pub(crate) fn new(product: catalog::Product, default: Language, user_discount: Percent) -> Self {
        let category = product.category.unwrap_or_default();
        let category_name = convert::localized(category.name);
        let name = convert::localized(product.name);
        let description = convert::localized(product.description);
        let external = convert::localized(product.external_measurement);
        let internal = convert::localized(product.internal_measurement);
        let features = convert::localized(product.features);
        let base = |text: &LocalizedText| convert::base_text(text, default);
        Self {
            id: product.id,
            code: product.code,
            name: base(&name),
            name_az: name.az,
            name_ru: name.ru,
            name_en: name.en,
            description: base(&description),
            description_az: description.az,
            description_ru: description.ru,
            description_en: description.en,
            price: convert::amount(product.price_minor),
            discount: product.discount_percent,
            user_specific_discount: convert::user_discount(user_discount),
            category_id: category.id,
            category_name: base(&category_name),
            category_name_az: category_name.az,
            category_name_ru: category_name.ru,
            category_name_en: category_name.en,
            is_active: product.is_active,
            external_measurement: base(&external),
            external_measurement_az: external.az,
            external_measurement_ru: external.ru,
            external_measurement_en: external.en,
            internal_measurement: base(&internal),
            internal_measurement_az: internal.az,
            internal_measurement_ru: internal.ru,
            internal_measurement_en: internal.en,
            features: base(&features),
            features_az: features.az,
            features_ru: features.ru,
            features_en: features.en,
            stock_quantity: product.stock_quantity,
            stock: product.stock_quantity,
            created_at: convert::precise(product.created_at),
            popularity: product.popularity,
            rating: tenths(product.rating_tenths),
            review_count: product.review_count,
            colors: product.colors,
            images: product.images.into_iter().map(Image::from).collect(),
            facts: None,
        }
    }

    /// The OpenAPI example of a single product.
    pub(crate) fn example_with_facts() -> Value {
        let mut product = Self::example();
        if let (Value::Object(product), Value::Object(facts)) = (&mut product, Facts::example()) {
            product.extend(facts);
        }
        product
    }

    /// The OpenAPI example of a product in a list.
    pub(crate) fn example() -> Value {
        json!({
            "id": 1, "code": "SK-101",
            "name": "Oak wardrobe, three doors", "nameAz": "Palıd şkaf, üç qapılı",
            "nameRu": "Шкаф дубовый, три двери", "nameEn": "Oak wardrobe, three doors",
            "description": "Doors of solid oak, two deep drawers.",
            "descriptionAz": "Bütöv palıddan qapılar, iki dərin siyirmə.",
            "descriptionRu": "Двери из массива дуба, два глубоких ящика.",
            "descriptionEn": "Doors of solid oak, two deep drawers.",
            "price": 1249.55, "discount": 15, "userSpecificDiscount": null,
            "categoryId": 1, "categoryName": "Wardrobes",
            "categoryNameAz": "Şkaflar", "categoryNameRu": "Шкафы", "categoryNameEn": "Wardrobes",
            "isActive": true,
            "externalMeasurement": "150 × 60 × 210 cm", "externalMeasurementAz": "150 × 60 × 210 sm",
            "externalMeasurementRu": "150 × 60 × 210 см", "externalMeasurementEn": "150 × 60 × 210 cm",
            "internalMeasurement": "Drawer: 69 × 52 × 36 cm", "internalMeasurementAz": "Siyirmə: 69 × 52 × 36 sm",
            "internalMeasurementRu": "Ящик: 69 × 52 × 36 см", "internalMeasurementEn": "Drawer: 69 × 52 × 36 cm",
            "features": "Solid wood, 22 mm", "featuresAz": "Bütöv ağac, 22 mm",
            "featuresRu": "Массив 22 мм", "featuresEn": "Solid wood, 22 mm",
            "stockQuantity": 6, "stock": 6, "createdAt": "2026-11-20T10:00:00Z",
            "popularity": 184, "rating": 4.6, "reviewCount": 12, "colors": ["oak", "walnut"],
            "images": [{"imageUrl": "/images/products/sk-101/1-960.webp", "width": 960, "height": 1200,
                "color": null, "placeholder": "#E7E2D8"}],
        })
    }
}

fn tenths(tenths: u32) -> Number {
    Number::from_f64(f64::from(tenths) / 10.0).unwrap_or_else(|| 0.into())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::testing;

    #[test]
    fn serializes_exactly_the_public_fields() {
        let product = Product::new(testing::product(7), Language::Ru, Percent::ZERO);
        let json = serde_json::to_value(product).unwrap();
        let names: BTreeSet<_> = json.as_object().unwrap().keys().map(String::as_str).collect();
        let mut expected = BTreeSet::from([
            "id",
            "code",
            "price",
            "discount",
            "userSpecificDiscount",
            "categoryId",
            "isActive",
            "stockQuantity",
            "stock",
            "createdAt",
            "popularity",
            "rating",
            "reviewCount",
            "colors",
            "images",
        ]);
        let texts = [
            ["name", "nameAz", "nameRu", "nameEn"],
            ["description", "descriptionAz", "descriptionRu", "descriptionEn"],
            [
                "categoryName",
                "categoryNameAz",
                "categoryNameRu",
                "categoryNameEn",
            ],
            [
                "externalMeasurement",
                "externalMeasurementAz",
                "externalMeasurementRu",
                "externalMeasurementEn",
            ],
            [
                "internalMeasurement",
                "internalMeasurementAz",
                "internalMeasurementRu",
                "internalMeasurementEn",
            ],
            ["features", "featuresAz", "featuresRu", "featuresEn"],
        ];
        expected.extend(texts.into_iter().flatten());
        assert_eq!(names, expected);
        assert_eq!(json["name"], json["nameRu"]);
        assert_eq!(json["price"], json!(1249.55));
        assert_eq!(json["rating"], json!(4.5));
        assert_eq!(json["userSpecificDiscount"], json!(null));
        assert_eq!(
            json["images"][0],
            json!({"imageUrl": "/images/products/sk-7/1-960.webp", "width": 960, "height": 1200, "color": null, "placeholder": "#E7E2D8"})
        );
    }

    #[test]
    fn single_products_have_facts() {
        let names = |product| {
            let json = serde_json::to_value(product).unwrap();
            json.as_object().unwrap().keys().cloned().collect::<BTreeSet<_>>()
        };
        let Value::Object(facts) = Facts::example() else {
            panic!("an object")
        };
        let in_list = names(Product::new(testing::product(7), Language::En, Percent::ZERO));
        let single = names(Product::with_facts(
            testing::product(7),
            Language::En,
            Percent::ZERO,
        ));
        assert!(single.is_superset(&in_list));
        let added: BTreeSet<_> = single.difference(&in_list).collect();
        assert_eq!(added, facts.keys().collect());
    }

    #[test]
    fn products_made_to_order_have_no_stock() {
        let mut product = testing::product(7);
        product.stock_quantity = None;
        let json = serde_json::to_value(Product::new(product, Language::En, Percent::ZERO)).unwrap();
        assert_eq!(
            (&json["stockQuantity"], &json["stock"]),
            (&json!(null), &json!(null))
        );
    }

    #[test]
    fn has_both_the_products_and_the_users_discount() {
        let discount = Percent::try_from(12_u32).unwrap();
        let json = serde_json::to_value(Product::new(testing::product(7), Language::En, discount)).unwrap();
        assert_eq!(
            (&json["discount"], &json["userSpecificDiscount"]),
            (&json!(15), &json!(12))
        );
    }
}
