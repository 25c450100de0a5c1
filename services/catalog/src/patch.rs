//! Changes of a product's fields by staff.

use std::collections::{BTreeMap, HashSet};

use kit::{
    caller::Actor,
    convert::time,
    domain::{CategoryId, Language, LocalizedText, Money, Percent},
    failure::{Code, Failure},
    staff::Permission,
    validation::{FieldErrors, INVALID, OUT_OF_RANGE, REQUIRED, TOO_LONG},
};
use proto::catalog::v1::{DeskImage, ProductPatch, TimeChange};
use serde_json::{Value, json};
use sqlx::PgConnection;
use time::OffsetDateTime;

use crate::{
    desk::{DeskProduct, Differences, Fields, SOURCE, Settings, TextField, field_of},
    passive::{DesignCode, Grams, PassiveAttributes, UnusableDesign},
    product::{Attributes, Category, Image, Stock},
    store,
};

/// Maximum stock of a product, in pieces.
const MAX_STOCK: i64 = 1_000_000;

/// Maximum number of pictures, and of colours, of a product.
pub(crate) const MAX_ITEMS: usize = 40;

/// Lengths of the code of a new product.
pub(crate) const CODE_LENGTHS: std::ops::RangeInclusive<usize> = 2..=20;

/// Maximum number of related products that staff chooses.
const MAX_RELATED: usize = 12;

/// Maximum reorder point, in pieces.
const MAX_REORDER: i64 = 1_000_000;

/// Maximum length of a value in the audit log, in characters.
const MAX_AUDITED: usize = 200;

/// Beginning of the URLs of the sizes of media.
const MEDIA: &str = "/media/";

/// Checks that the actor may change all fields of a patch.
///
/// # Errors
///
/// Fails with the reason `DESK.ROLE`, which names each field that the actor may not change.
pub(crate) fn authorize(actor: &Actor, patch: &ProductPatch, confirmed: &[String]) -> Result<(), Failure> {
    let price = [
        ("price", patch.price_minor.is_some()),
        ("discount", patch.discount_percent.is_some()),
        ("isActive", patch.is_active.is_some()),
        ("showAt", patch.show_at.is_some()),
        ("hideAt", patch.hide_at.is_some()),
        ("reorderAt", patch.reorder_at.is_some()),
    ];
    let text = [
        ("categoryId", patch.category_id.is_some()),
        ("colors", patch.colors.is_some()),
        ("images", patch.images.is_some()),
        ("related", patch.related.is_some()),
        ("weightGrams", patch.weight.is_some()),
        ("designCode", patch.design_code.is_some()),
        ("confirm", !confirmed.is_empty()),
    ];
    let stock = [("isMadeToOrder", patch.is_made_to_order.is_some())];
    let texts = patch.texts.keys().map(|field| (field.as_str(), true));
    let with = |permission| move |(field, is_set)| (field, is_set, permission);
    let refused: Vec<&str> = price
        .into_iter()
        .map(with(Permission::ProductsPrice))
        .chain(text.into_iter().chain(texts).map(with(Permission::ProductsText)))
        .chain(stock.into_iter().map(with(Permission::StockWrite)))
        .filter(|(_, is_set, permission)| *is_set && actor.require_permission(*permission).is_err())
        .map(|(field, ..)| field)
        .collect();
    if refused.is_empty() {
        return Ok(());
    }
    let failure = Failure::with_reason(Code::Forbidden, "DESK.ROLE").with_field("general", "DESK.ROLE");
    Err(refused
        .into_iter()
        .fold(failure, |failure, field| failure.with_field(field, "DESK.ROLE")))
}

/// Existing categories and related products that patches name.
#[derive(Debug)]
pub(crate) struct Known {
    pub(crate) categories: Vec<Category>,
    products: HashSet<i64>,
}

impl Known {
    /// Creates what a patch without related products may name.
    pub(crate) fn categories(categories: Vec<Category>) -> Self {
        Self {
            categories,
            products: HashSet::new(),
        }
    }

    /// Reads what a patch names.
    pub(crate) async fn load(
        connection: &mut PgConnection,
        patch: &ProductPatch,
    ) -> Result<Self, sqlx::Error> {
        let related = patch.related.iter().flat_map(|related| &related.product_ids);
        let related: Vec<_> = related.filter_map(|id| (*id).try_into().ok()).collect();
        let products = if related.is_empty() {
            Vec::new()
        } else {
            store::product::find_stock(connection, &related).await?
        };
        Ok(Self {
            categories: if patch.category_id.is_some() {
                store::category::find_all(connection).await?
            } else {
                Vec::new()
            },
            products: products.iter().map(|product| product.id.get()).collect(),
        })
    }
}

/// Returns the fields of a product after a patch.
///
/// # Errors
///
/// Fails with all fields that are wrong.
pub(crate) fn apply(known: &Known, before: &Fields, patch: &ProductPatch) -> Result<Fields, Failure> {
    let mut errors = FieldErrors::default();
    let mut after = before.clone();
    apply_fields(&mut errors, &mut after, patch);
    if let Some(category) = patch.category_id {
        let category = CategoryId::try_from(category).ok();
        let is_known = category.is_some_and(|id| known.categories.iter().any(|category| category.id == id));
        errors.ensure(is_known, "categoryId", INVALID);
        after.category = category.unwrap_or(after.category);
    }
    if let Some(related) = &patch.related {
        let ids = &related.product_ids;
        errors.ensure(ids.len() <= MAX_RELATED, "related.productIds", TOO_LONG);
        let are_known = ids.iter().all(|id| known.products.contains(id));
        errors.ensure(are_known, "related.productIds", INVALID);
        after.settings.related = related.is_chosen.then(|| ids.clone());
    }
    check_shown(&mut errors, before, &after);
    errors.finish(Some(after))
}

/// Returns the fields of a new product before its patch, of which its category and `nameAz` are required.
pub(crate) fn new_product(errors: &mut FieldErrors, code: &str, patch: &ProductPatch) -> Option<Fields> {
    let is_code = |byte: u8| byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b'-';
    let is_valid = CODE_LENGTHS.contains(&code.len()) && code.bytes().all(is_code);
    errors.ensure(is_valid, "code", INVALID);
    let name = field_of(TextField::Name, SOURCE);
    errors.ensure(patch.texts.contains_key(&name), name, REQUIRED);
    let category = patch.category_id.ok_or(REQUIRED);
    let category = category.and_then(|id| CategoryId::try_from(id).map_err(|_| INVALID));
    let category = errors.check("categoryId", category)?;
    Some(Fields {
        category,
        attributes: Attributes {
            code: code.to_owned(),
            name: LocalizedText::default(),
            description: LocalizedText::default(),
            features: LocalizedText::default(),
            price: Money::ZERO,
            discount: Percent::ZERO,
            stock: Stock::Pieces(0),
            is_active: false,
            created_at: kit::clock::now(),
            popularity: 0,
            rating_tenths: 0,
            review_count: 0,
            colors: Vec::new(),
            images: Vec::new(),
            measures: None,
            passive: PassiveAttributes::default(),
        },
        settings: Settings::default(),
    })
}

/// Returns the least that a new product needs, of which the rest is known later.
pub(crate) fn minimal(category: Option<i32>) -> ProductPatch {
    ProductPatch {
        texts: [(field_of(TextField::Name, SOURCE), String::new())].into(),
        category_id: category,
        ..ProductPatch::default()
    }
}

/// Whether a stock is within its bounds.
pub(crate) const fn is_valid_stock(stock: Stock) -> bool {
    match stock {
        Stock::MadeToOrder => true,
        Stock::Pieces(pieces) => pieces >= 0 && pieces <= MAX_STOCK,
    }
}

/// Whether a slug such as `smoked-oak` consists of lower-case letters, digits and hyphens.
pub(crate) fn is_slug(slug: &str) -> bool {
    (1..=40).contains(&slug.len())
        && slug
            .bytes()
            .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-')
}

/// Applies the fields that need no query.
fn apply_fields(errors: &mut FieldErrors, after: &mut Fields, patch: &ProductPatch) {
    for (name, text) in &patch.texts {
        let Some((field, language)) = TextField::find(name) else {
            errors.push(name, INVALID);
            continue;
        };
        let text = match field {
            TextField::Name if language == SOURCE => errors.line::<1, 200>(name, text),
            TextField::Name => errors.line::<0, 200>(name, text),
            TextField::Description | TextField::Features => errors.text::<0, 5000>(name, text),
            TextField::ExternalMeasurement
            | TextField::InternalMeasurement
            | TextField::Materials
            | TextField::Care
            | TextField::BoxContents => errors.text::<0, 500>(name, text),
        };
        if let Some(text) = text {
            *field.of_mut(&mut after.attributes, language) = text;
        }
    }
    let (attributes, settings) = (&mut after.attributes, &mut after.settings);
    if let Some(minor) = patch.price_minor {
        let price = Money::from_minor(minor).map_err(|_| OUT_OF_RANGE);
        attributes.price = errors.check("price", price).unwrap_or(attributes.price);
    }
    if let Some(percent) = patch.discount_percent {
        let discount = Percent::try_from(percent).map_err(|_| OUT_OF_RANGE);
        attributes.discount = errors.check("discount", discount).unwrap_or(attributes.discount);
    }
    settings.is_shown = patch.is_active.unwrap_or(settings.is_shown);
    if let Some(change) = &patch.show_at {
        settings.show_at = parse_time(errors, "showAt", change);
    }
    if let Some(change) = &patch.hide_at {
        settings.hide_at = parse_time(errors, "hideAt", change);
    }
    let times = settings.show_at.zip(settings.hide_at);
    let is_ordered = times.is_none_or(|(show_at, hide_at)| show_at < hide_at);
    errors.ensure(is_ordered, "hideAt", "FIELD.MIN_ABOVE_MAX");
    if let Some(change) = &patch.reorder_at {
        let is_valid = change
            .quantity
            .is_none_or(|pieces| (0..=MAX_REORDER).contains(&pieces));
        errors.ensure(is_valid, "reorderAt", OUT_OF_RANGE);
        settings.reorder_at = change.quantity;
    }
    if let Some(change) = &patch.weight {
        let weight = change.grams.map(Grams::try_from).transpose();
        let weight = errors.check("weightGrams", weight.map_err(|_| OUT_OF_RANGE));
        attributes.passive.weight = weight.unwrap_or(attributes.passive.weight);
    }
    if let Some(code) = &patch.design_code {
        let design = errors.check("designCode", DesignCode::parse(code).map_err(design_key));
        attributes.passive.design = design.unwrap_or_else(|| attributes.passive.design.take());
    }
    attributes.stock = match (patch.is_made_to_order, attributes.stock) {
        (Some(true), _) => Stock::MadeToOrder,
        (Some(false), Stock::MadeToOrder) => Stock::Pieces(0),
        (_, stock) => stock,
    };
    if let Some(colors) = &patch.colors {
        errors.ensure(colors.slugs.len() <= MAX_ITEMS, "colors", TOO_LONG);
        errors.ensure(colors.slugs.iter().all(|slug| is_slug(slug)), "colors", INVALID);
        attributes.colors.clone_from(&colors.slugs);
    }
    if let Some(images) = &patch.images {
        errors.ensure(images.images.len() <= MAX_ITEMS, "images", TOO_LONG);
        let present = std::mem::take(&mut attributes.images);
        let images = images.images.iter().enumerate();
        attributes.images = images
            .filter_map(|(index, image)| parse_image(errors, &present, index, image))
            .collect();
    }
}

/// Returns the key of the error about a design.
pub(crate) const fn design_key(error: UnusableDesign) -> &'static str {
    match error {
        UnusableDesign::Broken => "DESIGN.BROKEN",
        UnusableDesign::Impossible => "DESIGN.IMPOSSIBLE",
    }
}

fn parse_time(errors: &mut FieldErrors, field: &str, change: &TimeChange) -> Option<OffsetDateTime> {
    let at = change.at.as_ref().map(|at| time(at).ok_or(INVALID));
    errors.check(field, at.transpose()).flatten()
}

/// Returns a picture that the product has, or a size of media, with its colour, alternative text and focal point.
fn parse_image(
    errors: &mut FieldErrors,
    present: &[Image],
    index: usize,
    image: &DeskImage,
) -> Option<Image> {
    let name = |field: &str| format!("images[{index}].{field}");
    let wanted = image.image.clone().unwrap_or_default();
    let picture = if image.media_id.is_empty() {
        let known = present.iter().find(|known| known.url == wanted.url);
        errors.check(name("imageUrl"), known.cloned().ok_or(INVALID))
    } else {
        let picture = Image {
            media_id: image.media_id.clone(),
            ..wanted.clone().into()
        };
        let is_media = picture.url.starts_with(MEDIA);
        errors.check(name("mediaId"), is_media.then_some(picture).ok_or(INVALID))
    };
    let is_color = wanted.color.is_empty() || is_slug(&wanted.color);
    errors.ensure(is_color, name("color"), INVALID);
    let alt = errors.localized::<0, 200>(image.alt.clone(), |language| {
        let language = language.parse().unwrap_or(Language::Az);
        name(&field_of_alt(language))
    });
    let mut focus = |percent: u32, field: &str| {
        let percent = u8::try_from(percent).ok().filter(|percent| *percent <= 100);
        errors
            .check(name(field), percent.ok_or(OUT_OF_RANGE))
            .unwrap_or_default()
    };
    let focus = [
        focus(image.focus_x_percent, "focusX"),
        focus(image.focus_y_percent, "focusY"),
    ];
    Some(Image {
        color: wanted.color,
        alt,
        focus,
        ..picture?
    })
}

fn field_of_alt(language: Language) -> String {
    field_of(TextField::Name, language).replace("name", "alt")
}

/// A shown product needs a price and all names. Checked when it is shown, and when one of them changes.
fn check_shown(errors: &mut FieldErrors, before: &Fields, after: &Fields) {
    let names = |fields: &Fields| {
        (
            fields.settings.is_shown,
            fields.attributes.price,
            fields.attributes.name.clone(),
        )
    };
    if !after.settings.is_shown || names(before) == names(after) {
        return;
    }
    errors.ensure(after.attributes.price != Money::ZERO, "price", REQUIRED);
    for language in Language::ALL {
        let is_named = !after.attributes.name.get(language).is_empty();
        errors.ensure(is_named, field_of(TextField::Name, language), REQUIRED);
    }
}

/// Checks that nobody else has changed the fields that differ since a version, or with `is_undo` nobody at all.
///
/// # Errors
///
/// Fails with the field `version` and each field that was changed.
pub(crate) fn check_version(
    before: &DeskProduct,
    after: &Fields,
    author: &str,
    version: i64,
    is_undo: bool,
) -> Result<(), Failure> {
    let differences = before.fields.differences(after);
    let is_refused = |field: &&String| {
        version > before.version
            || if is_undo {
                before.changes.is_changed(field, version)
            } else {
                before.changes.is_changed_by_others(field, author, version)
            }
    };
    let refused: Vec<_> = differences.keys().filter(is_refused).collect();
    if refused.is_empty() {
        return Ok(());
    }
    let failure = Failure::new(Code::Conflict).with_field("version", "DESK.CHANGED");
    Err(refused.into_iter().fold(failure, |failure, field| {
        failure.with_field(field, "DESK.CHANGED")
    }))
}

/// Returns the differences for the audit log, with the beginning of long texts.
pub(crate) fn audit_detail(differences: &Differences, confirmed: &[String]) -> Value {
    let shorten = |value: &Value| match value {
        Value::String(text) => text.chars().take(MAX_AUDITED).collect::<String>().into(),
        other => other.clone(),
    };
    let mut detail: BTreeMap<&str, Value> = differences
        .iter()
        .map(|(field, (from, to))| (field.as_str(), json!([shorten(from), shorten(to)])))
        .collect();
    if !confirmed.is_empty() {
        detail.insert("confirmed", json!(confirmed));
    }
    json!(detail)
}
