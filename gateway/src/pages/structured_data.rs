//! Structured data of pages: JSON-LD of schema.org. Ratings are omitted: there are no reviews.

use kit::domain::Language;
use proto::{catalog::v1::Product, content::v1::ShopTerms};
use serde_json::{Value, json};

use super::{
    head::Site,
    offer::{Availability, Offer, Returns, public_price},
    preview::{self, Preview},
};
use crate::convert;

const CONTEXT: &str = "https://schema.org";

/// The shop.
pub(super) fn organization(site: &Site) -> Value {
    json!({
        "@context": CONTEXT,
        "@type": "Organization",
        "name": site.brand,
        "url": site.screen_url(None, "/"),
        "logo": site.absolute_url("/images/logo.svg"),
    })
}

/// The path to a page: names with paths without language prefix, ending with the page itself.
pub(super) fn breadcrumbs(site: &Site, language: Language, steps: &[(&str, &str)]) -> Value {
    let items: Vec<_> = steps
        .iter()
        .zip(1_u32..)
        .map(|((name, path), position)| {
            json!({
                "@type": "ListItem",
                "position": position,
                "name": name,
                "item": site.screen_url(Some(language), path),
            })
        })
        .collect();
    json!({"@context": CONTEXT, "@type": "BreadcrumbList", "itemListElement": items})
}

/// Questions with their answers.
pub(super) fn questions<'a>(questions: impl Iterator<Item = (&'a str, &'a str)>) -> Value {
    let entries: Vec<_> = questions
        .map(|(question, answer)| {
            json!({
                "@type": "Question",
                "name": question,
                "acceptedAnswer": {"@type": "Answer", "text": answer},
            })
        })
        .collect();
    json!({"@context": CONTEXT, "@type": "FAQPage", "mainEntity": entries})
}

/// A page with the picture of its link previews.
pub(super) fn page_picture(site: &Site, language: Language, path: &str, picture: &Preview) -> Value {
    let mut image =
        json!({"@type": "ImageObject", "url": site.absolute_url(&picture.url), "caption": picture.alt});
    if let Some(image) = image.as_object_mut().filter(|_| picture.media_type.is_some()) {
        image.insert("width".to_owned(), preview::WIDTH.into());
        image.insert("height".to_owned(), preview::HEIGHT.into());
    }
    json!({
        "@context": CONTEXT,
        "@type": "WebPage",
        "url": site.screen_url(Some(language), path),
        "primaryImageOfPage": image,
    })
}

/// A product with its public price, and what the shop's terms promise with it.
pub(super) fn product(site: &Site, language: Language, product: &Product, terms: &ShopTerms) -> Value {
    let offer = Offer::new(site, language, product, terms);
    let jpeg = super::offer::preview(product, language).filter(|preview| preview.media_type.is_some());
    let mut pictures = offer.pictures;
    pictures.extend(jpeg.map(|jpeg| site.absolute_url(&jpeg.url)));
    let mut value = json!({
        "@context": CONTEXT,
        "@type": "Product",
        "name": offer.name,
        "description": offer.description,
        "sku": offer.code,
        "category": offer.category.name,
        "brand": {"@type": "Brand", "name": site.brand},
        "image": pictures,
        "url": offer.url,
        "offers": {
            "@type": "Offer",
            "url": offer.url,
            "price": convert::amount(offer.public_price.minor()),
            "priceCurrency": "AZN",
            "availability": format!("{CONTEXT}/{}", availability(offer.availability)),
            "itemCondition": format!("{CONTEXT}/NewCondition"),
        },
    });
    if let Some(facts) = value.as_object_mut() {
        if !offer.colors.is_empty() {
            facts.insert("color".to_owned(), json!(offer.colors.join(", ")));
        }
        if let Some(measures) = offer.measures {
            for (side, millimetres) in [
                ("width", measures.width_mm),
                ("depth", measures.depth_mm),
                ("height", measures.height_mm),
            ] {
                facts.insert(side.to_owned(), quantity(millimetres, "MMT"));
            }
        }
        if !offer.materials.is_empty() {
            facts.insert("material".to_owned(), json!(offer.materials.join("; ")));
        }
        if let Some(grams) = offer.weight_grams {
            facts.insert("weight".to_owned(), quantity(grams, "GRM"));
        }
    }
    if let Some(promises) = value.get_mut("offers").and_then(Value::as_object_mut) {
        if let Some(months) = offer.warranty_months {
            let warranty = json!({"@type": "WarrantyPromise", "durationOfWarranty": quantity(months, "MON")});
            promises.insert("warranty".to_owned(), warranty);
        }
        if let Some(returns) = offer.returns {
            promises.insert("hasMerchantReturnPolicy".to_owned(), return_policy(returns));
        }
    }
    value
}

/// A quantity in a unit of the code list of UN/CEFACT, which schema.org names: MMT = millimetre, GRM = gram, MON = month.
fn quantity(value: u32, unit: &str) -> Value {
    json!({"@type": "QuantitativeValue", "value": value, "unitCode": unit})
}

fn return_policy(returns: Returns) -> Value {
    let mut policy = json!({"@type": "MerchantReturnPolicy", "applicableCountry": "AZ"});
    let (category, days) = match returns {
        Returns::WithinDays(days) => ("MerchantReturnFiniteReturnWindow", Some(days)),
        Returns::Never => ("MerchantReturnNotPermitted", None),
    };
    if let Some(policy) = policy.as_object_mut() {
        let category = format!("{CONTEXT}/{category}");
        policy.insert("returnPolicyCategory".to_owned(), category.into());
        policy.extend(days.map(|days| ("merchantReturnDays".to_owned(), days.into())));
    }
    policy
}

/// Returns the public price as the web app writes it (`web/shared/money.ts`): `1 249,00 AZN`.
pub(super) fn price_text(product: &Product, language: Language) -> String {
    let (group, point) = match language {
        Language::Az | Language::Ru => ('\u{a0}', ','),
        Language::En => (',', '.'),
    };
    let minor = public_price(product).minor();
    let mut whole = (minor / 100).to_string();
    let mut at = whole.len();
    while at > 3 {
        at -= 3;
        whole.insert(at, group);
    }
    format!("{whole}{point}{:02}\u{a0}AZN", minor % 100)
}

const fn availability(availability: Availability) -> &'static str {
    match availability {
        Availability::InStock => "InStock",
        Availability::OutOfStock => "OutOfStock",
        Availability::MadeToOrder => "MadeToOrder",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing;

    fn site() -> Site {
        Site {
            origin: "https://shop.example".to_owned(),
            brand: "Şəbəkə".to_owned(),
        }
    }

    #[test]
    fn products_have_an_offer_and_no_rating() {
        let value = product(&site(), Language::Ru, &testing::product(7), &ShopTerms::default());
        assert_eq!(value["name"], "name ru");
        assert_eq!(value["category"], "category ru");
        assert_eq!(value["sku"], "SK-7");
        // 1 249.55 less 15 %.
        assert_eq!(value["offers"]["price"], json!(1062.12));
        assert_eq!(value["offers"]["priceCurrency"], "AZN");
        assert_eq!(value["offers"]["availability"], "https://schema.org/InStock");
        assert_eq!(value["offers"]["url"], "https://shop.example/ru/shop/7");
        assert_eq!(
            value["image"],
            json!([
                "https://shop.example/images/products/sk-7/1-960.webp",
                "https://shop.example/images/products/sk-7/1.jpg"
            ])
        );
        let text = value.to_string().to_lowercase();
        assert!(!text.contains("rating") && !text.contains("review"), "{text}");
    }

    #[test]
    fn writes_public_prices_in_the_language() {
        let mut product = testing::product(7);
        assert_eq!(price_text(&product, Language::Ru), "1\u{a0}062,12\u{a0}AZN");
        assert_eq!(price_text(&product, Language::En), "1,062.12\u{a0}AZN");
        (product.price_minor, product.discount_percent) = (123_456_705, 0);
        assert_eq!(price_text(&product, Language::En), "1,234,567.05\u{a0}AZN");
        product.price_minor = 905;
        assert_eq!(price_text(&product, Language::Az), "9,05\u{a0}AZN");
    }

    #[test]
    fn products_have_the_measures_that_are_known() {
        let mut piece = testing::product(7);
        let product = |piece: &Product| product(&site(), Language::En, piece, &ShopTerms::default());
        assert_eq!(product(&piece).get("width"), None);
        let own = proto::catalog::v1::Measures {
            width_mm: 1_500,
            depth_mm: 600,
            height_mm: 2_100,
        };
        piece.sizes = Some(proto::catalog::v1::Sizes {
            own: Some(own),
            ..proto::catalog::v1::Sizes::default()
        });
        let value = product(&piece);
        let width = json!({"@type": "QuantitativeValue", "value": 1500, "unitCode": "MMT"});
        assert_eq!(
            (&value["width"], &value["height"]["value"]),
            (&width, &json!(2100))
        );
        assert_eq!(value["color"], "natural oak");
    }

    #[test]
    fn products_have_their_material_weight_warranty_and_returns() {
        let mut piece = testing::product(7);
        let mut terms = ShopTerms::default();
        let bare = product(&site(), Language::Ru, &piece, &terms);
        for name in ["material", "weight"] {
            assert_eq!(bare.get(name), None, "{name}");
        }
        for name in ["warranty", "hasMerchantReturnPolicy"] {
            assert_eq!(bare["offers"].get(name), None, "{name}");
        }
        piece.materials = Some(proto::common::v1::LocalizedText {
            ru: "Массив дуба, 22 мм\nЛатунь".to_owned(),
            ..proto::common::v1::LocalizedText::default()
        });
        piece.weight_grams = Some(142_500);
        (terms.warranty_months, terms.return_days) = (Some(60), Some(14));
        let value = product(&site(), Language::Ru, &piece, &terms);
        assert_eq!(value["material"], "Массив дуба, 22 мм; Латунь");
        assert_eq!(
            value["weight"],
            json!({"@type": "QuantitativeValue", "value": 142_500, "unitCode": "GRM"})
        );
        assert_eq!(
            value["offers"]["warranty"],
            json!({
                "@type": "WarrantyPromise",
                "durationOfWarranty": {"@type": "QuantitativeValue", "value": 60, "unitCode": "MON"},
            })
        );
        assert_eq!(
            value["offers"]["hasMerchantReturnPolicy"],
            json!({
                "@type": "MerchantReturnPolicy", "applicableCountry": "AZ", "merchantReturnDays": 14,
                "returnPolicyCategory": "https://schema.org/MerchantReturnFiniteReturnWindow",
            })
        );
        piece.stock_quantity = None;
        let made = product(&site(), Language::Ru, &piece, &terms);
        assert_eq!(
            made["offers"]["hasMerchantReturnPolicy"],
            json!({
                "@type": "MerchantReturnPolicy", "applicableCountry": "AZ",
                "returnPolicyCategory": "https://schema.org/MerchantReturnNotPermitted",
            })
        );
    }

    #[test]
    fn breadcrumb_positions_start_at_one() {
        let steps = [("Home", "/"), ("Shop", "/shop")];
        let value = breadcrumbs(&site(), Language::En, &steps);
        assert_eq!(value["itemListElement"][0]["item"], "https://shop.example/en");
        assert_eq!(value["itemListElement"][1]["position"], 2);
        assert_eq!(
            value["itemListElement"][1]["item"],
            "https://shop.example/en/shop"
        );
    }
}
