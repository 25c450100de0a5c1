//! `cargo xtask staff product`.

use anyhow::{Context as _, Result};
use proto::catalog::v1::{Product, StockChange, UpdateProductRequest, stock_change::Value};
use toolkit::console::{format_table, print_status};

use super::{format_price, parse_price};
use crate::clients::{Clients, call, request};

/// A product and its changes; what is not given stays.
#[derive(Debug, clap::Args)]
#[command(group = clap::ArgGroup::new("change").required(true).multiple(true))]
pub struct ProductArguments {
    /// The code, such as SK-101.
    code: String,
    /// AZN, at most two decimals.
    #[arg(long, group = "change", value_parser = parse_price)]
    price: Option<i64>,
    /// Whole percent, 0 to 99.
    #[arg(long, group = "change", value_parser = clap::value_parser!(u32).range(0..=99))]
    discount: Option<u32>,
    /// Pieces in stock, or made-to-order.
    #[arg(long, group = "change", value_parser = parse_stock)]
    stock: Option<Value>,
    /// Whether the product is for sale.
    #[arg(long, group = "change")]
    active: Option<bool>,
}

fn parse_stock(text: &str) -> Result<Value, String> {
    if text == "made-to-order" {
        return Ok(Value::MadeToOrder(true));
    }
    match text.parse() {
        Ok(pieces) if pieces >= 0 => Ok(Value::Quantity(pieces)),
        _ => Err("expected a number of pieces, or made-to-order".to_owned()),
    }
}

/// Changes a product and prints it.
pub(crate) async fn update(clients: &Clients, arguments: ProductArguments) -> Result<()> {
    let message = UpdateProductRequest {
        code: arguments.code,
        price_minor: arguments.price,
        discount_percent: arguments.discount,
        stock: arguments.stock.map(|value| StockChange { value: Some(value) }),
        is_active: arguments.active,
    };
    let answer = call(clients.catalog()?.update_product(request(message))).await?;
    let product = answer.product.context("the shop returned no product")?;
    print_status(&format_product(&product));
    Ok(())
}

fn format_product(product: &Product) -> String {
    let heading = ["Code", "Name", "Price", "Discount", "Stock", "Sold"];
    let row = [
        product.code.clone(),
        product
            .name
            .as_ref()
            .map(|name| name.en.clone())
            .unwrap_or_default(),
        format_price(product.price_minor),
        format!("{} %", product.discount_percent),
        product
            .stock_quantity
            .map_or_else(|| "made to order".to_owned(), |pieces| pieces.to_string()),
        if product.is_active { "yes" } else { "no" }.to_owned(),
    ];
    format_table(heading, [row])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parses_stock_as_pieces_or_made_to_order() {
        assert_eq!(parse_stock("0"), Ok(Value::Quantity(0)));
        assert_eq!(parse_stock("made-to-order"), Ok(Value::MadeToOrder(true)));
        assert!(parse_stock("-1").is_err());
        assert!(parse_stock("many").is_err());
    }

    #[test]
    fn formats_a_product_without_stock_as_made_to_order() {
        let product = Product {
            code: "SK-1".to_owned(),
            price_minor: 100,
            is_active: true,
            ..Product::default()
        };
        let text = format_product(&product);
        assert!(
            text.contains("made to order") && text.contains("1.00 AZN"),
            "{text}"
        );
    }
}
