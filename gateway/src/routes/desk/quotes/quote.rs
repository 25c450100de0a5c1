//! One inquiry with its timeline.

use kit::{
    failure::{Code, Failure},
    staff::{Access, Permission},
};
use proto::{
    catalog::v1::Product,
    inquiry::v1::{self as inquiry, GetStaffInquiryRequest},
};
use serde_json::{Number, Value, json};

use super::{
    row::{self, QuoteItem, QuoteRow},
    timeline::{TimelineEntry, actors_of},
};
use crate::{
    convert::{self, Amount, Instant},
    desk::{Member, is_conflict, present_on_conflict},
    envelope::Envelope,
    error::{ApiError, ApiResult},
    routes::desk::{
        NOTIFICATION, ORDER,
        mails::StaffMails,
        orders::{OtherOrder, orders_of},
    },
    state::AppState,
    words::{InquiryStatus, OfferState},
};

/// Maximum number of earlier orders.
const MAX_EARLIER: u32 = 10;

/// Earlier inquiry of the same phone or e-mail.
#[response]
#[derive(Debug, Clone)]
pub(crate) struct EarlierQuote {
    /// Number.
    number: String,
    /// Status.
    status: InquiryStatus,
    /// Name of the product.
    product_name: Option<String>,
    /// RFC 3339.
    created_at: Option<Instant>,
}

/// Earlier inquiries and orders, at most 10 each.
#[response]
#[derive(Debug, Clone)]
pub(crate) struct Earlier {
    /// Inquiries.
    quotes: Vec<EarlierQuote>,
    /// Orders.
    orders: Vec<OtherOrder>,
}

/// The product now.
#[response]
#[derive(Debug, Clone)]
pub(crate) struct CatalogState {
    /// Price before discounts, in AZN.
    price: Amount,
    /// Public discount in whole percent.
    discount: u32,
    /// Units in stock; `null` if it is made to order.
    stock_quantity: Option<i64>,
    /// Whether it is for sale.
    is_active: bool,
}

/// Summary of an offer.
#[response]
#[derive(Debug, Clone)]
pub(crate) struct OfferSummary {
    /// UUID.
    id: String,
    /// Number.
    number: String,
    /// Revision.
    revision: u32,
    /// State.
    state: OfferState,
    /// Total in AZN.
    total: Amount,
    /// Last day of validity.
    valid_until: String,
}

/// Inquiry with its timeline.
#[response]
#[derive(Debug, Clone)]
pub(crate) struct Quote {
    #[serde(flatten)]
    row: QuoteRow,
    /// Message of the sender.
    message: Option<String>,
    /// All pieces of a quote in the sender's order, at most 20; empty for other kinds.
    items: Vec<QuoteItem>,
    /// Oldest first, at most 1,000.
    timeline: Vec<TimelineEntry>,
    /// The newest revision of each offer.
    offers: Vec<OfferSummary>,
    /// Totals of the last five offers of this product, newest first, in AZN.
    #[schema(value_type = Vec<f64>)]
    recent_offer_totals: Vec<Number>,
    /// Earlier inquiries and orders; the orders are empty if `order` is missing.
    earlier: Earlier,
    /// The product now; `null` without one, and while the catalog does not answer.
    catalog: Option<CatalogState>,
    /// Other names under which messages with this phone came, at most 5.
    other_names: Vec<String>,
    /// Whether 3 calls without an answer followed the last contact.
    suggest_lost: bool,
    /// Statuses to which the caller may change now.
    allowed_statuses: Vec<InquiryStatus>,
    /// Services that did not answer: `order` has the earlier orders, `notification` the states of mails.
    missing: Vec<String>,
}

impl Quote {
    /// The OpenAPI example.
    pub(super) fn example() -> Value {
        let mut quote = QuoteRow::example();
        if let (Some(quote), Value::Object(details)) = (
            quote.as_object_mut(),
            json!({"message": null, "items": [QuoteItem::example()], "timeline": [], "offers": [], "recentOfferTotals": [],
                "earlier": {"quotes": [], "orders": []}, "catalog": null, "otherNames": [], "suggestLost": false,
                "allowedStatuses": ["waiting", "lost", "closed"], "missing": []}),
        ) {
            quote.extend(details);
        }
        quote
    }
}

/// Converts the inquiry of a response, with the names of all staff.
pub(super) async fn convert(
    state: &AppState,
    member: &Member,
    one: Option<inquiry::Inquiry>,
) -> ApiResult<Quote> {
    let mut one =
        one.ok_or_else(|| Failure::new(Code::Internal).with_source("inquiry responded without an inquiry"))?;
    let details = one.details.take().unwrap_or_default();
    let message = one.sender.as_ref().map(|sender| sender.message.clone());
    let work = one.work.as_ref();
    let mut actors: Vec<_> = work
        .into_iter()
        .flat_map(|work| [work.assignee_id.as_str(), work.changed_by.as_str()])
        .collect();
    actors.extend(details.timeline.iter().flat_map(actors_of));
    let designs = one.items.iter().filter_map(|item| item.design.as_ref());
    actors.extend(designs.filter_map(|design| Some(design.measured.as_ref()?.by.as_str())));
    let entries = details.timeline.iter().map(|entry| (one.number.as_str(), entry));
    let (names, mails, products, orders) = tokio::join!(
        state.desk.people.names(&state.clients, &member.caller, actors),
        Box::pin(StaffMails::fetch(state, member, entries)),
        row::products(state, std::slice::from_ref(&one)),
        Box::pin(earlier_orders(state, member, &one))
    );
    let mut missing = Vec::new();
    if orders.is_none() {
        missing.push(ORDER.to_owned());
    }
    if mails.is_missing() {
        missing.push(NOTIFICATION.to_owned());
    }
    let catalog = one
        .product
        .as_ref()
        .and_then(|product| products.get(&product.product_id));
    let catalog = catalog.map(catalog_state);
    let allowed_statuses = details
        .allowed_statuses
        .iter()
        .map(|status| InquiryStatus::of_number(*status))
        .collect();
    let items = (1..).zip(one.items.iter().cloned());
    let items = items.filter_map(|item| QuoteItem::new(state, &names, &products, item));
    Ok(Quote {
        items: items.collect(),
        row: QuoteRow::new(state, &names, &products, one),
        message: message.and_then(convert::non_empty),
        timeline: details
            .timeline
            .into_iter()
            .map(|entry| TimelineEntry::new(&names, &mails, entry))
            .collect(),
        offers: details.offers.into_iter().map(Into::into).collect(),
        recent_offer_totals: details
            .recent_offer_totals_minor
            .into_iter()
            .map(convert::amount)
            .collect(),
        earlier: Earlier {
            quotes: details.earlier.into_iter().map(Into::into).collect(),
            orders: orders.unwrap_or_default(),
        },
        catalog,
        other_names: details.other_names,
        suggest_lost: details.suggests_lost,
        allowed_statuses,
        missing,
    })
}

/// Returns the newest 10 orders of the same phone or e-mail; none for a role that may not read phones. `None` while order
/// does not answer.
async fn earlier_orders(
    state: &AppState,
    member: &Member,
    one: &inquiry::Inquiry,
) -> Option<Vec<OtherOrder>> {
    let may_read = member
        .role()
        .is_some_and(|role| role.access(Permission::CustomersRead) != Access::Never);
    let (Some(sender), true) = (&one.sender, may_read) else {
        return Some(Vec::new());
    };
    let work = one.work.as_ref();
    let phone = work.map_or("", |work| work.phone.as_str());
    let of = |text: &str| (!text.is_empty()).then(|| text.to_owned()).into_iter().collect();
    let orders = orders_of(state, member, of(phone), of(&sender.email), MAX_EARLIER).await;
    Some(orders?.into_iter().map(Into::into).collect())
}

/// Returns an inquiry.
pub(super) async fn fetch(state: &AppState, member: &Member, number: &str) -> ApiResult<Quote> {
    let request = member.request(GetStaffInquiryRequest {
        number: number.to_owned(),
    });
    let response = state.clients.inbox.clone().get_staff_inquiry(request).await?;
    convert(state, member, response.into_inner().inquiry).await
}

/// Responds with a changed inquiry. A conflict carries the present one.
pub(super) async fn respond<R>(
    state: &AppState,
    member: &Member,
    number: &str,
    changed: Result<tonic::Response<R>, impl Into<ApiError>>,
    inquiry: impl FnOnce(R) -> Option<inquiry::Inquiry>,
) -> ApiResult<Envelope<Quote>> {
    let present = || fetch(state, member, number);
    let changed = present_on_conflict(changed, is_conflict, present).await?;
    let quote = convert(state, member, inquiry(changed.into_inner())).await?;
    Ok(Envelope::new(quote))
}

fn catalog_state(product: &Product) -> CatalogState {
    CatalogState {
        price: convert::amount(product.price_minor),
        discount: product.discount_percent,
        stock_quantity: product.stock_quantity,
        is_active: product.is_active,
    }
}

impl From<inquiry::EarlierInquiry> for EarlierQuote {
    fn from(earlier: inquiry::EarlierInquiry) -> Self {
        Self {
            status: InquiryStatus::of_number(earlier.status),
            number: earlier.number,
            product_name: convert::non_empty(earlier.product_name),
            created_at: convert::moment(earlier.created_at),
        }
    }
}

impl From<inquiry::OfferSummary> for OfferSummary {
    fn from(offer: inquiry::OfferSummary) -> Self {
        Self {
            id: offer.id,
            number: offer.number,
            revision: offer.revision,
            state: OfferState::of_text(offer.state),
            total: convert::amount(offer.total_minor),
            valid_until: offer.valid_until,
        }
    }
}
