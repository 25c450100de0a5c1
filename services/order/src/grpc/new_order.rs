//! What is asked for: decoded, checked, and hashed so that a retry is known as one.

use std::fmt::Write as _;

use kit::{
    domain::{Money, ProductId, Quantity},
    failure::{Code, Failure},
};
use prost::Message as _;
use proto::order::v1 as wire;
use sha2::{Digest as _, Sha256};

use crate::{address::Address, attempt::Key};

/// Lines of an order at most, before they are summed.
const MOST_LINES: usize = 100;

/// Characters of a caller's key at most.
const LONGEST_KEY: usize = 255;

/// Seconds for which a retry under a caller's key gets the first answer.
const KEY_LIFETIME: i32 = 24 * 3600;

/// Seconds for which the same request without a key counts as a retry.
const KEYLESS_LIFETIME: i32 = 60;

/// A request that can become an order.
#[derive(Debug, Clone)]
pub(super) struct NewOrder {
    pub(super) key: Key,
    /// The product of each line, as the lines came.
    pub(super) asked: Vec<ProductId>,
    /// The pieces of each product, in the order in which they were first asked for.
    pub(super) wanted: Vec<(ProductId, Quantity)>,
    pub(super) shipping: Address,
    pub(super) billing: Address,
    /// What the customer was shown.
    pub(super) expected_total: Option<Money>,
}

impl NewOrder {
    /// Checks all fields; names every field that is wrong.
    pub(super) fn parse(request: &wire::CreateOrderRequest) -> Result<Self, Failure> {
        let mut failure = Failure::new(Code::Invalid);
        check_key(&request.idempotency_key, &mut failure.fields);
        let lines = lines(&request.lines, &mut failure.fields);
        let wanted = sum(&lines, &mut failure.fields);
        let given = request.shipping_address.clone().unwrap_or_default();
        let shipping = address("shippingAddress", given, &mut failure.fields);
        let billing = match request.billing_address.clone() {
            Some(given) => address("billingAddress", given, &mut failure.fields),
            None => shipping.clone(),
        };
        let expected_total = request
            .expected_total_minor
            .map(Money::from_minor)
            .transpose()
            .unwrap_or_else(|_| {
                failure
                    .fields
                    .push(("expectedTotal".to_owned(), "FIELD.OUT_OF_RANGE".to_owned()));
                None
            });
        if !failure.fields.is_empty() {
            return Err(failure);
        }
        Ok(Self {
            key: key(
                &request.idempotency_key,
                &lines,
                &shipping,
                &billing,
                expected_total,
            ),
            asked: lines.into_iter().map(|(product, _)| product).collect(),
            wanted,
            shipping,
            billing,
            expected_total,
        })
    }
}

type Fields = Vec<(String, String)>;

fn check_key(key: &str, wrong: &mut Fields) {
    let problem = if key.chars().count() > LONGEST_KEY {
        "FIELD.TOO_LONG"
    } else if !key.bytes().all(|byte| byte.is_ascii_graphic()) {
        "FIELD.INVALID"
    } else {
        return;
    };
    wrong.push(("Idempotency-Key".to_owned(), problem.to_owned()));
}

fn lines(given: &[wire::OrderLineRequest], wrong: &mut Fields) -> Vec<(ProductId, Quantity)> {
    let whole = match given.len() {
        0 => Some("ORDER.EMPTY"),
        count if count > MOST_LINES => Some("ORDER.TOO_MANY_LINES"),
        _ => None,
    };
    if let Some(key) = whole {
        wrong.push(("orderItems".to_owned(), key.to_owned()));
        return Vec::new();
    }
    let mut lines = Vec::with_capacity(given.len());
    for (index, line) in given.iter().enumerate() {
        let product = ProductId::try_from(line.product_id);
        let quantity = Quantity::try_from(line.quantity);
        if product.is_err() {
            wrong.push((
                format!("orderItems[{index}].productId"),
                "FIELD.INVALID".to_owned(),
            ));
        }
        if quantity.is_err() {
            wrong.push((
                format!("orderItems[{index}].quantity"),
                "FIELD.OUT_OF_RANGE".to_owned(),
            ));
        }
        if let (Ok(product), Ok(quantity)) = (product, quantity) {
            lines.push((product, quantity));
        }
    }
    lines
}

/// Sums the lines of each product. It is called with the lines that are right by themselves.
fn sum(lines: &[(ProductId, Quantity)], wrong: &mut Fields) -> Vec<(ProductId, Quantity)> {
    let mut wanted: Vec<(ProductId, Quantity)> = Vec::with_capacity(lines.len());
    let all_right = wrong.is_empty();
    for (index, (product, quantity)) in lines.iter().enumerate() {
        match wanted.iter_mut().find(|(known, _)| known == product) {
            None => wanted.push((*product, *quantity)),
            Some((_, sum)) => match sum.checked_add(*quantity) {
                Ok(more) => *sum = more,
                // Where a line was left out before, its index would name another one.
                Err(_) if all_right => wrong.push((
                    format!("orderItems[{index}].quantity"),
                    "ORDER.TOO_MANY_PIECES".to_owned(),
                )),
                Err(_) => {}
            },
        }
    }
    wanted
}

fn address(whose: &str, given: wire::PostalAddress, wrong: &mut Fields) -> Address {
    Address::parse(&given.into()).unwrap_or_else(|problems| {
        let named = problems
            .into_iter()
            .map(|(field, key)| (format!("{whose}.{field}"), key.to_owned()));
        wrong.extend(named);
        Address::default()
    })
}

/// The key under which this is tried.
///
/// A caller's key stands for all that is in the request, the expected total too. Without one the lines and addresses
/// are the key: who presses the button twice gets one order, whatever total was shown.
fn key(
    given: &str,
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
    };
    if given.is_empty() {
        let request_hash = Sha256::digest(request.encode_to_vec()).to_vec();
        let text = request_hash.iter().fold("request:".to_owned(), |mut text, byte| {
            // Writing to a text never fails.
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
            text: format!("caller:{given}"),
            request_hash: Sha256::digest(request.encode_to_vec()).to_vec(),
            lifetime: KEY_LIFETIME,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{address, request};

    fn wrong(request: &wire::CreateOrderRequest) -> Vec<(String, String)> {
        let failure = NewOrder::parse(request).unwrap_err();
        assert_eq!(failure.code, Code::Invalid);
        failure.fields
    }

    fn named(fields: &[(String, String)]) -> Vec<(&str, &str)> {
        fields
            .iter()
            .map(|(field, key)| (field.as_str(), key.as_str()))
            .collect()
    }

    #[test]
    fn lines_of_one_product_are_summed_in_the_order_of_asking() {
        let order = NewOrder::parse(&request("", &[(7, 1), (3, 2), (7, 4)])).unwrap();
        let wanted: Vec<_> = order
            .wanted
            .iter()
            .map(|(product, quantity)| (product.get(), quantity.get()))
            .collect();
        assert_eq!(wanted, [(7, 5), (3, 2)]);
        let asked: Vec<_> = order.asked.iter().map(|product| product.get()).collect();
        assert_eq!(asked, [7, 3, 7]);
    }

    #[test]
    fn a_missing_billing_address_is_the_shipping_address() {
        let mut given = request("", &[(1, 1)]);
        given.billing_address = None;
        let order = NewOrder::parse(&given).unwrap();
        assert_eq!(order.billing, order.shipping);
    }

    #[test]
    fn all_wrong_fields_are_named_as_the_form_names_them() {
        let mut given = request("", &[(1, 0), (0, 100), (2, 1)]);
        given.idempotency_key = "a b".to_owned();
        given.expected_total_minor = Some(-1);
        given.shipping_address = Some(wire::PostalAddress {
            first_name: " ".to_owned(),
            email: "nobody".to_owned(),
            ..address()
        });
        given.billing_address = Some(wire::PostalAddress {
            postal_code: "x".repeat(201),
            ..address()
        });
        assert_eq!(
            named(&wrong(&given)),
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
    fn an_order_has_1_to_100_lines_and_at_most_99_pieces_of_a_product() {
        assert_eq!(named(&wrong(&request("", &[]))), [("orderItems", "ORDER.EMPTY")]);
        let lines: Vec<_> = (1..=101).map(|id| (id, 1)).collect();
        assert_eq!(
            named(&wrong(&request("", &lines))),
            [("orderItems", "ORDER.TOO_MANY_LINES")]
        );
        assert!(NewOrder::parse(&request("", &lines[..100])).is_ok());
        assert_eq!(
            named(&wrong(&request("", &[(1, 60), (2, 1), (1, 40)]))),
            [("orderItems[2].quantity", "ORDER.TOO_MANY_PIECES")]
        );
    }

    #[test]
    fn a_key_stands_for_the_whole_request() {
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
    fn without_a_key_the_lines_and_addresses_are_the_key() {
        let parse = |request: &wire::CreateOrderRequest| NewOrder::parse(request).unwrap().key;
        let first = request("", &[(1, 1)]);
        let other_total = wire::CreateOrderRequest {
            expected_total_minor: Some(5),
            ..first.clone()
        };
        assert_eq!(parse(&first), parse(&other_total));
        assert_ne!(parse(&first).text, parse(&request("", &[(1, 2)])).text);
        assert_eq!(parse(&first).lifetime, 60);
        // Nobody can choose a key that equals one of these.
        let chosen = request(&parse(&first).text, &[(1, 1)]);
        assert_ne!(parse(&chosen).text, parse(&first).text);
    }
}
