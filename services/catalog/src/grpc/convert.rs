//! Conversions between protobuf and domain types.

use kit::{convert::timestamp, domain::LocalizedText};
use proto::catalog::v1 as pb;

use crate::{
    listing::{Facets, Prices},
    measures::{MeasureOutOfRange, Measures, Millimetres},
    product::{Category, Image, Product, centre},
    stock::{ProductStock, ReservedLine},
};

impl From<Product> for pb::Product {
    fn from(product: Product) -> Self {
        let sizes = pb::Sizes {
            is_fixed: product.is_fixed(),
            own: product.attributes.measures.map(pb::Measures::from),
            usual: product.usual_measures().map(pb::UsualMeasures::from),
        };
        let attributes = product.attributes;
        Self {
            id: product.id.get(),
            code: attributes.code,
            name: Some(attributes.name.into()),
            description: Some(attributes.description.into()),
            features: Some(attributes.features.into()),
            price_minor: attributes.price.minor(),
            discount_percent: attributes.discount.into(),
            category: Some(product.category.into()),
            stock_quantity: attributes.stock.into(),
            is_active: attributes.is_active,
            created_at: Some(timestamp(attributes.created_at)),
            popularity: attributes.popularity,
            // The database constrains both to be non-negative.
            rating_tenths: attributes.rating_tenths.unsigned_abs().into(),
            review_count: attributes.review_count.unsigned_abs(),
            colors: attributes.colors,
            images: attributes.images.into_iter().map(pb::Image::from).collect(),
            sizes: Some(sizes),
            ..attributes.passive.into()
        }
    }
}

impl From<Measures> for pb::Measures {
    fn from(measures: Measures) -> Self {
        Self {
            width_mm: measures.width.into(),
            depth_mm: measures.depth.into(),
            height_mm: measures.height.into(),
        }
    }
}

impl TryFrom<pb::Measures> for Measures {
    type Error = MeasureOutOfRange;

    fn try_from(measures: pb::Measures) -> Result<Self, MeasureOutOfRange> {
        Ok(Self {
            width: Millimetres::try_from(measures.width_mm)?,
            depth: Millimetres::try_from(measures.depth_mm)?,
            height: Millimetres::try_from(measures.height_mm)?,
        })
    }
}

impl From<ProductStock> for pb::Product {
    fn from(stock: ProductStock) -> Self {
        Self {
            id: stock.id.get(),
            is_active: stock.is_active,
            stock_quantity: stock.pieces,
            ..Self::default()
        }
    }
}

impl From<Image> for pb::Image {
    fn from(image: Image) -> Self {
        Self {
            url: image.url,
            width: image.width,
            height: image.height,
            color: image.color,
            placeholder: image.placeholder,
            alt: (image.alt != LocalizedText::default()).then(|| image.alt.into()),
            focus_x_percent: percent_beside_centre(image.focus[0]),
            focus_y_percent: percent_beside_centre(image.focus[1]),
        }
    }
}

/// Returns a coordinate of a focal point, unless it is the middle.
fn percent_beside_centre(percent: u8) -> Option<u32> {
    let [centre, _] = centre();
    (percent != centre).then(|| percent.into())
}

impl From<pb::Image> for Image {
    fn from(image: pb::Image) -> Self {
        Self {
            url: image.url,
            width: image.width,
            height: image.height,
            color: image.color,
            placeholder: image.placeholder,
            alt: LocalizedText::default(),
            focus: centre(),
            media_id: String::new(),
        }
    }
}

impl From<Category> for pb::Category {
    fn from(category: Category) -> Self {
        Self {
            id: category.id.get(),
            slug: category.slug,
            name: Some(category.name.into()),
            product_count: category.product_count,
        }
    }
}

impl From<ReservedLine> for pb::ReservedLine {
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

/// Converts the facets of a list, with a count for each category.
pub(super) fn facets(facets: Facets, categories: &[Category]) -> pb::Facets {
    let categories = categories.iter().map(|category| {
        let id = category.id.get();
        (id, facets.categories.get(&id).copied().unwrap_or_default())
    });
    let prices = |prices: Prices| pb::PriceFacet {
        min_minor: prices.steps.min,
        max_minor: prices.steps.max,
        bars: prices.bars.to_vec(),
    };
    let widths = |(min, max)| {
        Some(pb::MeasureRange {
            min_mm: u32::try_from(min).ok()?,
            max_mm: u32::try_from(max).ok()?,
        })
    };
    pb::Facets {
        categories: categories.collect(),
        colors: facets.colors.into_iter().collect(),
        in_stock: facets.in_stock,
        made_to_order: facets.made_to_order,
        discounted: facets.discounted,
        prices: facets.prices.map(prices),
        widths: facets.widths.and_then(widths),
    }
}
