//! Validation and hashing of order requests.

use std::fmt::Write as _;

use kit::{
    client_address::ClientAddress,
    clock,
    domain::{Money, ProductId, Quantity, Visit},
    failure::Failure,
    validation::{FieldErrors, INVALID, OUT_OF_RANGE},
};
use prost::Message as _;
use proto::order::v1 as wire;
use sha2::{Digest as _, Sha256};

use crate::{address::Address, attempt::Key, cart::Cart};

/// Maximum number of lines of a request.
const MAX_LINES: usize = 100;

/// Time for which a retry with a caller's key gets the stored response, in seconds.
const KEY_LIFETIME: i32 = 24 * 3600;

/// Time for which the same request without a key counts as a retry, in seconds.
const KEYLESS_LIFETIME: i32 = 60;

/// A valid order request.
#[derive(Debug, Clone)]
pub(super) struct NewOrder {
    pub(super) key: Key,
    /// The product of each line of the request.
    pub(super) requested: Vec<Option<ProductId>>,
    /// The pieces of each product, in the order of its first line.
    pub(super) lines: Vec<(ProductId, Quantity)>,
    pub(super) shipping: Address,
    pub(super) billing: Address,
    /// The total that the customer saw.
    pub(super) expected_total: Option<Money>,
    /// `None` from a gateway that sends none.
    pub(super) client_address: Option<ClientAddress>,
    /// `None` from a gateway of an earlier version.
    pub(super) cart: Option<Cart>,
    /// How the customer came to the shop. No part of the key.
    pub(super) visit: Visit,
}

impl NewOrder {
    /// Validates all fields.
    pub(super) fn parse(request: &wire::CreateOrderRequest) -> Result<Self, Failure> {
        let mut errors = FieldErrors::default();
        errors.idempotency_key(&request.idempotency_key);
        let requested = parse_lines(&request.lines, &mut errors);
        let lines = sum_by_product(&requested, &mut errors);
        let shipping = request.shipping_address.clone().unwrap_or_default();
        let shipping = parse_address("shippingAddress", shipping, &mut errors);
        let billing = match request.billing_address.clone() {
            Some(billing) => parse_address("billingAddress", billing, &mut errors),
            None => shipping.clone(),
        };
        let expected_total = request.expected_total_minor.and_then(|minor| {
            errors.check(
                "expectedTotal",
                Money::from_minor(minor).map_err(|_| OUT_OF_RANGE),
            )
        });
        let cart = request
            .cart
            .as_ref()
            .and_then(|cart| parse_cart(cart, &mut errors));
        errors.into_result()?;
        Ok(Self {
            cart,
            key: key(
                &request.idempotency_key,
                &requested,
                &shipping,
                &billing,
                expected_total,
            ),
            requested: requested.into_iter().map(|(product, _)| Some(product)).collect(),
            lines,
            shipping,
            billing,
            expected_total,
            visit: Visit::read(request.visit.as_ref(), clock::now()),
            client_address: Some(request.client_address.as_str())
                .filter(|address| !address.is_empty())
                .map(ClientAddress::parse),
        })
    }
}

fn parse_lines(lines: &[wire::OrderLineRequest], errors: &mut FieldErrors) -> Vec<(ProductId, Quantity)> {
    if lines.is_empty() {
        errors.push("orderItems", "ORDER.EMPTY");
        return Vec::new();
    }
    if lines.len() > MAX_LINES {
        errors.push("orderItems", "ORDER.TOO_MANY_LINES");
        return Vec::new();
    }
    let mut parse = |(index, line): (usize, &wire::OrderLineRequest)| {
        let product = errors.product(format!("orderItems[{index}].productId"), line.product_id);
        let quantity = errors.quantity(format!("orderItems[{index}].quantity"), line.quantity);
        product.zip(quantity)
    };
    lines.iter().enumerate().filter_map(&mut parse).collect()
}

/// Parses a cart. The gateway has read it from the cart service, so that only the customer's version can be at fault.
fn parse_cart(cart: &wire::OrderedCart, errors: &mut FieldErrors) -> Option<Cart> {
    let lines = cart.lines.iter().map(|line| {
        let product = errors.product("cart", line.product_id)?;
        Some((product, errors.quantity("cart", line.quantity)?))
    });
    let lines = lines.collect::<Option<Vec<_>>>()?;
    let subtracted = cart.subtracted_order_ids.iter().map(|id| id.parse());
    let subtracted = errors.check("cart", subtracted.collect::<Result<_, _>>().map_err(|_| INVALID))?;
    Some(Cart {
        id: errors.check("cart.id", cart.cart_id.parse().map_err(|_| INVALID))?,
        version: cart.version,
        seen_version: cart.seen_version.unwrap_or(cart.version),
        lines,
        subtracted,
    })
}

/// Sums the lines of each product.
fn sum_by_product(lines: &[(ProductId, Quantity)], errors: &mut FieldErrors) -> Vec<(ProductId, Quantity)> {
    let mut sums: Vec<(ProductId, Quantity)> = Vec::with_capacity(lines.len());
    // Parsing leaves invalid lines out, which shifts the indexes.
    let has_all_lines = errors.is_empty();
    for (index, (product, quantity)) in lines.iter().enumerate() {
        match sums.iter_mut().find(|(other, _)| other == product) {
            None => sums.push((*product, *quantity)),
            Some((_, sum)) => match sum.checked_add(*quantity) {
                Ok(total) => *sum = total,
                Err(_) if has_all_lines => {
                    errors.push(format!("orderItems[{index}].quantity"), "ORDER.TOO_MANY_PIECES");
                }
                Err(_) => {}
            },
        }
    }
    sums
}

fn parse_address(field: &str, address: wire::PostalAddress, errors: &mut FieldErrors) -> Address {
    Address::parse(&address.into()).unwrap_or_else(|nested| {
        errors.nest(field, nested);
        Address::default()
    })
}

/// Returns the idempotency key of a request.
///
/// A caller's key covers the whole request, including the expected total, but not the cart, which is another one when a retry
/// reads it. Without one, the key is a hash of lines and
/// addresses, so that a double click creates one order whatever total was shown.
fn key(
    caller_key: &str,
    lines: &[(ProductId, Quantity)],
    shipping: &Address,
    billing: &Address,
    expected_total: Option<Money>,
) -> Key {
    let mut request = wire::CreateOrderRequest {
        idempotency_key: String::new(),
        lines: lines
            .iter()
            .map(|(product, quantity)| wire::OrderLineRequest {
                product_id: product.get(),
                quantity: (*quantity).into(),
            })
            .collect(),
        shipping_address: Some(shipping.clone().into()),
        billing_address: Some(billing.clone().into()),
        expected_total_minor: None,
        client_address: String::new(),
        cart: None,
        visit: None,
    };
    if caller_key.is_empty() {
        let request_hash = Sha256::digest(request.encode_to_vec()).to_vec();
        let text = request_hash.iter().fold("request:".to_owned(), |mut text, byte| {
            // Writing to a string never fails.
            let _ = write!(text, "{byte:02x}");
            text
        });
        Key {
            text,
            request_hash,
            lifetime: KEYLESS_LIFETIME,
        }
    } else {
        request.expected_total_minor = expected_total.map(Money::minor);
        Key {
            text: format!("caller:{caller_key}"),
            request_hash: Sha256::digest(request.encode_to_vec()).to_vec(),
            lifetime: KEY_LIFETIME,
        }
    }
}

#[cfg(test)]
mod tests {
    use kit::failure::Code;

    use super::*;
    use crate::testing::{address, request};

    fn errors(request: &wire::CreateOrderRequest) -> Vec<(String, String)> {
        let failure = NewOrder::parse(request).unwrap_err();
        assert_eq!(failure.code, Code::Invalid);
        failure.fields
    }

    fn pairs(fields: &[(String, String)]) -> Vec<(&str, &str)> {
        fields
            .iter()
            .map(|(field, key)| (field.as_str(), key.as_str()))
            .collect()
    }

    #[test]
    fn sums_lines_of_a_product_in_the_order_of_the_request() {
        let order = NewOrder::parse(&request("", &[(7, 1), (3, 2), (7, 4)])).unwrap();
        let lines: Vec<_> = order
            .lines
            .iter()
            .map(|(product, quantity)| (product.get(), quantity.get()))
            .collect();
        assert_eq!(lines, [(7, 5), (3, 2)]);
        let requested: Vec<_> = order
            .requested
            .iter()
            .map(|product| product.unwrap().get())
            .collect();
        assert_eq!(requested, [7, 3, 7]);
    }

    #[test]
    fn billing_address_defaults_to_the_shipping_address() {
        let mut request = request("", &[(1, 1)]);
        request.billing_address = None;
        let order = NewOrder::parse(&request).unwrap();
        assert_eq!(order.billing, order.shipping);
    }

    #[test]
    fn names_all_invalid_fields() {
        let mut request = request("", &[(1, 0), (0, 100), (2, 1)]);
        request.idempotency_key = "a b".to_owned();
        request.expected_total_minor = Some(-1);
        request.shipping_address = Some(wire::PostalAddress {
            first_name: " ".to_owned(),
            email: "nobody".to_owned(),
            ..address()
        });
        request.billing_address = Some(wire::PostalAddress {
            postal_code: "x".repeat(201),
            ..address()
        });
        assert_eq!(
            pairs(&errors(&request)),
            [
                ("Idempotency-Key", "FIELD.INVALID"),
                ("orderItems[0].quantity", "FIELD.OUT_OF_RANGE"),
                ("orderItems[1].productId", "FIELD.INVALID"),
                ("orderItems[1].quantity", "FIELD.OUT_OF_RANGE"),
                ("shippingAddress.firstName", "FIELD.REQUIRED"),
                ("shippingAddress.email", "CONTACT.FORM.INVALID_EMAIL"),
                ("billingAddress.postalCode", "FIELD.TOO_LONG"),
                ("expectedTotal", "FIELD.OUT_OF_RANGE"),
            ]
        );
    }

    #[test]
    fn accepts_1_to_100_lines_and_at_most_99_pieces_of_a_product() {
        assert_eq!(pairs(&errors(&request("", &[]))), [("orderItems", "ORDER.EMPTY")]);
        let lines: Vec<_> = (1..=101).map(|id| (id, 1)).collect();
        assert_eq!(
            pairs(&errors(&request("", &lines))),
            [("orderItems", "ORDER.TOO_MANY_LINES")]
        );
        assert!(NewOrder::parse(&request("", &lines[..100])).is_ok());
        assert_eq!(
            pairs(&errors(&request("", &[(1, 60), (2, 1), (1, 40)]))),
            [("orderItems[2].quantity", "ORDER.TOO_MANY_PIECES")]
        );
    }

    #[test]
    fn callers_key_covers_the_whole_request() {
        let parse = |request: &wire::CreateOrderRequest| NewOrder::parse(request).unwrap().key;
        let first = request("a", &[(1, 1)]);
        assert_eq!(parse(&first), parse(&first.clone()));
        let other_total = wire::CreateOrderRequest {
            expected_total_minor: Some(5),
            ..first.clone()
        };
        assert_eq!(parse(&first).text, parse(&other_total).text);
        assert_ne!(parse(&first).request_hash, parse(&other_total).request_hash);
        assert_ne!(
            parse(&first).request_hash,
            parse(&request("a", &[(1, 2)])).request_hash
        );
    }

    #[test]
    fn key_defaults_to_a_hash_of_lines_and_addresses() {
        let parse = |request: &wire::CreateOrderRequest| NewOrder::parse(request).unwrap().key;
        let first = request("", &[(1, 1)]);
        let other_total = wire::CreateOrderRequest {
            expected_total_minor: Some(5),
            ..first.clone()
        };
        assert_eq!(parse(&first), parse(&other_total));
        assert_ne!(parse(&first).text, parse(&request("", &[(1, 2)])).text);
        assert_eq!(parse(&first).lifetime, 60);
        // A caller cannot choose a derived key.
        let chosen = request(&parse(&first).text, &[(1, 1)]);
        assert_ne!(parse(&chosen).text, parse(&first).text);
    }
}
