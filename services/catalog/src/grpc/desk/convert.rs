//! Conversions of the records of the desk.

use kit::{
    convert::timestamp,
    domain::{Language, discounted_price},
    vocabulary::catalog::{Absence, StockReason},
};
use proto::catalog::v1 as wire;
use time::OffsetDateTime;

use crate::{
    desk::{DeskProduct, Settings, ShopFacts, absences, field_of, incomplete_in, missing},
    product::Image,
    store::{
        desk::{Move, Price, Taken},
        desk_list::Row,
    },
};

/// Returns the numbers of the languages without a missing text.
fn complete_languages(incomplete: &[String]) -> Vec<i32> {
    let complete = Language::ALL
        .into_iter()
        .filter(|language| !incomplete.iter().any(|other| other == language.name()));
    complete.map(Into::into).collect()
}

/// Returns the numbers of the reasons that the shop does not show a product.
fn reasons(facts: ShopFacts<'_>, now: OffsetDateTime) -> Vec<i32> {
    absences(facts, now).into_iter().map(Into::into).collect()
}

/// Converts a product of a list.
pub(super) fn row(row: Row, now: OffsetDateTime) -> wire::DeskProductRow {
    let settings = Settings {
        is_shown: row.is_shown,
        show_at: row.show_at,
        hide_at: row.hide_at,
        ..Settings::default()
    };
    let facts = ShopFacts {
        name: &row.name.0,
        price: row.price_minor,
        has_picture: row.image_url.is_some(),
        settings: &settings,
    };
    wire::DeskProductRow {
        reasons: reasons(facts, now),
        product_id: row.id.get(),
        code: row.code,
        name: Some(row.name.0.into()),
        category_id: row.category_id,
        price_minor: row.price_minor.minor(),
        discount_percent: row.discount_percent.into(),
        discounted_price_minor: row.discounted_price_minor,
        stock_quantity: row.stock,
        reserved_quantity: row.reserved,
        image_url: row.image_url.unwrap_or_default(),
        is_active: row.is_shown,
        show_at: row.show_at.map(timestamp),
        hide_at: row.hide_at.map(timestamp),
        reorder_at: row.reorder_at,
        complete_languages: complete_languages(&row.incomplete_in),
        version: row.version,
        changed_by: row.changed_by,
        changed_at: Some(timestamp(row.changed_at)),
    }
}

/// Converts a product with its last two prices.
pub(super) fn product(
    product: DeskProduct,
    taken: Taken,
    prices: Vec<Price>,
    is_indexed: bool,
    now: OffsetDateTime,
) -> wire::DeskProduct {
    let mut reasons = reasons(product.fields.shop_facts(), now);
    if reasons.is_empty() && !is_indexed {
        reasons.push(Absence::NotIndexedYet.into());
    }
    let attributes = product.fields.attributes;
    let settings = product.fields.settings;
    let missing_fields = missing(&attributes).into_iter();
    let missing_fields = missing_fields.map(|(field, language)| field_of(field, language));
    let stale = product.sources.iter().map(|(field, change)| wire::StaleText {
        field: field.clone(),
        was: change.was.clone(),
        changed_at: Some(timestamp(change.at)),
        changed_by: change.by.clone(),
    });
    let mut prices = prices.into_iter();
    let until = prices.next().map(|price| timestamp(price.at));
    let row = wire::DeskProductRow {
        product_id: product.id.get(),
        code: attributes.code.clone(),
        name: Some(attributes.name.clone().into()),
        category_id: product.fields.category.get(),
        price_minor: attributes.price.minor(),
        discount_percent: attributes.discount.into(),
        discounted_price_minor: discounted_price(attributes.price, attributes.discount).minor(),
        stock_quantity: attributes.stock.into(),
        reserved_quantity: taken.reserved,
        image_url: attributes
            .images
            .first()
            .map(|image| image.url.clone())
            .unwrap_or_default(),
        is_active: settings.is_shown,
        show_at: settings.show_at.map(timestamp),
        hide_at: settings.hide_at.map(timestamp),
        reorder_at: settings.reorder_at,
        complete_languages: complete_languages(&incomplete_in(&attributes)),
        reasons,
        version: product.version,
        changed_by: product.changed_by,
        changed_at: Some(timestamp(product.changed_at)),
    };
    wire::DeskProduct {
        row: Some(row),
        missing_fields: missing_fields.collect(),
        stale: stale.collect(),
        description: Some(attributes.description.into()),
        features: Some(attributes.features.into()),
        external_measurement: Some(attributes.passive.external_measurement.into()),
        internal_measurement: Some(attributes.passive.internal_measurement.into()),
        materials: Some(attributes.passive.materials.into()),
        care: Some(attributes.passive.care.into()),
        box_contents: Some(attributes.passive.box_contents.into()),
        weight_grams: attributes.passive.weight.map(u32::from),
        design_code: attributes.passive.design.map(String::from).unwrap_or_default(),
        colors: attributes.colors,
        images: attributes.images.into_iter().map(image).collect(),
        related: Some(wire::RelatedProducts {
            is_chosen: settings.related.is_some(),
            product_ids: settings.related.unwrap_or_default(),
        }),
        sold_in_30_days: taken.sold,
        previous_price: prices.next().map(price),
        previous_price_until: until,
        created_at: Some(timestamp(attributes.created_at)),
    }
}

fn image(image: Image) -> wire::DeskImage {
    let [focus_x_percent, focus_y_percent] = image.focus.map(u32::from);
    wire::DeskImage {
        alt: Some(image.alt.clone().into()),
        media_id: image.media_id.clone(),
        image: Some(image.into()),
        focus_x_percent,
        focus_y_percent,
    }
}

/// Converts a price.
pub(super) fn price(price: Price) -> wire::ProductPrice {
    wire::ProductPrice {
        at: Some(timestamp(price.at)),
        price_minor: price.full.minor(),
        discount_percent: price.discount.into(),
        discounted_price_minor: price.discounted.minor(),
        actor: price.actor,
    }
}

/// Converts a move of a stock.
pub(super) fn stock_move(one: Move) -> wire::StockMove {
    wire::StockMove {
        id: one.id.to_string(),
        at: Some(timestamp(one.at)),
        delta: one.delta,
        balance: one.balance,
        reason: StockReason::into(one.reason),
        text: one.text,
        order_number: one.order_number,
        actor: one.actor,
    }
}
