//! Plain JSON.

use std::io;

use serde_json::json;

use super::{
    super::offer::{Availability, Offer, Returns},
    Frame,
};

pub(super) const CLOSING: &[u8] = b"]}\n";

pub(super) fn write_opening(chunk: &mut Vec<u8>, frame: &Frame) {
    let head = json!({
        "shop": frame.site.brand,
        "url": frame.site.screen_url(Some(frame.feed.language), "/"),
        "language": frame.feed.language,
        "currency": "AZN",
        "madeToOrderAt": frame.made_by.map(|date| date.to_string()),
    });
    let head = head.to_string();
    chunk.extend_from_slice(head.trim_end_matches('}').as_bytes());
    chunk.extend_from_slice(b",\"products\":[\n");
}

pub(super) fn write_offer(chunk: &mut Vec<u8>, offer: &Offer, is_first: bool) -> io::Result<()> {
    if !is_first {
        chunk.extend_from_slice(b",\n");
    }
    let measures = offer.measures.map(|measures| {
        json!({"widthMm": measures.width_mm, "depthMm": measures.depth_mm, "heightMm": measures.height_mm})
    });
    let product = json!({
        "code": offer.code,
        "url": offer.url,
        "name": offer.name,
        "description": offer.description,
        "categoryId": offer.category.id,
        "category": offer.category.name,
        "price": offer.price.to_json_number(),
        "discountedPrice": offer.public_price.to_json_number(),
        "availability": match offer.availability {
            Availability::InStock => "inStock",
            Availability::OutOfStock => "outOfStock",
            Availability::MadeToOrder => "madeToOrder",
        },
        "pictures": offer.pictures,
        "colors": offer.colors,
        "measures": measures,
        "materials": offer.materials,
        "weightGrams": offer.weight_grams,
        "warrantyMonths": offer.warranty_months,
        "returnDays": offer.returns.map(|returns| match returns {
            Returns::WithinDays(days) => days,
            Returns::Never => 0,
        }),
    });
    serde_json::to_writer(chunk, &product)?;
    Ok(())
}
