//! The facts of a product in lists.

use kit::{domain::Language, vocabulary::ProtobufWord as _};
use proto::catalog::v1::DeskProductRow as Message;
use serde_json::{Value, json};

use crate::{
    convert::{self, Amount, Instant},
    desk::Member,
    people::{Names, Person},
    state::AppState,
    words::{AbsenceReason, LanguageCode},
};

/// Product in a list.
#[response]
#[derive(Debug, Clone)]
pub(crate) struct DeskProductRow {
    /// Product id.
    id: i64,
    /// Code.
    code: String,
    /// Name in the shop's default language.
    name: String,
    /// Azerbaijani name.
    name_az: String,
    /// Russian name; empty if it is missing.
    name_ru: String,
    /// English name; empty if it is missing.
    name_en: String,
    /// Category id.
    category_id: i32,
    /// AZN, before the discount.
    price: Amount,
    /// Whole percent.
    discount: u32,
    /// AZN.
    discounted_price: Amount,
    /// Pieces in stock; `null` = made to order.
    stock_quantity: Option<i64>,
    /// Pieces taken by orders that are being created.
    reserved: i64,
    /// First image.
    image_url: Option<String>,
    /// Whether staff shows it.
    is_active: bool,
    /// RFC 3339: time from which the shop shows it.
    show_at: Option<Instant>,
    /// RFC 3339: time until which the shop shows it.
    hide_at: Option<Instant>,
    /// Stock at which to reorder.
    reorder_at: Option<i64>,
    /// Languages without a missing text.
    complete_languages: Vec<LanguageCode>,
    /// Reasons that the shop does not show it; empty if it does.
    reasons: Vec<AbsenceReason>,
    /// Version of the record.
    version: i64,
    /// Author of the last change; `null` for the system.
    changed_by: Option<Person>,
    /// RFC 3339.
    changed_at: Option<Instant>,
}

impl DeskProductRow {
    /// The OpenAPI example.
    pub(super) fn example() -> Value {
        json!({
            "id": 1, "code": "SK-101", "name": "Oak wardrobe", "nameAz": "Palıd şkaf", "nameRu": "Шкаф из дуба",
            "nameEn": "Oak wardrobe", "categoryId": 1, "price": 1249.55, "discount": 12, "discountedPrice": 1099.60,
            "stockQuantity": 5, "reserved": 1, "imageUrl": "/images/products/sk-101/1-960.webp", "isActive": true,
            "showAt": null, "hideAt": null, "reorderAt": 2, "completeLanguages": ["az", "ru"], "reasons": [],
            "version": 9, "changedBy": Person::example(), "changedAt": "2026-11-23T10:14:00Z",
        })
    }

    /// Converts the facts of a product.
    pub(super) fn new(row: Message, names: &Names, language: Language) -> Self {
        let name = convert::localized(row.name);
        let reasons = row.reasons.iter().copied();
        let languages = row.complete_languages.into_iter();
        Self {
            id: row.product_id,
            code: row.code,
            name: convert::base_text(&name, language),
            name_az: name.az,
            name_ru: name.ru,
            name_en: name.en,
            category_id: row.category_id,
            price: convert::amount(row.price_minor),
            discount: row.discount_percent,
            discounted_price: convert::amount(row.discounted_price_minor),
            stock_quantity: row.stock_quantity,
            reserved: row.reserved_quantity,
            image_url: convert::non_empty(row.image_url),
            is_active: row.is_active,
            show_at: convert::moment(row.show_at),
            hide_at: convert::moment(row.hide_at),
            reorder_at: row.reorder_at,
            complete_languages: languages
                .filter_map(|number| Language::known(number).map(Into::into))
                .collect(),
            reasons: reasons.filter_map(AbsenceReason::of_optional_number).collect(),
            version: row.version,
            changed_by: names.person(&row.changed_by),
            changed_at: convert::moment(row.changed_at),
        }
    }
}

/// Returns the rows of products with the names of their people.
pub(in crate::routes::desk) async fn rows(
    state: &AppState,
    member: &Member,
    products: Vec<Message>,
) -> Vec<DeskProductRow> {
    let actors = products.iter().map(|row| row.changed_by.as_str());
    let names = state
        .desk
        .people
        .names(&state.clients, &member.caller, actors)
        .await;
    let rows = products.into_iter();
    rows.map(|row| DeskProductRow::new(row, &names, state.default_language))
        .collect()
}
