//! RSS 2.0 with Google's product attributes, which Meta reads too.

use std::io;

use kit::{calendar, domain::Money};
use quick_xml::Writer;
use time::format_description::well_known::Rfc3339;

use super::{
    super::offer::{Availability, Offer},
    Frame,
    xml::{Elements as _, shortened},
};

pub(super) const CLOSING: &[u8] = b"</channel></rss>\n";

/// Maximum lengths in characters, and the most further pictures, of both readers.
const MAX_TITLE: usize = 150;
const MAX_DESCRIPTION: usize = 5_000;
const MAX_MATERIAL: usize = 200;
const MAX_FURTHER_PICTURES: usize = 10;

pub(super) fn write_opening(chunk: &mut Vec<u8>, frame: &Frame) -> io::Result<()> {
    chunk.extend_from_slice(
        b"<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
          <rss version=\"2.0\" xmlns:g=\"http://base.google.com/ns/1.0\"><channel>\n",
    );
    let site = &frame.site;
    let mut writer = Writer::new(&mut *chunk);
    writer.text("title", &site.brand)?;
    writer.text("link", &site.screen_url(Some(frame.feed.language), "/shop"))?;
    writer.text("description", &site.brand)?;
    chunk.push(b'\n');
    Ok(())
}

/// Google's word; a piece made to order is a backorder with the date on which it is ready.
pub(super) const fn availability_for_google(availability: Availability) -> &'static str {
    match availability {
        Availability::InStock => "in_stock",
        Availability::OutOfStock => "out_of_stock",
        Availability::MadeToOrder => "backorder",
    }
}

/// Meta's word.
pub(super) const fn availability_for_meta(availability: Availability) -> &'static str {
    match availability {
        Availability::InStock => "in stock",
        Availability::OutOfStock => "out of stock",
        Availability::MadeToOrder => "available for order",
    }
}

pub(super) fn write_offer(
    chunk: &mut Vec<u8>,
    frame: &Frame,
    offer: &Offer,
    availability: fn(Availability) -> &'static str,
) -> io::Result<()> {
    chunk.extend_from_slice(b"<item>");
    let mut writer = Writer::new(&mut *chunk);
    writer.text("g:id", &offer.code)?;
    writer.text("g:mpn", &offer.code)?;
    writer.text("g:brand", &frame.site.brand)?;
    writer.text("g:condition", "new")?;
    writer.text("g:title", &shortened(&offer.name, MAX_TITLE))?;
    writer.text("g:description", &shortened(&offer.description, MAX_DESCRIPTION))?;
    writer.text("g:link", &offer.url)?;
    writer.text("g:product_type", &offer.category.name)?;
    writer.text("g:price", &price(offer.price))?;
    if offer.public_price < offer.price {
        writer.text("g:sale_price", &price(offer.public_price))?;
    }
    writer.text("g:availability", availability(offer.availability))?;
    let made_by = frame
        .made_by
        .filter(|_| offer.availability == Availability::MadeToOrder);
    if let Some(date) = made_by {
        let date = calendar::midnight(date)
            .format(&Rfc3339)
            .map_err(io::Error::other)?;
        writer.text("g:availability_date", &date)?;
    }
    if let Some((first, further)) = offer.pictures.split_first() {
        writer.text("g:image_link", first)?;
        for picture in further.iter().take(MAX_FURTHER_PICTURES) {
            writer.text("g:additional_image_link", picture)?;
        }
    }
    if !offer.colors.is_empty() {
        writer.text("g:color", &offer.colors.join("/"))?;
    }
    if let Some(measures) = offer.measures {
        for (name, millimetres) in [
            ("g:product_width", measures.width_mm),
            ("g:product_length", measures.depth_mm),
            ("g:product_height", measures.height_mm),
        ] {
            writer.text(name, &format!("{} cm", centimetres(millimetres)))?;
        }
    }
    if !offer.materials.is_empty() {
        let materials = offer.materials.join("/");
        writer.text("g:material", &shortened(&materials, MAX_MATERIAL))?;
    }
    if let Some(grams) = offer.weight_grams {
        writer.text("g:product_weight", &format!("{} kg", kilograms(grams)))?;
    }
    chunk.extend_from_slice(b"</item>\n");
    Ok(())
}

fn price(price: Money) -> String {
    format!("{} AZN", decimal(price))
}

/// Returns the price as a decimal number.
pub(super) fn decimal(price: Money) -> String {
    let minor = price.minor();
    format!("{}.{:02}", minor / 100, minor % 100)
}

/// Returns a weight as a decimal number.
pub(super) fn kilograms(grams: u32) -> String {
    match grams % 1_000 {
        0 => (grams / 1_000).to_string(),
        rest => format!("{}.{rest:03}", grams / 1_000),
    }
}

/// Returns a measure as a decimal number.
pub(super) fn centimetres(millimetres: u32) -> String {
    match millimetres % 10 {
        0 => (millimetres / 10).to_string(),
        rest => format!("{}.{rest}", millimetres / 10),
    }
}
