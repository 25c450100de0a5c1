//! The wishlist of an account.

use axum::extract::State;
use kit::domain::{Language, Percent, ProductId};
use proto::{
    account::v1::{AddWishRequest, ClearWishesRequest, ListWishesRequest, RemoveWishRequest, Wish},
    catalog::v1 as catalog,
};

use crate::{
    convert::{self, Amount},
    envelope::{Acknowledgement, Envelope},
    error::ApiResult,
    extract::{Customer, PathId},
    openapi::ErrorResponse,
    state::AppState,
};

/// Wishlist item. A product that is no longer sold has no price.
#[response]
#[derive(Debug, Clone)]
pub(crate) struct WishlistItem {
    /// UUID.
    id: String,
    product_id: i64,
    product_name: String,
    product_name_az: String,
    product_name_ru: String,
    product_name_en: String,
    product_image: Option<String>,
    /// Price before discounts, in AZN; null if the product is no longer sold.
    price: Option<Amount>,
    /// Discount in whole percent; 0 if none.
    discount: u32,
    /// Personal discount of the customer in whole percent; null if none.
    user_specific_discount: Option<u8>,
    /// Pieces in stock; null if made to order.
    stock_quantity: Option<i64>,
    /// `false` if the product is no longer sold.
    is_active: bool,
}

impl WishlistItem {
    fn new(wish: Wish, product: catalog::Product, default: Language, own: Percent) -> Self {
        let product_image = convert::first_image(&product);
        let name = convert::localized(product.name);
        Self {
            id: wish.id,
            product_id: wish.product_id,
            product_name: convert::base_text(&name, default),
            product_name_az: name.az,
            product_name_ru: name.ru,
            product_name_en: name.en,
            product_image,
            price: product.is_active.then(|| convert::amount(product.price_minor)),
            discount: product.discount_percent,
            user_specific_discount: convert::user_discount(own),
            stock_quantity: product.stock_quantity,
            is_active: product.is_active,
        }
    }
}

/// Lists the customer's wishlist, newest first.
#[utoipa::path(get, path = "/account/wishlist", tag = "account", security(("session" = [])),
    responses((status = 200, body = Envelope<Vec<WishlistItem>>, description = "Wishlist items",
        example = json!({"success": true, "message": null, "data": [{
            "id": "01936b2e-7c00-7000-8000-000000000001", "productId": 1,
            "productName": "Oak wardrobe, three doors", "productNameAz": "Palıd şkaf, üç qapılı",
            "productNameRu": "Шкаф дубовый, три двери", "productNameEn": "Oak wardrobe, three doors",
            "productImage": "/images/products/sk-101/1-960.webp", "price": 1249.55, "discount": 15,
            "userSpecificDiscount": null, "stockQuantity": 6, "isActive": true}]}))))]
pub(crate) async fn get_wishlist(
    State(state): State<AppState>,
    customer: Customer,
) -> ApiResult<Envelope<Vec<WishlistItem>>> {
    let request = customer.request(ListWishesRequest {});
    let response = state
        .clients
        .account
        .clone()
        .list_wishes(request)
        .await?
        .into_inner();
    let ids = response.wishes.iter().map(|wish| wish.product_id).collect();
    let mut products = state.clients.catalog.get_products(ids).await?;
    let items = response
        .wishes
        .into_iter()
        .map(|wish| {
            let product = products.remove(&wish.product_id).unwrap_or_default();
            WishlistItem::new(wish, product, state.default_language, customer.session.discount)
        })
        .collect();
    Ok(Envelope::new(items))
}

/// Adds a product to the wishlist. Succeeds if it is already there.
#[utoipa::path(post, path = "/account/wishlist/{productId}", tag = "account", security(("session" = [], "xsrf" = [])),
    params(("productId" = i64, Path, minimum = 1, description = "Product id")),
    responses((status = 200, body = Acknowledgement, description = "Product is on the wishlist",
        example = Acknowledgement::success),
        ErrorResponse::<409>))]
pub(crate) async fn add_wish(
    State(state): State<AppState>,
    customer: Customer,
    PathId(product): PathId<ProductId>,
) -> ApiResult<Acknowledgement> {
    let request = customer.request(AddWishRequest {
        product_id: product.get(),
    });
    state.clients.account.clone().add_wish(request).await?;
    Ok(Acknowledgement::success())
}

/// Removes a product from the wishlist. Succeeds if it is not there.
#[utoipa::path(delete, path = "/account/wishlist/{productId}", tag = "account", security(("session" = [], "xsrf" = [])),
    params(("productId" = i64, Path, minimum = 1, description = "Product id")),
    responses((status = 200, body = Acknowledgement, description = "Product is not on the wishlist",
        example = Acknowledgement::success)))]
pub(crate) async fn remove_wish(
    State(state): State<AppState>,
    customer: Customer,
    PathId(product): PathId<ProductId>,
) -> ApiResult<Acknowledgement> {
    let request = customer.request(RemoveWishRequest {
        product_id: product.get(),
    });
    state.clients.account.clone().remove_wish(request).await?;
    Ok(Acknowledgement::success())
}

/// Removes all products from the wishlist.
#[utoipa::path(delete, path = "/account/wishlist", tag = "account", security(("session" = [], "xsrf" = [])),
    responses((status = 200, body = Acknowledgement, description = "Wishlist cleared",
        example = Acknowledgement::success)))]
pub(crate) async fn clear_wishlist(
    State(state): State<AppState>,
    customer: Customer,
) -> ApiResult<Acknowledgement> {
    let request = customer.request(ClearWishesRequest {});
    state.clients.account.clone().clear_wishes(request).await?;
    Ok(Acknowledgement::success())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::testing;

    #[test]
    fn only_active_products_have_a_price() {
        let wish = Wish {
            id: "w".to_owned(),
            product_id: 7,
        };
        let json = |product| {
            let item = WishlistItem::new(wish.clone(), product, Language::En, Percent::ZERO);
            serde_json::to_value(item).unwrap()
        };
        let mut product = testing::product(7);
        let sold = json(product.clone());
        assert_eq!(
            (&sold["price"], &sold["stockQuantity"]),
            (&json!(1249.55), &json!(4))
        );
        product.is_active = false;
        let gone = json(product);
        assert_eq!((&gone["price"], &gone["isActive"]), (&json!(null), &json!(false)));
    }
}
