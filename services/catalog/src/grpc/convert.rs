//! The catalog's types as the contract has them.

use std::ops::RangeInclusive;

use prost_types::Timestamp;
use proto::{catalog::v1 as wire, common::v1 as common};
use time::OffsetDateTime;

use super::problems::{OUT_OF_RANGE, Problems};
use crate::{
    listing::Page,
    product::{Category, Image, Product},
    stock::ReservedLine,
};

impl From<Product> for wire::Product {
    fn from(product: Product) -> Self {
        let facts = product.facts;
        Self {
            id: product.id.get(),
            code: facts.code,
            name: Some(facts.name.into()),
            description: Some(facts.description.into()),
            external_measurement: Some(facts.external_measurement.into()),
            internal_measurement: Some(facts.internal_measurement.into()),
            features: Some(facts.features.into()),
            price_minor: facts.price.minor(),
            discount_percent: facts.discount.into(),
            category: Some(product.category.into()),
            stock_quantity: facts.stock.into(),
            is_active: facts.is_active,
            created_at: Some(timestamp(facts.created_at)),
            popularity: facts.popularity,
            // Never negative, by the schema.
            rating_tenths: facts.rating_tenths.unsigned_abs().into(),
            review_count: facts.review_count.unsigned_abs(),
            colors: facts.colors,
            images: facts.images.into_iter().map(wire::Image::from).collect(),
        }
    }
}

impl From<Image> for wire::Image {
    fn from(image: Image) -> Self {
        Self {
            url: image.url,
            width: image.width,
            height: image.height,
            color: image.color,
            placeholder: image.placeholder,
        }
    }
}

impl From<wire::Image> for Image {
    fn from(image: wire::Image) -> Self {
        Self {
            url: image.url,
            width: image.width,
            height: image.height,
            color: image.color,
            placeholder: image.placeholder,
        }
    }
}

impl From<Category> for wire::Category {
    fn from(category: Category) -> Self {
        Self {
            id: category.id.get(),
            slug: category.slug,
            name: Some(category.name.into()),
            product_count: category.product_count,
        }
    }
}

impl From<ReservedLine> for wire::ReservedLine {
    fn from(line: ReservedLine) -> Self {
        Self {
            product_id: line.product.get(),
            code: line.code,
            name: Some(line.name.into()),
            image_url: line.image_url,
            unit_price_minor: line.unit_price.minor(),
            discount_percent: line.discount.into(),
            quantity: line.quantity.into(),
        }
    }
}

/// A moment, to the second and its fraction.
pub(super) fn timestamp(moment: OffsetDateTime) -> Timestamp {
    Timestamp {
        seconds: moment.unix_timestamp(),
        nanos: i32::try_from(moment.nanosecond()).unwrap_or_default(),
    }
}

/// The moment of a timestamp, where there is such a moment.
pub(super) fn moment(timestamp: &Timestamp) -> Option<OffsetDateTime> {
    let nanos = u32::try_from(timestamp.nanos).ok()?;
    OffsetDateTime::from_unix_timestamp(timestamp.seconds)
        .ok()?
        .replace_nanosecond(nanos)
        .ok()
}

/// A page of a size within bounds.
pub(super) fn page(page: Option<common::Page>, sizes: &RangeInclusive<u32>, problems: &mut Problems) -> Page {
    let page = page.unwrap_or_default();
    problems.check(page.number >= 1, "page", OUT_OF_RANGE);
    problems.check(sizes.contains(&page.size), "limit", OUT_OF_RANGE);
    Page::new(page.number, page.size)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_moment_comes_back_as_it_was() {
        let sent = Timestamp {
            seconds: 1_700_000_000,
            nanos: 123_456_789,
        };
        assert_eq!(moment(&sent).map(timestamp), Some(sent));
        for wrong in [(i64::MAX, 0), (0, -1), (0, 1_000_000_000)] {
            let wrong = Timestamp {
                seconds: wrong.0,
                nanos: wrong.1,
            };
            assert_eq!(moment(&wrong), None);
        }
    }
}
