//! A product as a record.

use std::collections::BTreeMap;

use kit::failure::{Code, Failure};
use proto::{
    catalog::v1::{self as wire, DeskProduct as Message, GetDeskProductRequest},
    content::v1 as content,
};
use serde_json::{Value, json};

use super::row::DeskProductRow;
use crate::{
    convert::{self, Amount, Instant},
    desk::{Member, is_stale, present_on_conflict},
    envelope::Envelope,
    error::ApiResult,
    people::{Names, Person},
    state::AppState,
};

/// The middle of an image, percent.
const CENTRE: u32 = 50;

/// Product with its texts, pictures and prices.
#[response]
#[derive(Debug, Clone)]
pub(crate) struct DeskProduct {
    #[serde(flatten)]
    row: DeskProductRow,
    /// Description.
    description_az: String,
    /// Description; empty if it is missing.
    description_ru: String,
    /// Description; empty if it is missing.
    description_en: String,
    /// Features, one per line.
    features_az: String,
    /// Features; empty if they are missing.
    features_ru: String,
    /// Features; empty if they are missing.
    features_en: String,
    /// External dimensions.
    external_measurement_az: String,
    /// External dimensions; empty if they are missing.
    external_measurement_ru: String,
    /// External dimensions; empty if they are missing.
    external_measurement_en: String,
    /// Internal dimensions.
    internal_measurement_az: String,
    /// Internal dimensions; empty if they are missing.
    internal_measurement_ru: String,
    /// Internal dimensions; empty if they are missing.
    internal_measurement_en: String,
    /// Materials, one per line.
    materials_az: String,
    /// Materials, one per line; empty if they are missing.
    materials_ru: String,
    /// Materials, one per line; empty if they are missing.
    materials_en: String,
    /// Care, one advice per line.
    care_az: String,
    /// Care, one advice per line; empty if they are missing.
    care_ru: String,
    /// Care, one advice per line; empty if they are missing.
    care_en: String,
    /// Contents of its boxes, one part per line.
    box_contents_az: String,
    /// Contents of its boxes, one part per line; empty if they are missing.
    box_contents_ru: String,
    /// Contents of its boxes, one part per line; empty if they are missing.
    box_contents_en: String,
    /// Grams with its boxes; `null` if unknown.
    weight_grams: Option<u32>,
    /// Code of a design like it, from which a shopper designs an own one; `null` if there is none.
    design_code: Option<String>,
    /// The price before the present one; `null` if it never changed.
    previous_price: Option<PreviousPrice>,
    /// Whether it is made to order.
    is_made_to_order: bool,
    /// Pieces sold within 30 days.
    sold_in_30_days: i64,
    /// Colour slugs.
    colors: Vec<String>,
    /// Images; the first shows the whole product.
    images: Vec<DeskImage>,
    related: Related,
    /// Missing texts by language, such as `features`.
    missing: BTreeMap<&'static str, Vec<String>>,
    /// Translations whose source changed since.
    stale: Vec<StaleText>,
    /// RFC 3339.
    created_at: Option<Instant>,
}

/// The price before the present one.
#[response]
#[derive(Debug, Clone)]
pub(crate) struct PreviousPrice {
    /// AZN, before the discount.
    price: Amount,
    /// Whole percent.
    discount: u32,
    /// AZN.
    discounted_price: Amount,
    /// RFC 3339.
    until: Option<Instant>,
}

/// Image of a product.
#[response]
#[derive(Debug, Clone)]
pub(crate) struct DeskImage {
    /// Id of the media whose size it is; `null` for a picture of the shop's build.
    media_id: Option<String>,
    /// Path.
    image_url: String,
    /// Pixels.
    width: u32,
    /// Pixels.
    height: u32,
    /// Colour slug; `null` = all colours.
    color: Option<String>,
    /// A colour or small data URI shown while it loads.
    placeholder: String,
    /// Alternative text.
    alt_az: String,
    /// Alternative text.
    alt_ru: String,
    /// Alternative text.
    alt_en: String,
    /// Focal point from the left, percent.
    focus_x: u32,
    /// Focal point from the top, percent.
    focus_y: u32,
}

impl From<wire::DeskImage> for DeskImage {
    fn from(message: wire::DeskImage) -> Self {
        let image = message.image.unwrap_or_default();
        let alt = convert::localized(message.alt);
        Self {
            media_id: convert::non_empty(message.media_id),
            image_url: image.url,
            width: image.width,
            height: image.height,
            color: convert::non_empty(image.color),
            placeholder: image.placeholder,
            alt_az: alt.az,
            alt_ru: alt.ru,
            alt_en: alt.en,
            focus_x: message.focus_x_percent,
            focus_y: message.focus_y_percent,
        }
    }
}

impl From<content::Image> for DeskImage {
    fn from(image: content::Image) -> Self {
        let alt = convert::localized(image.alt);
        Self {
            media_id: convert::non_empty(image.media_id),
            image_url: image.url,
            width: image.width,
            height: image.height,
            color: None,
            placeholder: image.placeholder,
            alt_az: alt.az,
            alt_ru: alt.ru,
            alt_en: alt.en,
            focus_x: image.focus_x_percent.unwrap_or(CENTRE),
            focus_y: image.focus_y_percent.unwrap_or(CENTRE),
        }
    }
}

/// Way in which the related products are chosen.
#[response]
#[derive(Debug, Clone)]
pub(crate) struct Related {
    /// `auto` = the shop, `chosen` = staff.
    mode: &'static str,
    /// Ids of the chosen products.
    product_ids: Vec<i64>,
}

/// Translation whose source changed since it was written or confirmed.
#[response]
#[derive(Debug, Clone)]
pub(crate) struct StaleText {
    /// Field, such as `nameRu`.
    field: String,
    /// The source from which it was translated.
    was: String,
    /// RFC 3339: time of the last change of the source.
    changed_at: Option<Instant>,
    /// Author of that change; `null` for the system.
    changed_by: Option<Person>,
}

impl DeskProduct {
    /// The OpenAPI example.
    pub(super) fn example() -> Value {
        let mut example = DeskProductRow::example();
        let record = json!({
            "descriptionAz": "Üç qapı.", "descriptionRu": "Три двери.", "descriptionEn": "Three doors.",
            "featuresAz": "Yumşaq bağlanma", "featuresRu": "Плавное закрывание", "featuresEn": "",
            "externalMeasurementAz": "150 × 60 × 210 sm", "externalMeasurementRu": "150 × 60 × 210 см",
            "externalMeasurementEn": "150 × 60 × 210 cm", "internalMeasurementAz": "", "internalMeasurementRu": "",
            "internalMeasurementEn": "",
            "materialsAz": "Bütöv palıd", "materialsRu": "Массив дуба", "materialsEn": "Solid oak",
            "careAz": "Nəm parça ilə silin", "careRu": "Протирайте влажной тканью", "careEn": "",
            "boxContentsAz": "Gövdə", "boxContentsRu": "Корпус", "boxContentsEn": "Case",
            "weightGrams": 142_000, "designCode": null,
            "previousPrice": {"price": 1249.55, "discount": 15, "discountedPrice": 1062.12,
                "until": "2026-11-20T08:00:00Z"},
            "isMadeToOrder": false, "soldIn30Days": 6, "colors": ["oak"],
            "images": [{"mediaId": null, "imageUrl": "/images/products/sk-101/1-960.webp", "width": 1920,
                "height": 2400, "color": null, "placeholder": "#e8dfd2", "altAz": "", "altRu": "", "altEn": "",
                "focusX": 50, "focusY": 50}],
            "related": {"mode": "auto", "productIds": []},
            "missing": {"az": [], "ru": [], "en": ["features"]},
            "stale": [{"field": "nameRu", "was": "Şkaf", "changedAt": "2026-11-20T08:00:00Z",
                "changedBy": Person::example()}],
            "createdAt": "2026-09-01T08:00:00Z",
        });
        if let (Some(example), Value::Object(record)) = (example.as_object_mut(), record) {
            example.extend(record);
        }
        example
    }

    fn new(product: Message, row: wire::DeskProductRow, names: &Names, state: &AppState) -> Self {
        let [
            description,
            features,
            external,
            internal,
            materials,
            care,
            box_contents,
        ] = [
            product.description,
            product.features,
            product.external_measurement,
            product.internal_measurement,
            product.materials,
            product.care,
            product.box_contents,
        ]
        .map(convert::localized);
        let until = convert::moment(product.previous_price_until);
        let related = product.related.unwrap_or_default();
        let missing = ["az", "ru", "en"].map(|language| {
            let fields = product.missing_fields.iter();
            let fields = fields.filter(|field| field.to_lowercase().ends_with(language));
            let fields = fields.filter_map(|field| field.get(..field.len().checked_sub(2)?));
            (language, fields.map(str::to_owned).collect())
        });
        let stale = product.stale.into_iter().map(|stale| StaleText {
            changed_by: names.person(&stale.changed_by),
            changed_at: convert::moment(stale.changed_at),
            field: stale.field,
            was: stale.was,
        });
        Self {
            is_made_to_order: row.stock_quantity.is_none(),
            row: DeskProductRow::new(row, names, state.default_language),
            description_az: description.az,
            description_ru: description.ru,
            description_en: description.en,
            features_az: features.az,
            features_ru: features.ru,
            features_en: features.en,
            external_measurement_az: external.az,
            external_measurement_ru: external.ru,
            external_measurement_en: external.en,
            internal_measurement_az: internal.az,
            internal_measurement_ru: internal.ru,
            internal_measurement_en: internal.en,
            materials_az: materials.az,
            materials_ru: materials.ru,
            materials_en: materials.en,
            care_az: care.az,
            care_ru: care.ru,
            care_en: care.en,
            box_contents_az: box_contents.az,
            box_contents_ru: box_contents.ru,
            box_contents_en: box_contents.en,
            weight_grams: product.weight_grams,
            design_code: convert::non_empty(product.design_code),
            previous_price: product.previous_price.map(|price| PreviousPrice {
                price: convert::amount(price.price_minor),
                discount: price.discount_percent,
                discounted_price: convert::amount(price.discounted_price_minor),
                until,
            }),
            sold_in_30_days: product.sold_in_30_days,
            colors: product.colors,
            images: product.images.into_iter().map(Into::into).collect(),
            related: Related {
                mode: if related.is_chosen { "chosen" } else { "auto" },
                product_ids: related.product_ids,
            },
            missing: missing.into_iter().collect(),
            stale: stale.collect(),
            created_at: convert::moment(product.created_at),
        }
    }
}

/// Converts a product, with the names of its people.
pub(super) async fn convert(
    state: &AppState,
    member: &Member,
    product: Option<Message>,
) -> ApiResult<DeskProduct> {
    let malformed = || Failure::new(Code::Internal).with_source("catalog responded without a product");
    let mut product = product.ok_or_else(malformed)?;
    let row = product.row.take().ok_or_else(malformed)?;
    let stale = product.stale.iter().map(|stale| stale.changed_by.as_str());
    let actors = stale.chain([row.changed_by.as_str()]);
    let names = state
        .desk
        .people
        .names(&state.clients, &member.caller, actors)
        .await;
    Ok(DeskProduct::new(product, row, &names, state))
}

/// Returns the present product.
pub(super) async fn fetch(state: &AppState, member: &Member, code: &str) -> ApiResult<DeskProduct> {
    let request = member.request(GetDeskProductRequest {
        code: code.to_owned(),
    });
    let response = state
        .clients
        .desk_catalog
        .clone()
        .get_desk_product(request)
        .await?;
    convert(state, member, response.into_inner().product).await
}

/// Returns the product of a change; a conflict has the present one.
pub(super) async fn respond<R>(
    state: &AppState,
    member: &Member,
    code: &str,
    changed: Result<tonic::Response<R>, tonic::Status>,
    product: impl FnOnce(R) -> Option<Message>,
) -> ApiResult<Envelope<DeskProduct>> {
    let present = || fetch(state, member, code);
    let changed = present_on_conflict(changed, is_stale, present).await?;
    let product = convert(state, member, product(changed.into_inner())).await?;
    Ok(Envelope::new(product))
}
