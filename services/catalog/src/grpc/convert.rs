//! Conversions between protobuf and domain types.

use kit::convert::timestamp;
use proto::catalog::v1 as pb;

use crate::{
    product::{Category, Image, Product},
    stock::{ProductStock, ReservedLine},
};

impl From<Product> for pb::Product {
    fn from(product: Product) -> Self {
        let attributes = product.attributes;
        Self {
            id: product.id.get(),
            code: attributes.code,
            name: Some(attributes.name.into()),
            description: Some(attributes.description.into()),
            external_measurement: Some(attributes.external_measurement.into()),
            internal_measurement: Some(attributes.internal_measurement.into()),
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
        }
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
        }
    }
}

impl From<pb::Image> for Image {
    fn from(image: pb::Image) -> Self {
        Self {
            url: image.url,
            width: image.width,
            height: image.height,
            color: image.color,
            placeholder: image.placeholder,
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
