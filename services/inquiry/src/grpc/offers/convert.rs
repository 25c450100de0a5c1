//! Conversions between offers and protobuf messages.

use kit::{
    convert::timestamp,
    domain::{Money, ProductId},
};
use proto::inquiry::v1 as wire;
use time::OffsetDateTime;
use uuid::Uuid;

use super::{designs::Books, limits::Limits};
use crate::{
    error::InquiryError,
    inquiry::Inquiry,
    offer::edit::sums,
    offer::{
        Approval, Line, Offer,
        design::{LineDesign, is_measured},
        error::OfferError,
        limit::CatalogProduct,
        sums::Sums,
    },
};

/// Parses the id of a revision. A malformed one is an unknown one.
pub(super) fn offer_id(text: &str) -> Result<Uuid, InquiryError> {
    text.parse().map_err(|_| OfferError::NotFound.into())
}

/// Converts a revision of an inquiry for staff; `books` are the price books of its designs.
pub(super) fn offer(
    offer: Offer,
    inquiry: &Inquiry,
    now: OffsetDateTime,
    limits: &Limits,
    books: &Books,
) -> Result<wire::Offer, InquiryError> {
    let sums = sums(&offer)?;
    let state = offer.state_at(now);
    let is_over_limit = limits.is_over(&offer.content.lines);
    let content = offer.content;
    let lines: Result<_, _> = content
        .lines
        .into_iter()
        .map(|line| {
            let facts = line.product.and_then(|product| limits.catalog.get(&product));
            let design = line.design.clone();
            let line = convert_line(line, facts)?;
            Ok::<_, InquiryError>(wire::OfferLine {
                design: design.map(|design| convert_design(design, inquiry, books)),
                ..line
            })
        })
        .collect();
    let (sent_by, sent_at) = offer.sent.map(|step| (step.by, step.at)).unzip();
    let (order_id, order_number) = offer.order.map(|order| (order.id, order.number)).unzip();
    let decision = offer.decision.as_ref();
    Ok(wire::Offer {
        id: offer.id.to_string(),
        number: offer.number,
        revision: offer.revision,
        state: state.into(),
        inquiry_id: offer.inquiry.to_string(),
        inquiry_number: inquiry.number.clone(),
        language: content.language.into(),
        valid_until: content.valid_until.to_string(),
        make_days: content.make_days.map(Into::into),
        deposit_percent: content.deposit_percent.into(),
        delivery_text: content.delivery_text,
        delivery_price_minor: content.delivery_price.minor(),
        message: content.message,
        is_reminded: content.is_reminded,
        lines: lines?,
        files: content.files.into_iter().map(Into::into).collect(),
        list_total_minor: sums.list_total.minor(),
        savings_minor: sums.savings.minor(),
        total_minor: sums.total.minor(),
        deposit_minor: sums.deposit.minor(),
        is_over_limit,
        approval: Some(approval(offer.approval)),
        sent_by: sent_by.unwrap_or_default(),
        sent_at: sent_at.map(timestamp),
        opened_at: offer.opened_at.map(timestamp),
        decided_at: decision.map(|decision| timestamp(decision.at)),
        decided_via: decision.map_or("", |decision| decision.via.name()).to_owned(),
        decided_by: offer
            .decision
            .and_then(|decision| decision.by)
            .unwrap_or_default(),
        reason: offer.reason.map_or("", |reason| reason.name()).to_owned(),
        reason_text: offer.reason_text,
        is_mailed: offer.is_mailed,
        asked_at: offer.asked_at.map(timestamp),
        wish_address: offer.wishes.address,
        wish_call_window: offer
            .wishes
            .call_window
            .map_or("", |window| window.name())
            .to_owned(),
        order_id: order_id.map(|id| id.to_string()).unwrap_or_default(),
        order_number: order_number.flatten().unwrap_or_default(),
        created_by: offer.created.by,
        created_at: Some(timestamp(offer.created.at)),
        visit: None,
        version: offer.version,
        changed_by: offer.changed_by.unwrap_or_default(),
        changed_at: Some(timestamp(offer.changed_at)),
    })
}

fn convert_line(line: Line, facts: Option<&CatalogProduct>) -> Result<wire::OfferLine, InquiryError> {
    let subtotal = line
        .subtotal()
        .map_err(|_| InquiryError::Inconsistent("the price of a line is out of range"))?;
    Ok(wire::OfferLine {
        unit_price_minor: line.unit_price().minor(),
        id: line.id.to_string(),
        product_id: line.product.map(ProductId::get),
        code: line.code,
        name: line.name,
        detail: line.detail,
        image_url: line.image,
        quantity: u32::from(line.quantity.get()),
        list_price_minor: line.list_price.minor(),
        discount_percent: u32::from(line.discount.get()),
        subtotal_minor: subtotal.minor(),
        catalog: facts.map(|facts| wire::offer_line::CatalogFacts {
            price_minor: facts.price.minor(),
            discount_percent: u32::from(facts.discount.get()),
            stock_quantity: facts.stock,
            is_active: facts.is_active,
        }),
        is_made_to_order: line.is_made_to_order,
        is_price_to_check: line.is_price_to_check,
        design: None,
    })
}

fn convert_design(of: LineDesign, inquiry: &Inquiry, books: &Books) -> wire::OfferDesign {
    let confirmation = of.confirmation;
    let language = confirmation.as_ref().map(|confirmation| confirmation.language);
    let at = confirmation
        .as_ref()
        .map(|confirmation| timestamp(confirmation.at));
    wire::OfferDesign {
        code: of.design.code(),
        is_measured: is_measured(inquiry, &of.design),
        has_newest_prices: books.is_newest(&of.design),
        vat_percent: books.vat_percent(&of.design),
        confirmed_language: language.map(Into::into).unwrap_or_default(),
        confirmed_text: confirmation
            .map(|confirmation| confirmation.text)
            .unwrap_or_default(),
        confirmed_at: at,
        costs: None,
    }
}

fn approval(approval: Approval) -> wire::Approval {
    let (asked_by, asked_at) = approval.asked.map(|step| (step.by, step.at)).unzip();
    let (decided_by, decided_at) = approval.decided.map(|step| (step.by, step.at)).unzip();
    wire::Approval {
        state: approval.state.into(),
        asked_by: asked_by.unwrap_or_default(),
        asked_at: asked_at.map(timestamp),
        decided_by: decided_by.unwrap_or_default(),
        decided_at: decided_at.map(timestamp),
        text: approval.text,
    }
}

/// Converts a revision for the customer.
pub(super) fn public(
    offer: Offer,
    inquiry: &Inquiry,
    now: OffsetDateTime,
    books: &Books,
) -> Result<wire::PublicOffer, InquiryError> {
    let converted = self::offer(offer, inquiry, now, &Limits::none(), books)?;
    let sender = converted.sent_by;
    let lines = converted
        .lines
        .into_iter()
        .map(|line| wire::OfferLine {
            id: String::new(),
            is_price_to_check: false,
            design: line.design.map(|design| wire::OfferDesign {
                has_newest_prices: false,
                ..design
            }),
            ..line
        })
        .collect();
    let offer = wire::Offer {
        inquiry_number: String::new(),
        lines,
        approval: None,
        sent_by: String::new(),
        decided_by: String::new(),
        reason: String::new(),
        reason_text: String::new(),
        wish_address: String::new(),
        wish_call_window: String::new(),
        created_by: String::new(),
        changed_by: String::new(),
        ..converted
    };
    Ok(wire::PublicOffer {
        offer: Some(offer),
        customer_name: first_name(inquiry),
        sender,
    })
}

/// Returns the customer's first name; empty once wiped.
pub(super) fn first_name(inquiry: &Inquiry) -> String {
    let Some(sender) = &inquiry.sender else {
        return String::new();
    };
    if sender.surname.is_empty() {
        // Forms with one field for the whole name.
        sender
            .name
            .split_whitespace()
            .next()
            .unwrap_or_default()
            .to_owned()
    } else {
        sender.name.clone()
    }
}

/// Returns the sums for the audit log.
pub(super) fn audited(sums: Sums) -> [i64; 2] {
    [sums.savings, sums.total].map(Money::minor)
}
