//! Prices of the lines of orders by hand and of corrected lines, and the discount limit of sales.

use kit::domain::{LocalizedText, Money, Percent, ProductId, Quantity, discounted_price};

use crate::{error::OrderError, offer, order::Line};

/// A product of the catalog.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct CatalogProduct {
    pub(crate) id: ProductId,
    pub(crate) code: String,
    pub(crate) name: LocalizedText,
    pub(crate) image: String,
    pub(crate) price: Money,
    pub(crate) discount: Percent,
    /// Whether the catalog keeps a stock of it.
    pub(crate) has_stock: bool,
}

/// A valid line of a request. `None` stands for the catalog's value.
#[derive(Debug, Clone)]
pub(crate) struct RequestedLine {
    /// The line of an order that this one corrects; its values stand for missing ones, and its design stays.
    pub(crate) before: Option<Line>,
    /// `None` for a line that is not from the catalog; name and price are set then.
    pub(crate) product: Option<ProductId>,
    pub(crate) name: Option<String>,
    pub(crate) detail: String,
    pub(crate) image: Option<String>,
    pub(crate) quantity: Quantity,
    pub(crate) list_price: Option<Money>,
    pub(crate) discount: Option<Percent>,
    pub(crate) is_made_to_order: bool,
}

/// Prices the lines in the order of the request. `limit` is the discount limit of the actor, if any.
///
/// # Errors
///
/// Fails if a line is above the limit, if the total is too large, and if the catalog lacks a product of a line.
pub(crate) fn price(
    lines: Vec<RequestedLine>,
    products: &[CatalogProduct],
    delivery_price: Money,
    limit: Option<Percent>,
) -> Result<(Vec<Line>, Money), OrderError> {
    let too_large = |_| OrderError::TotalTooLarge;
    let mut total = delivery_price;
    let mut priced = Vec::with_capacity(lines.len());
    for (index, line) in lines.into_iter().enumerate() {
        let before = line.before;
        let kept_price = before
            .as_ref()
            .map(|line| line.list_price.unwrap_or((line.unit_price, Percent::ZERO)));
        let product = line
            .product
            .and_then(|id| products.iter().find(|product| product.id == id));
        let missing = OrderError::Inconsistent("a line has neither a product nor a price");
        let list_price = line
            .list_price
            .or(kept_price.map(|(price, _)| price))
            .or_else(|| product.map(|product| product.price))
            .ok_or(missing)?;
        let discount = line
            .discount
            .or(kept_price.map(|(_, discount)| discount))
            .or_else(|| product.map(|product| product.discount))
            .unwrap_or(Percent::ZERO);
        // A price that stays was admitted before.
        let kept = before
            .as_ref()
            .filter(|_| kept_price == Some((list_price, discount)));
        let unit_price = kept.map_or_else(|| discounted_price(list_price, discount), |line| line.unit_price);
        if kept.is_none() && limit.is_some_and(|limit| is_over_limit(limit, product, discount, unit_price)) {
            return Err(OrderError::DiscountOverLimit { line: index });
        }
        let subtotal = unit_price.checked_mul(line.quantity).map_err(too_large)?;
        total = total.checked_add(subtotal).map_err(too_large)?;
        let kept_name = before.as_ref().map(|line| &line.name).filter(|kept| {
            let is_same = |name: &String| [&kept.az, &kept.ru, &kept.en].contains(&name);
            line.name.as_ref().is_none_or(is_same)
        });
        let name = match (kept_name, line.name, product) {
            (Some(name), ..) => name.clone(),
            (None, Some(name), _) => LocalizedText {
                az: name.clone(),
                ru: name.clone(),
                en: name,
            },
            (None, None, Some(product)) => product.name.clone(),
            (None, None, None) => {
                return Err(OrderError::Inconsistent(
                    "a line has neither a product nor a name",
                ));
            }
        };
        let image = line
            .image
            .or_else(|| before.as_ref().map(|line| line.image.clone()))
            .or_else(|| product.map(|product| product.image.clone()))
            .unwrap_or_default();
        priced.push(Line {
            product: line.product,
            code: before
                .as_ref()
                .and_then(|line| line.code.clone())
                .or_else(|| product.map(|product| product.code.clone())),
            name,
            image,
            detail: line.detail,
            quantity: line.quantity,
            list_price: Some((list_price, discount)),
            unit_price,
            subtotal,
            is_made_to_order: line.is_made_to_order,
            design: before.and_then(|line| line.design),
        });
    }
    Ok((priced, total))
}

/// Whether a line is above the discount limit of sales: its discount exceeds the limit and the product's own one, or its
/// price is below the catalog's less the larger of the two.
fn is_over_limit(
    limit: Percent,
    product: Option<&CatalogProduct>,
    discount: Percent,
    unit_price: Money,
) -> bool {
    let largest = product.map_or(limit, |product| limit.max(product.discount));
    discount > largest || product.is_some_and(|product| unit_price < discounted_price(product.price, largest))
}

/// Returns the pieces to reserve: those of products that are not made for this order.
///
/// # Errors
///
/// Fails with the index of the line with which a product exceeds 99 pieces.
pub(crate) fn reserved_pieces(lines: &[RequestedLine]) -> Result<Vec<(ProductId, Quantity)>, usize> {
    let reserved = |line: &RequestedLine| line.product.filter(|_| !line.is_made_to_order);
    offer::reserved_pieces(lines.iter().map(|line| (reserved(line), line.quantity)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn percent(number: u32) -> Percent {
        number.try_into().unwrap()
    }

    fn money(minor: i64) -> Money {
        Money::from_minor(minor).unwrap()
    }

    fn sofa() -> CatalogProduct {
        CatalogProduct {
            id: 1.try_into().unwrap(),
            code: "SF-1".to_owned(),
            name: LocalizedText {
                az: "Divan".to_owned(),
                ru: "Диван".to_owned(),
                en: "Sofa".to_owned(),
            },
            image: "/images/sofa.webp".to_owned(),
            price: money(100_000),
            discount: percent(20),
            has_stock: true,
        }
    }

    fn line(product: Option<i64>, list_price: Option<i64>, discount: Option<u32>) -> RequestedLine {
        RequestedLine {
            before: None,
            product: product.map(|id| id.try_into().unwrap()),
            name: product.is_none().then(|| "Kitchen".to_owned()),
            detail: String::new(),
            image: None,
            quantity: 2.try_into().unwrap(),
            list_price: list_price.map(money),
            discount: discount.map(percent),
            is_made_to_order: false,
        }
    }

    #[test]
    fn missing_values_are_those_of_the_catalog() {
        let lines = vec![line(Some(1), None, None), line(None, Some(999), Some(15))];
        let (priced, total) = price(lines, &[sofa()], money(5_000), None).unwrap();
        let sofa_line = &priced[0];
        assert_eq!(
            (sofa_line.unit_price.minor(), sofa_line.subtotal.minor()),
            (80_000, 160_000)
        );
        assert_eq!(
            (sofa_line.name.ru.as_str(), sofa_line.code.as_deref()),
            ("Диван", Some("SF-1"))
        );
        let free = &priced[1];
        assert_eq!((free.unit_price.minor(), free.subtotal.minor()), (849, 1_698));
        assert_eq!(
            (free.name.az.as_str(), free.name.en.as_str()),
            ("Kitchen", "Kitchen")
        );
        assert_eq!(total.minor(), 160_000 + 1_698 + 5_000);
    }

    #[test]
    fn limit_counts_the_products_own_discount_and_lowered_prices() {
        let check = |line: RequestedLine, limit: u32| {
            price(vec![line], &[sofa()], Money::ZERO, Some(percent(limit))).is_ok()
        };
        assert!(
            check(line(Some(1), None, Some(20)), 15),
            "the product's own discount"
        );
        assert!(!check(line(Some(1), None, Some(21)), 15));
        assert!(check(line(Some(1), None, Some(21)), 25));
        assert!(
            !check(line(Some(1), Some(70_000), Some(0)), 15),
            "a lowered list price"
        );
        assert!(check(line(Some(1), Some(80_000), Some(0)), 15));
        assert!(check(line(None, Some(70_000), Some(15)), 15));
        assert!(!check(line(None, Some(70_000), Some(16)), 15));
        let free = price(vec![line(Some(1), None, Some(99))], &[sofa()], Money::ZERO, None);
        assert!(free.is_ok(), "no limit");
    }

    #[test]
    fn reserves_each_product_once_and_nothing_made_to_order() {
        let mut made = line(Some(2), None, None);
        made.is_made_to_order = true;
        let lines = [
            line(Some(1), None, None),
            made,
            line(None, Some(1), None),
            line(Some(1), None, None),
        ];
        let pieces = reserved_pieces(&lines).unwrap();
        let pieces: Vec<_> = pieces
            .into_iter()
            .map(|(product, quantity)| (product.get(), quantity.get()))
            .collect();
        assert_eq!(pieces, [(1, 4)]);
        let mut many = line(Some(1), None, None);
        many.quantity = 98.try_into().unwrap();
        assert_eq!(reserved_pieces(&[line(Some(1), None, None), many]), Err(1));
    }
}
