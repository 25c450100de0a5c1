//! JSON of carts: the lines of the cart service, joined with the catalog's products.

use kit::domain::{Language, Percent};
use proto::{cart::v1 as cart, catalog::v1 as catalog};
use serde_json::{Value, json};

use crate::{
    convert::{self, Amount},
    error::ApiResult,
    extract::Customer,
    state::AppState,
};

/// Shopping cart.
#[response]
#[derive(Debug, Clone)]
pub(crate) struct Cart {
    /// UUID.
    id: String,
    /// Number of changes, by which an order names the cart that the customer saw.
    version: i64,
    /// Cart lines, in the order of their first addition.
    #[expect(clippy::struct_field_names, reason = "the name in the contract")]
    cart_items: Vec<CartItem>,
}

/// Cart line. A product that is no longer sold has no price and can only be removed.
#[response]
#[derive(Debug, Clone)]
pub(crate) struct CartItem {
    product_id: i64,
    product_name: String,
    product_name_az: String,
    product_name_ru: String,
    product_name_en: String,
    product_description: String,
    product_description_az: String,
    product_description_ru: String,
    product_description_en: String,
    /// Unit price before discounts, in AZN; null if the product is no longer sold.
    product_price: Option<Amount>,
    product_image: Option<String>,
    /// Discount in whole percent; 0 if none.
    discount: u32,
    /// Personal discount of the customer in whole percent; null if none.
    user_specific_discount: Option<u8>,
    /// Number of pieces, 1 to 99.
    quantity: u32,
    /// `false` if the product is no longer sold.
    is_active: bool,
    /// Pieces in stock; null if made to order.
    stock_quantity: Option<i64>,
}

impl CartItem {
    fn new(line: cart::CartItem, product: catalog::Product, default: Language, own: Percent) -> Self {
        let product_image = convert::first_image(&product);
        let name = convert::localized(product.name);
        let description = convert::localized(product.description);
        Self {
            product_id: line.product_id,
            product_name: convert::base_text(&name, default),
            product_name_az: name.az,
            product_name_ru: name.ru,
            product_name_en: name.en,
            product_description: convert::base_text(&description, default),
            product_description_az: description.az,
            product_description_ru: description.ru,
            product_description_en: description.en,
            product_price: product.is_active.then(|| convert::amount(product.price_minor)),
            product_image,
            discount: product.discount_percent,
            user_specific_discount: convert::user_discount(own),
            quantity: line.quantity,
            is_active: product.is_active,
            stock_quantity: product.stock_quantity,
        }
    }

    /// The OpenAPI example.
    pub(super) fn example() -> Value {
        json!({
            "productId": 1,
            "productName": "Oak wardrobe, three doors", "productNameAz": "Palıd şkaf, üç qapılı",
            "productNameRu": "Шкаф дубовый, три двери", "productNameEn": "Oak wardrobe, three doors",
            "productDescription": "Doors of solid oak.", "productDescriptionAz": "Bütöv palıddan qapılar.",
            "productDescriptionRu": "Двери из массива дуба.", "productDescriptionEn": "Doors of solid oak.",
            "productPrice": 1249.55, "productImage": "/images/products/sk-101/1-960.webp", "discount": 15,
            "userSpecificDiscount": null, "quantity": 2, "isActive": true, "stockQuantity": 6,
        })
    }
}

/// Joins a cart with its products. Unknown products are shown as inactive.
pub(in crate::routes) async fn with_products(
    state: &AppState,
    customer: &Customer,
    cart: cart::Cart,
) -> ApiResult<Cart> {
    let ids = cart.items.iter().map(|line| line.product_id).collect();
    let mut products = state.clients.catalog.get_products(ids).await?;
    let cart_items = cart
        .items
        .into_iter()
        .map(|line| {
            let product = products.remove(&line.product_id).unwrap_or_default();
            CartItem::new(line, product, state.default_language, customer.session.discount)
        })
        .collect();
    Ok(Cart {
        id: cart.id,
        version: cart.version.unwrap_or_default(),
        cart_items,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing;

    fn line() -> cart::CartItem {
        cart::CartItem {
            product_id: 7,
            quantity: 2,
        }
    }

    #[test]
    fn lines_have_the_name_and_price_of_their_product() {
        let own = Percent::try_from(12_u32).unwrap();
        let item = CartItem::new(line(), testing::product(7), Language::Az, own);
        let json = serde_json::to_value(item).unwrap();
        assert_eq!(json["productName"], json["productNameAz"]);
        assert_eq!(json["productPrice"], json!(1249.55));
        assert_eq!(
            (&json["discount"], &json["userSpecificDiscount"]),
            (&json!(15), &json!(12))
        );
        assert_eq!((&json["quantity"], &json["isActive"]), (&json!(2), &json!(true)));
        assert_eq!(json["productImage"], "/images/products/sk-7/1-960.webp");
    }

    #[test]
    fn inactive_products_have_no_price() {
        let mut product = testing::product(7);
        product.is_active = false;
        for product in [product, catalog::Product::default()] {
            let item = CartItem::new(line(), product, Language::Az, Percent::ZERO);
            let json = serde_json::to_value(item).unwrap();
            assert_eq!(
                (&json["productPrice"], &json["isActive"]),
                (&json!(null), &json!(false))
            );
        }
    }
}
