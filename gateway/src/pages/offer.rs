//! A product as search engines and marketplaces read it: structured data, pictures of sitemaps and all feeds state
//! the same facts.

use kit::{
    domain::{Language, LocalizedText, Money, Percent, discounted_price},
    palette,
};
use proto::{
    catalog::v1::{Measures, Product},
    content::v1::ShopTerms,
};

use super::{head::Site, preview::Preview};
use crate::convert;

/// Whether a product can be had.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Availability {
    InStock,
    OutOfStock,
    MadeToOrder,
}

impl Availability {
    /// Returns the availability of a number of pieces; none = made to order.
    const fn of(stock: Option<i64>) -> Self {
        match stock {
            None => Self::MadeToOrder,
            Some(pieces) if pieces > 0 => Self::InStock,
            Some(_) => Self::OutOfStock,
        }
    }
}

/// Whether the shop takes a piece back that has no defect.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Returns {
    /// Within so many days, if it is unused.
    WithinDays(u32),
    Never,
}

impl Returns {
    /// Returns the terms for a product; `None` if the shop does not state them. What is made for a customer is not taken back.
    fn of(terms: &ShopTerms, availability: Availability) -> Option<Self> {
        let days = terms.return_days?;
        Some(match availability {
            Availability::InStock if days > 0 => Self::WithinDays(days),
            Availability::InStock | Availability::OutOfStock | Availability::MadeToOrder => Self::Never,
        })
    }
}

/// The category of a product.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct OfferCategory {
    pub(super) id: i32,
    pub(super) name: String,
}

/// Products that the shop offers, in one language.
#[derive(Debug, Clone)]
pub(super) struct Offer {
    /// The manufacturer's code, the same in all languages.
    pub(super) code: String,
    /// Address of the page.
    pub(super) url: String,
    pub(super) name: String,
    /// The name where the product has no description.
    pub(super) description: String,
    pub(super) category: OfferCategory,
    /// Before any discount.
    pub(super) price: Money,
    /// After the public discount.
    pub(super) public_price: Money,
    pub(super) availability: Availability,
    /// Addresses of its pictures; the first shows the whole product.
    pub(super) pictures: Vec<String>,
    /// Words for its colours.
    pub(super) colors: Vec<String>,
    /// Millimetres.
    pub(super) measures: Option<Measures>,
    pub(super) materials: Vec<String>,
    /// With its boxes; `None` = unknown.
    pub(super) weight_grams: Option<u32>,
    /// `None` = the shop states none.
    pub(super) warranty_months: Option<u32>,
    /// `None` = the shop does not state it.
    pub(super) returns: Option<Returns>,
}

impl Offer {
    pub(super) fn new(site: &Site, language: Language, product: &Product, terms: &ShopTerms) -> Self {
        let text = |text: Option<_>| -> LocalizedText { convert::localized(text) };
        let availability = Availability::of(product.stock_quantity);
        let materials = text(product.materials.clone());
        let materials = materials.get(language).lines().map(str::trim);
        let name = text(product.name.clone()).get(language).to_owned();
        let description = text(product.description.clone()).get(language).to_owned();
        let category = product.category.clone().unwrap_or_default();
        Self {
            code: product.code.clone(),
            url: site.screen_url(Some(language), &format!("/shop/{}", product.id)),
            description: if description.is_empty() {
                name.clone()
            } else {
                description
            },
            name,
            category: OfferCategory {
                id: category.id,
                name: text(category.name).get(language).to_owned(),
            },
            price: Money::from_minor(product.price_minor).unwrap_or_default(),
            public_price: public_price(product),
            availability,
            pictures: pictures(site, product),
            colors: product
                .colors
                .iter()
                .map(|slug| palette::name(slug, language))
                .collect(),
            measures: product.sizes.and_then(|sizes| sizes.own),
            materials: materials
                .filter(|line| !line.is_empty())
                .map(str::to_owned)
                .collect(),
            weight_grams: product.weight_grams,
            warranty_months: terms.warranty_months,
            returns: Returns::of(terms, availability),
        }
    }
}

/// Returns the price after the public discount.
pub(super) fn public_price(product: &Product) -> Money {
    let price = Money::from_minor(product.price_minor).unwrap_or_default();
    let discount = Percent::try_from(product.discount_percent).unwrap_or_default();
    discounted_price(price, discount)
}

/// Returns the picture of link previews of a product.
pub(super) fn preview(product: &Product, language: Language) -> Option<Preview> {
    let name: LocalizedText = convert::localized(product.name.clone());
    let first = product.images.first().cloned()?;
    Some(Preview::new(first, language, name.get(language)))
}

/// Returns the addresses of a product's pictures.
pub(super) fn pictures(site: &Site, product: &Product) -> Vec<String> {
    let images = product.images.iter();
    images.map(|image| site.absolute_url(&image.url)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing;

    #[test]
    fn products_made_to_order_are_neither_in_nor_out_of_stock() {
        assert_eq!(Availability::of(None), Availability::MadeToOrder);
        assert_eq!(Availability::of(Some(0)), Availability::OutOfStock);
        assert_eq!(Availability::of(Some(1)), Availability::InStock);
    }

    #[test]
    fn a_product_without_a_description_is_described_by_its_name() {
        let site = Site {
            origin: "https://shop.example".to_owned(),
            brand: "Şəbəkə".to_owned(),
        };
        let mut product = testing::product(7);
        let terms = ShopTerms::default();
        let offer = Offer::new(&site, Language::Az, &product, &terms);
        assert_eq!(
            (&*offer.description, &*offer.colors),
            ("description az", &["təbii palıd".to_owned()][..])
        );
        product.description = None;
        let offer = Offer::new(&site, Language::Az, &product, &terms);
        assert_eq!(offer.description, "name az");
    }

    #[test]
    fn only_pieces_from_stock_are_taken_back() {
        let terms = |return_days| ShopTerms {
            return_days,
            ..ShopTerms::default()
        };
        let all = [
            Availability::InStock,
            Availability::OutOfStock,
            Availability::MadeToOrder,
        ];
        let returns = |days| all.map(|availability| Returns::of(&terms(days), availability));
        let never = Some(Returns::Never);
        assert_eq!(returns(None), [None; 3]);
        assert_eq!(returns(Some(0)), [never; 3]);
        assert_eq!(returns(Some(14)), [Some(Returns::WithinDays(14)), never, never]);
    }
}
