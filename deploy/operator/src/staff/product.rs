//! `cargo xtask staff product`.

use anyhow::{Context as _, Result};
use proto::{
    catalog::v1::{Measures, Product, StockChange, Stores, UpdateProductRequest, stock_change::Value},
    content::v1::ListStoresRequest,
};
use toolkit::console::{format_table, print_status};

use super::{format_price, parse_price};
use crate::clients::{Clients, call, request};

/// A product and its changes; omitted attributes stay.
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
    /// Width, depth and height in millimetres, such as 1500x600x2100.
    #[arg(long, group = "change", value_parser = parse_measures)]
    size: Option<Measures>,
    /// Whether it is made in this size only.
    #[arg(long, group = "change")]
    fixed: Option<bool>,
    /// The codes of the stores that show it, separated by commas, or none.
    #[arg(long, group = "change")]
    shown_in: Option<String>,
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

fn parse_measures(text: &str) -> Result<Measures, String> {
    let sides: Result<Vec<u32>, _> = text.split('x').map(str::parse).collect();
    match sides.as_deref() {
        Ok(&[width_mm, depth_mm, height_mm]) => Ok(Measures {
            width_mm,
            depth_mm,
            height_mm,
        }),
        _ => Err("expected three numbers, such as 1500x600x2100".to_owned()),
    }
}

/// Returns the stores with some codes.
async fn stores(clients: &Clients, codes: &str) -> Result<Stores> {
    if codes == "none" {
        return Ok(Stores::default());
    }
    let stores = call(clients.content()?.list_stores(request(ListStoresRequest {})))
        .await?
        .stores;
    let store_ids: Result<_> = codes
        .split(',')
        .map(|code| {
            let store = stores.iter().find(|store| store.code == code);
            Ok(store
                .with_context(|| format!("there is no store {code}"))?
                .id
                .clone())
        })
        .collect();
    Ok(Stores {
        store_ids: store_ids?,
    })
}

/// Changes a product and prints it.
pub(crate) async fn update(clients: &Clients, arguments: ProductArguments) -> Result<()> {
    let shown_in = match &arguments.shown_in {
        Some(codes) => Some(stores(clients, codes).await?),
        None => None,
    };
    let message = UpdateProductRequest {
        code: arguments.code,
        price_minor: arguments.price,
        discount_percent: arguments.discount,
        stock: arguments.stock.map(|value| StockChange { value: Some(value) }),
        is_active: arguments.active,
        measures: arguments.size,
        is_fixed: arguments.fixed,
        shown_in,
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
    fn parses_width_depth_and_height() {
        let measures = parse_measures("1500x600x2100").unwrap();
        assert_eq!(
            [measures.width_mm, measures.depth_mm, measures.height_mm],
            [1500, 600, 2100]
        );
        for wrong in [
            "1500x600",
            "1500x600x2100x1",
            "1500 x 600 x 2100",
            "150.5x1x1",
            "",
        ] {
            assert!(parse_measures(wrong).is_err(), "{wrong}");
        }
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
