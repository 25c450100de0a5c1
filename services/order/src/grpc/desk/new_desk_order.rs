//! Validation of orders by hand.

use kit::{
    caller::Actor,
    domain::{Language, Money, Percent, ProductId, Quantity, Visit},
    failure::Failure,
    validation::{FieldErrors, INVALID, OUT_OF_RANGE, REQUIRED},
    vocabulary::ProtobufWord as _,
};
use proto::order::v1 as wire;
use sha2::{Digest as _, Sha256};
use time::OffsetDateTime;
use uuid::Uuid;

use super::{convert, idempotency_key};
use crate::{
    address::Address,
    attempt::Key,
    desk::{Delivery, DeliveryMethod, Source},
    desk_pricing::RequestedLine,
    order::Line,
};

/// Maximum number of lines of a request.
const MAX_LINES: usize = 100;

/// Largest price in qəpik.
const MAX_PRICE: i64 = 1_000_000_000;

/// Time for which a retry gets the order again, in seconds.
const KEY_LIFETIME: i32 = 24 * 3600;

/// A valid order by hand.
#[derive(Debug, Clone)]
pub(super) struct NewDeskOrder {
    pub(super) key: Key,
    pub(super) source: Source,
    pub(super) language: Language,
    pub(super) lines: Vec<RequestedLine>,
    pub(super) delivery_price: Money,
    /// The total that the actor saw.
    pub(super) expected_total: Option<Money>,
    pub(super) shipping: Address,
    pub(super) billing: Address,
    pub(super) delivery: Option<Delivery>,
    /// Id, number and assignee of the quote.
    pub(super) quote: Option<(Uuid, String, Option<String>)>,
    /// How the customer of the quote came to the shop.
    pub(super) visit: Visit,
}

impl NewDeskOrder {
    /// Validates all fields.
    pub(super) fn parse(
        actor: &Actor,
        request: &wire::CreateDeskOrderRequest,
        now: OffsetDateTime,
    ) -> Result<Self, Failure> {
        let mut errors = FieldErrors::default();
        idempotency_key(&mut errors, actor, &request.idempotency_key);
        let source = errors.required_word("source", request.source);
        let is_by_hand = !matches!(source, Some(Source::Website | Source::Offer));
        errors.ensure(is_by_hand, "source", INVALID);
        let lines = parse_lines(&mut errors, &request.lines, |_| None);
        let delivery_price = errors.check("deliveryPrice", money(request.delivery_price_minor));
        let expected_total = request.expected_total_minor.and_then(|minor| {
            errors.check(
                "expectedTotal",
                Money::from_minor(minor).map_err(|_| OUT_OF_RANGE),
            )
        });
        let delivery = delivery(&mut errors, request.delivery.as_ref(), now);
        let (shipping, billing) = addresses(
            &mut errors,
            request.shipping_address.clone(),
            request.billing_address.clone(),
            delivery.as_ref(),
        );
        let quote = request.quote.as_ref().and_then(|quote| {
            let id = errors.check("quoteNumber", quote.inquiry_id.parse().map_err(|_| INVALID))?;
            let assignee = Some(quote.assignee.clone()).filter(|assignee| !assignee.is_empty());
            Some((id, quote.number.clone(), assignee))
        });
        let visit = request.quote.as_ref().and_then(|quote| quote.visit.as_ref());
        errors.into_result()?;
        let (Some(source), Some(delivery_price)) = (source, delivery_price) else {
            return Err(Failure::invalid_field("source", REQUIRED));
        };
        Ok(Self {
            key: key(&request.idempotency_key, request),
            source,
            language: Language::known(request.language).unwrap_or(Language::Az),
            lines,
            delivery_price,
            expected_total,
            shipping,
            billing,
            delivery,
            quote,
            visit: Visit::read(visit, now),
        })
    }
}

/// Returns the key of a request's attempt.
pub(super) fn key(caller_key: &str, request: &impl prost::Message) -> Key {
    Key {
        text: format!("desk:{caller_key}"),
        request_hash: Sha256::digest(request.encode_to_vec()).to_vec(),
        lifetime: KEY_LIFETIME,
    }
}

/// Validates the plan of the delivery of a new order.
pub(super) fn delivery(
    errors: &mut FieldErrors,
    delivery: Option<&wire::Delivery>,
    now: OffsetDateTime,
) -> Option<Delivery> {
    let mut nested = FieldErrors::default();
    let parsed = convert::delivery(&mut nested, delivery?, now);
    errors.nest("delivery", nested);
    parsed
}

/// Validates the shipping and the billing address of a new order. A delivery needs a street and a city; the billing address
/// defaults to the shipping address.
pub(super) fn addresses(
    errors: &mut FieldErrors,
    shipping: Option<wire::PostalAddress>,
    billing: Option<wire::PostalAddress>,
    delivery: Option<&Delivery>,
) -> (Address, Address) {
    let needs_street = delivery.is_some_and(|delivery| delivery.method != DeliveryMethod::Pickup);
    let mut address = |field: &str, address: wire::PostalAddress| {
        Address::parse_partial(&address.into(), needs_street).unwrap_or_else(|nested| {
            errors.nest(field, nested);
            Address::default()
        })
    };
    let shipping = address("shippingAddress", shipping.unwrap_or_default());
    let billing = billing.map_or_else(|| shipping.clone(), |billing| address("billingAddress", billing));
    (shipping, billing)
}

fn money(minor: i64) -> Result<Money, &'static str> {
    if minor > MAX_PRICE {
        return Err(OUT_OF_RANGE);
    }
    Money::from_minor(minor).map_err(|_| OUT_OF_RANGE)
}

/// Validates the lines of an order. `before` returns the line that the one with this index corrects.
pub(super) fn parse_lines(
    errors: &mut FieldErrors,
    lines: &[wire::NewDeskLine],
    before: impl Fn(usize) -> Option<Line>,
) -> Vec<RequestedLine> {
    if lines.is_empty() {
        errors.push("lines", REQUIRED);
        return Vec::new();
    }
    if lines.len() > MAX_LINES {
        errors.push("lines", OUT_OF_RANGE);
        return Vec::new();
    }
    let lines = lines.iter().enumerate();
    lines
        .filter_map(|(index, line)| parse_line(errors, index, line, before(index)))
        .collect()
}

fn parse_line(
    errors: &mut FieldErrors,
    index: usize,
    line: &wire::NewDeskLine,
    before: Option<Line>,
) -> Option<RequestedLine> {
    let field = |name: &str| format!("lines[{index}].{name}");
    let mut product: Option<ProductId> = line
        .product_id
        .and_then(|id| errors.product(field("productId"), id));
    if let Some(before) = &before {
        let is_same = line.product_id.is_none() || product == before.product;
        errors.ensure(is_same, field("productId"), INVALID);
        product = before.product;
    }
    let is_bare = line.product_id.is_none() && before.is_none();
    let name = match &line.name {
        Some(name) => errors.line::<1, 200>(field("name"), name),
        None if is_bare => errors.check(field("name"), Err(REQUIRED)),
        None => None,
    };
    let detail = errors.text::<0, 500>(field("detail"), &line.detail);
    let image = line
        .image_url
        .as_ref()
        .and_then(|image| errors.check(field("imageUrl"), image_path(image)));
    let quantity: Option<Quantity> = errors.quantity(field("quantity"), line.quantity);
    let list_price = match line.list_price_minor {
        Some(minor) => errors.check(field("listPrice"), money(minor)),
        None if is_bare => errors.check(field("listPrice"), Err(REQUIRED)),
        None => None,
    };
    let discount = line.discount_percent.and_then(|percent| {
        errors.check(
            field("discount"),
            Percent::try_from(percent).map_err(|_| OUT_OF_RANGE),
        )
    });
    // The workshop makes a designed piece.
    let is_designed = before.as_ref().is_some_and(|line| line.design.is_some());
    Some(RequestedLine {
        before,
        product,
        name,
        detail: detail?,
        image,
        quantity: quantity?,
        list_price,
        discount,
        is_made_to_order: line.is_made_to_order || is_designed,
    })
}

/// Validates the path of an image: below the shop's root.
fn image_path(path: &str) -> Result<String, &'static str> {
    let is_below = path.starts_with("/images/") || path.starts_with("/media/");
    let is_plain = path
        .bytes()
        .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'/' | b'-' | b'_' | b'.'));
    if is_below && is_plain && path.len() <= 300 && !path.contains("..") {
        Ok(path.to_owned())
    } else {
        Err(INVALID)
    }
}
