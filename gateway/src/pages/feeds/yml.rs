//! YML, the format of Yandex.

use std::io;

use kit::{calendar::BAKU, domain::Language};
use quick_xml::Writer;
use time::format_description::well_known::Rfc3339;

use super::{
    super::offer::{Availability, Offer},
    Frame,
    rss::{centimetres, decimal, kilograms},
    xml::{Elements as _, shortened},
};

pub(super) const CLOSING: &[u8] = b"</offers></shop></yml_catalog>\n";

/// The most characters of a description, and the most pictures.
const MAX_DESCRIPTION: usize = 6_000;
const MAX_PICTURES: usize = 10;

pub(super) fn write_opening(chunk: &mut Vec<u8>, frame: &Frame) -> io::Result<()> {
    let date = frame.now.to_offset(BAKU).replace_nanosecond(0);
    let date = date.map_err(io::Error::other)?.format(&Rfc3339);
    let date = date.map_err(io::Error::other)?;
    let opening =
        format!("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<yml_catalog date=\"{date}\"><shop>\n");
    chunk.extend_from_slice(opening.as_bytes());
    let mut writer = Writer::new(&mut *chunk);
    writer.text("name", &frame.site.brand)?;
    writer.text("company", &frame.site.brand)?;
    writer.text("url", &frame.site.screen_url(Some(frame.feed.language), "/"))?;
    chunk.extend_from_slice(b"<currencies><currency id=\"AZN\" rate=\"1\"/></currencies>\n<categories>");
    let mut writer = Writer::new(&mut *chunk);
    for category in &frame.categories {
        writer.text_with("category", &[("id", &category.id.to_string())], &category.name)?;
    }
    chunk.extend_from_slice(b"</categories>\n<offers>\n");
    Ok(())
}

/// Writes a product, and returns whether the feed has it: one that is sold out is left out, as what is not available
/// is made to order there.
pub(super) fn write_offer(chunk: &mut Vec<u8>, frame: &Frame, offer: &Offer) -> io::Result<bool> {
    let is_available = match offer.availability {
        Availability::OutOfStock => return Ok(false),
        Availability::InStock => "true",
        Availability::MadeToOrder => "false",
    };
    Writer::new(&mut *chunk)
        .create_element("offer")
        .with_attributes([("id", &*offer.code), ("available", is_available)])
        .write_inner_content(|writer| {
            writer.text("name", &offer.name)?;
            writer.text("url", &offer.url)?;
            writer.text("price", &decimal(offer.public_price))?;
            if offer.public_price < offer.price {
                writer.text("oldprice", &decimal(offer.price))?;
            }
            writer.text("currencyId", "AZN")?;
            writer.text("categoryId", &offer.category.id.to_string())?;
            for picture in offer.pictures.iter().take(MAX_PICTURES) {
                writer.text("picture", picture)?;
            }
            writer.text("vendor", &frame.site.brand)?;
            writer.text("vendorCode", &offer.code)?;
            writer.text("description", &shortened(&offer.description, MAX_DESCRIPTION))?;
            if let Some(measures) = offer.measures {
                let sides = [measures.depth_mm, measures.width_mm, measures.height_mm];
                writer.text("dimensions", &sides.map(centimetres).join("/"))?;
            }
            if let Some(grams) = offer.weight_grams {
                writer.text("weight", &kilograms(grams))?;
            }
            if offer.warranty_months.is_some() {
                writer.text("manufacturer_warranty", "true")?;
            }
            let color = [("name", color_word(frame.feed.language))];
            for word in &offer.colors {
                writer.text_with("param", &color, word)?;
            }
            let material = [("name", material_word(frame.feed.language))];
            for line in &offer.materials {
                writer.text_with("param", &material, line)?;
            }
            Ok(())
        })?;
    chunk.push(b'\n');
    Ok(true)
}

const fn material_word(language: Language) -> &'static str {
    match language {
        Language::Az | Language::En => "Material",
        Language::Ru => "Материал",
    }
}

const fn color_word(language: Language) -> &'static str {
    match language {
        Language::Az => "Rəng",
        Language::Ru => "Цвет",
        Language::En => "Colour",
    }
}
