//! Lines and sums of an offer.

use kit::domain::Language;
use proto::inquiry::v1::{self as inquiry, offer_line::CatalogFacts};
use serde_json::{Value, json};

use super::design::OfferLineDesign;
use crate::convert::{self, Amount};

/// Current data of the product of a line in the catalog.
#[response]
#[derive(Debug, Clone)]
pub(crate) struct LineCatalog {
    /// Price of one piece before the product's own discount, in AZN.
    price: Amount,
    /// The product's own discount in whole percent.
    discount: u32,
    /// Pieces in stock; `null` if it is made to order.
    stock_quantity: Option<i64>,
    /// Whether it is sold.
    is_active: bool,
}

/// Line of an offer.
#[response]
#[derive(Debug, Clone)]
pub(crate) struct OfferLine {
    /// UUID.
    id: String,
    /// `null` on a line that is not from the catalog.
    product_id: Option<i64>,
    /// Article code.
    code: Option<String>,
    /// Name in the language of the offer; empty once wiped.
    name: String,
    /// Details such as sizes.
    detail: String,
    /// Path of the image.
    image_url: Option<String>,
    /// 1 to 99.
    quantity: u32,
    /// Price of one piece before the discount, in AZN.
    list_price: Amount,
    /// Whole percent.
    discount: u32,
    /// Price of one piece after the discount, in AZN.
    unit_price: Amount,
    /// Amount of the line in AZN.
    subtotal: Amount,
    /// Whether it is made for the customer, so that it takes no piece from stock.
    is_made_to_order: bool,
    /// Whether the price is the one of the catalog for another size, which nobody has checked.
    is_price_to_check: bool,
    /// The product now; `null` on a line that is not from the catalog, and while the catalog does not answer.
    catalog: Option<LineCatalog>,
    /// Design of the piece; `null` without one.
    design: Option<OfferLineDesign>,
}

impl OfferLine {
    /// The OpenAPI example.
    pub(super) fn example() -> Value {
        json!({"id": "01936b2e-7c00-7000-8000-000000000202", "productId": 205, "code": "MT-205",
            "name": "Кухня угловая, дуб", "detail": "285 × 215", "imageUrl": "/images/products/mt-205/1-960.webp",
            "quantity": 1, "listPrice": 6840.00, "discount": 15, "unitPrice": 5814.00, "subtotal": 5814.00,
            "isMadeToOrder": true, "isPriceToCheck": false,
            "catalog": {"price": 6840.00, "discount": 15, "stockQuantity": null, "isActive": true}, "design": null})
    }

    /// The OpenAPI example of a designed piece.
    pub(super) fn designed_example() -> Value {
        json!({"id": "01936b2e-7c00-7000-8000-000000000203", "productId": null, "code": null, "name": "Шкаф",
            "detail": "в нише 243 × 62 × 262 см, секции: 4, корпус: белый, фасады: дуб", "imageUrl": null,
            "quantity": 1, "listPrice": 2914.00, "discount": 0, "unitPrice": 2914.00, "subtotal": 2914.00,
            "isMadeToOrder": true, "isPriceToCheck": false, "catalog": null, "design": OfferLineDesign::example()})
    }

    /// Converts a line; `language` is that of the request, `of_offer` that of the offer.
    pub(super) fn new(line: inquiry::OfferLine, language: Language, of_offer: Language) -> Self {
        Self {
            id: line.id,
            product_id: line.product_id,
            code: convert::non_empty(line.code),
            name: line.name,
            detail: line.detail,
            image_url: convert::non_empty(line.image_url),
            quantity: line.quantity,
            list_price: convert::amount(line.list_price_minor),
            discount: line.discount_percent,
            unit_price: convert::amount(line.unit_price_minor),
            subtotal: convert::amount(line.subtotal_minor),
            is_made_to_order: line.is_made_to_order,
            is_price_to_check: line.is_price_to_check,
            catalog: line.catalog.map(Into::into),
            design: line
                .design
                .and_then(|design| OfferLineDesign::new(design, language, of_offer)),
        }
    }
}

impl From<CatalogFacts> for LineCatalog {
    fn from(facts: CatalogFacts) -> Self {
        Self {
            price: convert::amount(facts.price_minor),
            discount: facts.discount_percent,
            stock_quantity: facts.stock_quantity,
            is_active: facts.is_active,
        }
    }
}

/// Sums of an offer in AZN.
#[response]
#[derive(Debug, Clone)]
pub(crate) struct OfferTotals {
    /// Before discounts, without the delivery.
    list_total: Amount,
    /// All discounts.
    discount_total: Amount,
    /// With the delivery.
    total: Amount,
    /// First payment.
    deposit: Amount,
}

impl OfferTotals {
    /// Returns the sums of an offer.
    pub(in crate::routes) fn new(offer: &inquiry::Offer) -> Self {
        Self {
            list_total: convert::amount(offer.list_total_minor),
            discount_total: convert::amount(offer.savings_minor),
            total: convert::amount(offer.total_minor),
            deposit: convert::amount(offer.deposit_minor),
        }
    }
}
