//! One order with all that the desk shows of it.

use std::collections::HashMap;

use kit::{
    failure::{Code, Failure},
    staff::{Access, Permission},
};
use proto::{
    catalog::v1::Product,
    inquiry::v1::GetOfferRequest,
    order::v1::{self as wire, DeskOrderLine, GetDeskOrderRequest, TimelineKind},
};
use serde_json::{Value, json};

use super::{
    row::{self, OrderRow, OtherOrder},
    timeline::{self, TimelineEntry},
};
use crate::{
    convert::{self, Amount, Day, Instant},
    desk::{Member, is_stale, present_on_conflict},
    envelope::Envelope,
    error::ApiResult,
    people::{Names, Person},
    routes::{
        desk::{
            NOTIFICATION,
            mails::{mails_about, may_read},
            part,
        },
        orders::order::{PostalAddress, StatusStep},
    },
    state::AppState,
    words::{CancelledBecause, OrderStatus, PaymentKind, PaymentMethod},
};

/// Line of an order.
#[response]
#[derive(Debug, Clone)]
pub(crate) struct DeskOrderItem {
    /// UUID.
    id: String,
    /// `null` for a line that is not from the catalog.
    pub(super) product_id: Option<i64>,
    /// Article code.
    pub(super) code: Option<String>,
    /// Name in the shop's default language.
    product_name: String,
    pub(super) product_name_az: String,
    pub(super) product_name_ru: String,
    pub(super) product_name_en: String,
    /// Path of the image.
    pub(super) product_image: Option<String>,
    /// Details such as sizes.
    pub(super) detail: String,
    pub(super) quantity: u32,
    /// Price of one piece before the discount, in AZN; `null` on orders of earlier versions.
    list_price: Option<Amount>,
    /// Whole percent; `null` on orders of earlier versions.
    discount: Option<u32>,
    /// Price of one piece after the discount, in AZN.
    pub(super) unit_price: Amount,
    /// Amount of the line in AZN.
    pub(super) subtotal: Amount,
    /// Whether it reserves no stock.
    pub(super) is_made_to_order: bool,
    /// Pieces in stock; `null` if it is made to order, and while the catalog does not answer.
    stock_left: Option<i64>,
    /// Code of the piece's design; `null` without one.
    design_code: Option<String>,
    /// Sentence by which the customer confirmed the size of the design; empty without one.
    confirmed_text: String,
}

/// Payment.
#[response]
#[derive(Debug, Clone)]
#[schema(as = OrderPayment)]
pub(crate) struct RecordedPayment {
    /// UUID.
    id: String,
    /// RFC 3339.
    at: Option<Instant>,
    /// Direction.
    kind: PaymentKind,
    /// Amount in AZN.
    amount: Amount,
    /// Means.
    method: PaymentMethod,
    /// UUID of the store.
    store_id: Option<String>,
    text: String,
    /// Author; `null` for the system.
    actor: Option<Person>,
}

/// Terms of the offer from which an order was made.
#[response]
#[derive(Debug, Clone)]
pub(crate) struct OrderTerms {
    /// First payment in AZN.
    deposit: Amount,
    /// First payment in whole percent of the total.
    deposit_percent: u32,
    /// Days until the delivery, from the order.
    make_days: Option<u32>,
    /// Day on which the order is ready.
    ready_on: Option<Day>,
}

/// Order at the desk.
#[response]
#[derive(Clone)]
pub(crate) struct DeskOrder {
    #[serde(flatten)]
    pub(super) row: OrderRow,
    pub(super) items: Vec<DeskOrderItem>,
    /// Price of the delivery in AZN.
    pub(super) delivery_price: Amount,
    pub(super) shipping_address: Option<PostalAddress>,
    /// `null` if the role may not see it.
    billing_address: Option<PostalAddress>,
    /// Oldest first.
    payments: Vec<RecordedPayment>,
    /// Oldest first.
    history: Vec<StatusStep>,
    /// Oldest first, at most 1,000.
    timeline: Vec<TimelineEntry>,
    /// Statuses that the caller may set by hand now.
    allowed_statuses: Vec<OrderStatus>,
    /// Status to which the caller may take it back with a reason.
    previous_status: Option<OrderStatus>,
    /// RFC 3339: time until which the caller can take back the last step; `null` once it is final.
    undo_until: Option<Instant>,
    /// Reason of the cancellation; `null` if it is not cancelled, or the reason is unknown.
    cancel_reason: Option<CancelledBecause>,
    /// Newest first, at most 10; `null` if the role may not see them.
    other_orders: Option<Vec<OtherOrder>>,
    /// Terms of the accepted offer; `null` without one, and while inquiry does not answer.
    terms: Option<OrderTerms>,
    /// Services that did not answer: `notification` has the mails of the timeline.
    missing: Vec<String>,
}

impl DeskOrder {
    /// The OpenAPI example.
    pub(super) fn example() -> Value {
        let mut example = OrderRow::example();
        let address = json!({"firstName": "Rauf", "lastName": "Mirzəyev", "email": "rauf@example.com",
            "phone": "+994500195510", "address": "Nümunə küçəsi 12", "city": "Bakı", "state": "Yasamal",
            "postalCode": "AZ1000", "country": "Azerbaijan"});
        let rest = json!({
            "items": [{"id": "01936b2e-7c00-7000-8000-000000000302", "productId": 1, "code": "SK-101",
                "productName": "Oak wardrobe", "productNameAz": "Palıd şkaf", "productNameRu": "Дубовый шкаф",
                "productNameEn": "Oak wardrobe", "productImage": "/images/products/sk-101/1-960.webp",
                "detail": "təbii palıd", "quantity": 1, "listPrice": 1249.55, "discount": 15, "unitPrice": 1062.12,
                "subtotal": 1062.12, "isMadeToOrder": false, "stockLeft": 5, "designCode": null,
                "confirmedText": ""}],
            "deliveryPrice": 0, "shippingAddress": address, "billingAddress": address,
            "payments": [{"id": "01936b2e-7c00-7000-8000-000000000303", "at": "2026-11-17T14:30:00Z", "kind": "in",
                "amount": 400, "method": "card", "storeId": null, "text": "", "actor": Person::example()}],
            "history": [{"status": "Pending", "at": "2026-11-16T07:20:00Z"}],
            "timeline": [TimelineEntry::example()],
            "allowedStatuses": ["Shipped", "Cancelled"], "previousStatus": "Pending", "undoUntil": null,
            "cancelReason": null,
            "otherOrders": [{"orderNumber": "SB-8G5VE2RT", "status": "Completed", "totalAmount": 640,
                "orderDate": "2026-03-09T08:00:00Z"}],
            "terms": null, "missing": [],
        });
        if let (Some(example), Value::Object(rest)) = (example.as_object_mut(), rest) {
            example.extend(rest);
        }
        example
    }
}

/// Converts the order of a response, with the names of its people and the stock of its products.
pub(super) async fn convert(
    state: &AppState,
    member: &Member,
    order: Option<wire::DeskOrder>,
) -> ApiResult<DeskOrder> {
    let malformed = || Failure::new(Code::Internal).with_source("order responded without an order");
    let mut order = order.ok_or_else(malformed)?;
    let row = order.row.take().ok_or_else(malformed)?;
    let entries = order.timeline.iter().flat_map(timeline::actors);
    let payments = order.payments.iter().map(|payment| payment.actor.as_str());
    let actors = row::actors(&row).into_iter().chain(entries).chain(payments);
    let (names, products, terms, mails) = tokio::join!(
        state.desk.people.names(&state.clients, &member.caller, actors),
        products(state, &order.lines),
        Box::pin(terms(state, member, &row)),
        mails_about(state, member, "order", [row.order_number.clone()])
    );
    let is_missing = mails.is_none() && may_read(member);
    let missing = is_missing.then(|| NOTIFICATION.to_owned());
    let entries = std::mem::take(&mut order.timeline).into_iter();
    let entries = entries
        .filter(|entry| entry.kind() != TimelineKind::Unspecified)
        .map(|entry| {
            let at = entry.at.as_ref().and_then(kit::convert::time);
            (at, TimelineEntry::new(entry, &names))
        });
    let timeline = timeline::with_mails(entries.collect(), mails.unwrap_or_default());
    let sees_contacts = order.billing_address.is_some();
    Ok(DeskOrder {
        allowed_statuses: order.allowed_statuses().map(Into::into).collect(),
        previous_status: OrderStatus::of_optional_number(order.previous_status),
        undo_until: convert::moment(order.undo_until),
        row: OrderRow::new(row, &names),
        items: order
            .lines
            .into_iter()
            .map(|line| item(state, line, &products))
            .collect(),
        delivery_price: convert::amount(order.delivery_price_minor),
        shipping_address: order.shipping_address.map(Into::into),
        billing_address: order.billing_address.map(Into::into),
        payments: order
            .payments
            .into_iter()
            .map(|payment| recorded(payment, &names))
            .collect(),
        history: order.history.into_iter().map(Into::into).collect(),
        timeline,
        cancel_reason: CancelledBecause::of(order.cancel_reason),
        terms,
        missing: missing.into_iter().collect(),
        other_orders: sees_contacts.then(|| order.other_orders.into_iter().map(Into::into).collect()),
    })
}

/// Returns an order.
pub(super) async fn fetch(state: &AppState, member: &Member, order_number: &str) -> ApiResult<DeskOrder> {
    let request = member.request(GetDeskOrderRequest {
        order_number: order_number.to_owned(),
    });
    let response = state.clients.desk_order.clone().get_desk_order(request).await?;
    convert(state, member, response.into_inner().order).await
}

/// Responds with a changed order. A conflict of a stale version or status carries the present one.
pub(super) async fn respond<R>(
    state: &AppState,
    member: &Member,
    order_number: &str,
    changed: Result<tonic::Response<R>, tonic::Status>,
    order: impl FnOnce(R) -> Option<wire::DeskOrder>,
) -> ApiResult<Envelope<DeskOrder>> {
    let present = || fetch(state, member, order_number);
    let changed = present_on_conflict(changed, is_stale, present).await?;
    let order = convert(state, member, order(changed.into_inner())).await?;
    Ok(Envelope::new(order))
}

/// Returns the terms of the offer of an order, for those who may read all offers.
async fn terms(state: &AppState, member: &Member, row: &wire::DeskOrderRow) -> Option<OrderTerms> {
    let role = member.role()?;
    if row.offer_id.is_empty() || role.access(Permission::QuotesRead) != Access::Always {
        return None;
    }
    let request = member.request(GetOfferRequest {
        offer_id: row.offer_id.clone(),
    });
    let offer = part("inquiry", state.clients.offers.clone().get_offer(request))
        .await?
        .offer?;
    let deposit = row.total_minor.checked_mul(offer.deposit_percent.into())? / 100;
    let ordered_on = kit::calendar::date(kit::convert::time(row.ordered_at.as_ref()?)?);
    let ready_on = offer
        .make_days
        .and_then(|days| ordered_on.checked_add(time::Duration::days(days.into())));
    Some(OrderTerms {
        deposit: convert::amount(deposit),
        deposit_percent: offer.deposit_percent,
        make_days: offer.make_days,
        ready_on: ready_on.map(|day| day.to_string()),
    })
}

/// Returns the products of the lines; none while the catalog is away.
async fn products(state: &AppState, lines: &[DeskOrderLine]) -> HashMap<i64, Product> {
    let product_ids: Vec<i64> = lines.iter().filter_map(|line| line.product_id).collect();
    state
        .clients
        .catalog
        .get_products(product_ids)
        .await
        .unwrap_or_default()
}

fn item(state: &AppState, line: DeskOrderLine, products: &HashMap<i64, Product>) -> DeskOrderItem {
    let product = line.product_id.and_then(|id| products.get(&id));
    let name = kit::domain::LocalizedText::from(line.product_name.unwrap_or_default());
    let design = line.design.unwrap_or_default();
    DeskOrderItem {
        id: line.id,
        product_id: line.product_id,
        code: convert::non_empty(line.code).or_else(|| product.map(|product| product.code.clone())),
        product_name: name.get(state.default_language).to_owned(),
        product_name_az: name.az,
        product_name_ru: name.ru,
        product_name_en: name.en,
        product_image: convert::non_empty(line.product_image),
        detail: line.detail,
        quantity: line.quantity,
        list_price: line.list_price_minor.map(convert::amount),
        discount: line.discount_percent,
        unit_price: convert::amount(line.unit_price_minor),
        subtotal: convert::amount(line.subtotal_minor),
        is_made_to_order: line.is_made_to_order,
        stock_left: product.and_then(|product| product.stock_quantity),
        design_code: convert::non_empty(design.code),
        confirmed_text: design.confirmed_text,
    }
}

fn recorded(payment: wire::Payment, names: &Names) -> RecordedPayment {
    RecordedPayment {
        kind: PaymentKind::of_number(payment.kind),
        method: PaymentMethod::of_number(payment.method),
        actor: names.person(&payment.actor),
        id: payment.id,
        at: convert::moment(payment.at),
        amount: convert::amount(payment.amount_minor),
        store_id: convert::non_empty(payment.store_id),
        text: payment.text,
    }
}
