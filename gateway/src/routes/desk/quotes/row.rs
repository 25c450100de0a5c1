//! An inquiry in lists of the desk.

use std::collections::HashMap;

use proto::{catalog::v1::Product, inquiry::v1 as inquiry};
use serde_json::{Value, json};

use crate::{
    convert::{self, Amount, Instant},
    desk::Member,
    people::{Names, Person},
    routes::{
        measures::{self, Measures},
        visit::Visit,
    },
    state::AppState,
    words::{
        FollowUpKind, InquiryDue, InquiryKind, InquiryReason, InquirySource, InquiryStatus, LanguageCode,
        MeasuresOf, Measuring,
    },
};

/// Next step of the staff.
#[response]
#[derive(Debug, Clone)]
pub(crate) struct FollowUp {
    /// Kind.
    kind: FollowUpKind,
    /// RFC 3339.
    at: Instant,
    /// Text.
    text: String,
}

impl From<inquiry::FollowUp> for FollowUp {
    fn from(follow_up: inquiry::FollowUp) -> Self {
        Self {
            kind: FollowUpKind::of_text(follow_up.kind),
            at: convert::moment(follow_up.at).unwrap_or_default(),
            text: follow_up.text,
        }
    }
}

/// A planned step.
#[response]
#[derive(Debug, Clone)]
pub(crate) struct PlannedStep {
    /// UUID.
    id: String,
    #[serde(flatten)]
    follow_up: FollowUp,
}

impl PlannedStep {
    /// The OpenAPI example.
    pub(super) fn example() -> Value {
        json!({"id": "01936b2e-7c00-7000-8000-000000000301", "kind": "call", "at": "2026-11-23T11:00:00Z",
            "text": "Qiyməti deyin"})
    }
}

impl From<inquiry::PlannedStep> for PlannedStep {
    fn from(step: inquiry::PlannedStep) -> Self {
        Self {
            id: step.id,
            follow_up: step.follow_up.unwrap_or_default().into(),
        }
    }
}

/// Sender of an inquiry; all fields are null once wiped.
#[response]
#[derive(Debug, Clone)]
pub(crate) struct QuoteCustomer {
    /// UUID of the customer.
    id: Option<String>,
    /// First name, or the whole one.
    name: Option<String>,
    /// Last name.
    surname: Option<String>,
    /// Phone.
    phone: Option<String>,
    /// E-mail.
    email: Option<String>,
    /// UUID of the account.
    user_id: Option<String>,
}

/// Product of a quote, as of the time of the request.
#[response]
#[derive(Debug, Clone)]
pub(crate) struct QuoteProduct {
    /// Product id; `null` for a designed piece without a product.
    product_id: Option<i64>,
    /// Code of the design of the piece; `null` without one.
    design_code: Option<String>,
    /// Product code; `null` while the catalog does not answer.
    code: Option<String>,
    /// Name in the shop's default language.
    product_name: String,
    /// Name in Azerbaijani.
    product_name_az: String,
    /// Name in Russian.
    product_name_ru: String,
    /// Name in English.
    product_name_en: String,
    /// First image.
    product_image: Option<String>,
    /// Quantity.
    quantity: Option<u32>,
    /// Colour slug.
    color: Option<String>,
}

impl QuoteProduct {
    /// Converts a quoted product.
    pub(super) fn new(
        state: &AppState,
        products: &HashMap<i64, Product>,
        product: inquiry::QuotedProduct,
        design_code: Option<String>,
    ) -> Self {
        let names = convert::localized(product.name);
        Self {
            product_id: Some(product.product_id).filter(|&id| id != 0),
            design_code,
            code: products.get(&product.product_id).map(|found| found.code.clone()),
            product_name: convert::base_text(&names, state.default_language),
            product_name_az: names.az,
            product_name_ru: names.ru,
            product_name_en: names.en,
            product_image: convert::non_empty(product.image),
            quantity: product.quantity,
            color: convert::non_empty(product.color),
        }
    }
}

/// Inquiry in a list.
#[response]
#[derive(Debug, Clone)]
pub(crate) struct QuoteRow {
    /// UUID.
    id: String,
    /// Number.
    number: String,
    /// Kind.
    kind: InquiryKind,
    /// Status.
    status: InquiryStatus,
    /// Group of the inbox.
    due: InquiryDue,
    /// Way on which it came.
    source: InquirySource,
    /// Responsible staff member.
    assignee: Option<Person>,
    /// UUID of the store.
    store_id: Option<String>,
    /// Language.
    language: Option<LanguageCode>,
    /// Sender.
    customer: QuoteCustomer,
    /// The first product; `null` for other kinds.
    product: Option<QuoteProduct>,
    /// Number of pieces of a quote, at most 20; 0 for other kinds.
    items_count: usize,
    /// The earliest planned step.
    follow_up: Option<FollowUp>,
    /// Planned steps, earliest first, at most 20.
    follow_ups: Vec<PlannedStep>,
    /// RFC 3339.
    created_at: Option<Instant>,
    /// RFC 3339: the customer's last message.
    last_customer_at: Option<Instant>,
    /// RFC 3339; `null` unless the customer waits for an answer.
    waiting_since: Option<Instant>,
    /// RFC 3339: the promised answer.
    promise_at: Option<Instant>,
    /// RFC 3339.
    first_answer_at: Option<Instant>,
    /// Working minutes until the first answer.
    first_answer_minutes: Option<u32>,
    /// Reason of the status lost.
    lost_reason: Option<InquiryReason>,
    /// Address of the measuring visit.
    visit_address: Option<String>,
    /// How the customer came to the shop; `null` = unknown. Without source, campaign and path once wiped.
    visit: Option<Visit>,
    /// Whether the mail with the brochure failed for good, so that the request waits.
    is_mail_failed: bool,
    /// Whether the personal data was wiped.
    is_wiped: bool,
    /// Version of the record.
    version: i64,
    /// Author of the last change; `null` for the system or the customer.
    changed_by: Option<Person>,
    /// RFC 3339.
    changed_at: Option<Instant>,
}

impl QuoteRow {
    /// The OpenAPI example.
    pub(crate) fn example() -> Value {
        json!({
            "id": "01936b2e-7c00-7000-8000-000000000101", "number": "SQ-7Q2M04XK", "kind": "quote",
            "status": "assigned", "due": "today", "source": "website", "assignee": Person::example(),
            "storeId": null, "language": "ru",
            "customer": {"id": "01936b2e-7c00-7000-8000-000000000501", "name": "Марина", "surname": "Волкова",
                "phone": "+994500123456", "email": "marina@example.com", "userId": null},
            "product": null, "itemsCount": 0, "followUp": {"kind": "call", "at": "2026-11-23T11:00:00Z", "text": "Qiyməti deyin"},
            "followUps": [PlannedStep::example()],
            "createdAt": "2026-11-22T13:40:00Z", "lastCustomerAt": "2026-11-22T13:40:00Z", "waitingSince": null,
            "promiseAt": null, "firstAnswerAt": "2026-11-23T06:14:00Z", "firstAnswerMinutes": 34,
            "lostReason": null, "visitAddress": null, "visit": Visit::example(), "isMailFailed": false, "isWiped": false, "version": 4, "changedBy": Person::example(),
            "changedAt": "2026-11-23T06:09:00Z",
        })
    }

    /// Converts an inquiry.
    pub(super) fn new(
        state: &AppState,
        names: &Names,
        products: &HashMap<i64, Product>,
        one: inquiry::Inquiry,
    ) -> Self {
        let work = one.work.unwrap_or_default();
        let sender = one.sender.unwrap_or_default();
        let design = one.items.first().and_then(|item| item.design.as_ref());
        let design_code = design.map(|design| design.code.clone());
        Self {
            id: one.id,
            number: one.number,
            kind: InquiryKind::of_number(one.kind),
            status: InquiryStatus::of_number(one.status),
            due: InquiryDue::of_number(work.due),
            source: InquirySource::of_text(work.source),
            assignee: names.person(&work.assignee_id),
            store_id: convert::non_empty(work.store_id),
            language: LanguageCode::of_optional_number(one.language),
            customer: QuoteCustomer {
                id: convert::non_empty(work.contact_id),
                name: convert::non_empty(sender.name),
                surname: (!work.is_wiped).then_some(sender.surname),
                phone: convert::non_empty(work.phone).or_else(|| convert::non_empty(sender.phone)),
                email: convert::non_empty(sender.email),
                user_id: convert::non_empty(one.user_id),
            },
            product: one
                .product
                .map(|product| QuoteProduct::new(state, products, product, design_code)),
            items_count: one.items.len(),
            follow_up: work.follow_up.map(Into::into),
            follow_ups: work.follow_ups.into_iter().map(Into::into).collect(),
            created_at: convert::moment(one.created_at),
            last_customer_at: convert::moment(work.last_customer_at),
            waiting_since: convert::moment(work.waiting_since),
            promise_at: convert::moment(work.promise_at),
            first_answer_at: convert::moment(work.first_answer_at),
            first_answer_minutes: work.first_answer_minutes,
            lost_reason: InquiryReason::of_optional_text(work.lost_reason),
            visit_address: convert::non_empty(work.visit_address),
            visit: one.visit.map(Into::into),
            is_mail_failed: work.has_failed_mail,
            is_wiped: work.is_wiped,
            version: work.version,
            changed_by: names.person(&work.changed_by),
            changed_at: convert::moment(work.changed_at),
        }
    }
}

/// Converts inquiries, with the names of staff and the codes of products.
pub(crate) async fn convert_rows(
    state: &AppState,
    member: &Member,
    inquiries: Vec<inquiry::Inquiry>,
) -> Vec<QuoteRow> {
    let works = inquiries.iter().filter_map(|one| one.work.as_ref());
    let actors = works.flat_map(|work| [work.assignee_id.as_str(), work.changed_by.as_str()]);
    let names = state
        .desk
        .people
        .names(&state.clients, &member.caller, actors)
        .await;
    let products = products(state, &inquiries).await;
    let rows = inquiries
        .into_iter()
        .map(|one| QuoteRow::new(state, &names, &products, one));
    rows.collect()
}

/// Returns the present products of inquiries; none while the catalog does not answer.
pub(super) async fn products(state: &AppState, inquiries: &[inquiry::Inquiry]) -> HashMap<i64, Product> {
    let mut ids: Vec<_> = inquiries
        .iter()
        .flat_map(|one| {
            let products = one.items.iter().map(|item| item.product.as_ref());
            products.chain([one.product.as_ref()]).flatten()
        })
        .map(|product| product.product_id)
        .filter(|&id| id != 0)
        .collect();
    ids.sort_unstable();
    ids.dedup();
    if ids.is_empty() {
        return HashMap::new();
    }
    state.clients.catalog.get_products(ids).await.unwrap_or_default()
}

/// Piece of a quote: a product with its size.
#[response]
#[derive(Debug, Clone)]
pub(crate) struct QuoteItem {
    /// Position of the piece, counted from 1; its id in calls.
    id: u32,
    #[serde(flatten)]
    product: QuoteProduct,
    /// Size.
    measuring: Measuring,
    /// The measures of `own`; `null` if the note describes the size.
    measures: Option<Measures>,
    /// Object of the measures: the piece of a niche is 60 mm less wide, 40 mm less high and 10 mm less deep.
    measures_of: MeasuresOf,
    /// Remark of the sender, at most 1,000 characters; with `visit`, the place. `null` without one and once wiped.
    note: Option<String>,
    /// Design of the piece; `null` without one.
    design: Option<QuotedDesign>,
}

/// Design of a piece of a quote, with its price of record.
#[response]
#[derive(Debug, Clone)]
pub(crate) struct QuotedDesign {
    /// Code.
    code: String,
    /// The piece in words, in Azerbaijani.
    sentence_az: String,
    /// In Russian.
    sentence_ru: String,
    /// In English.
    sentence_en: String,
    /// Version of the price book.
    prices: u32,
    /// Price of record with VAT, in AZN; `null` for a wish that cannot be built as it is.
    total: Option<Amount>,
    /// Band that the sender saw; `null` if none was shown.
    shown: Option<ShownBand>,
    /// Whether the price book of the price is in force.
    is_newest_prices: bool,
    /// Measuring on site; `null` without one, and once the outline differs.
    measured: Option<MeasuredPiece>,
}

/// Measuring of a piece on site.
#[response]
#[derive(Debug, Clone)]
pub(crate) struct MeasuredPiece {
    /// Code with the measures that were found.
    code: String,
    /// RFC 3339.
    at: Instant,
    /// The member who noted it.
    by: Option<Person>,
    /// Text; empty once wiped.
    text: String,
}

/// Range of a price before measuring, with VAT.
#[response]
#[derive(Debug, Clone)]
pub(crate) struct ShownBand {
    /// Lower end in AZN.
    low: Amount,
    /// Upper end in AZN.
    high: Amount,
}

impl QuotedDesign {
    fn new(names: &Names, design: inquiry::QuotedDesign) -> Self {
        let sentence = convert::localized(design.sentence);
        Self {
            code: design.code,
            sentence_az: sentence.az,
            sentence_ru: sentence.ru,
            sentence_en: sentence.en,
            prices: design.book_version,
            total: design.price_minor.map(convert::amount),
            shown: design.shown.map(|band| ShownBand {
                low: convert::amount(band.low_minor),
                high: convert::amount(band.high_minor),
            }),
            is_newest_prices: design.has_newest_prices,
            measured: design.measured.map(|measured| MeasuredPiece {
                code: measured.code,
                at: convert::moment(measured.at).unwrap_or_default(),
                by: names.person(&measured.by),
                text: measured.text,
            }),
        }
    }
}

impl QuoteItem {
    /// The OpenAPI example.
    pub(super) fn example() -> Value {
        json!({
            "id": 1, "productId": 205, "designCode": null, "code": "MT-205", "productName": "Künc mətbəxi", "productNameAz": "Künc mətbəxi",
            "productNameRu": "Кухня угловая", "productNameEn": "Corner kitchen",
            "productImage": "/images/products/mt-205/1-960.webp", "quantity": 1, "color": "white", "measuring": "own",
            "measures": {"widthMm": 2850, "depthMm": 2150, "heightMm": 2400}, "measuresOf": "niche", "note": "Радиатор слева",
            "design": null,
        })
    }

    /// Converts a piece; `None` without a product.
    pub(super) fn new(
        state: &AppState,
        names: &Names,
        products: &HashMap<i64, Product>,
        (id, item): (u32, inquiry::QuoteItem),
    ) -> Option<Self> {
        let design_code = item.design.as_ref().map(|design| design.code.clone());
        Some(Self {
            id,
            product: QuoteProduct::new(state, products, item.product?, design_code),
            measuring: Measuring::of_text(item.measuring),
            measures: item.measures.map(Into::into),
            measures_of: measures::measures_of(item.measures_of),
            note: convert::non_empty(item.note),
            design: item.design.map(|design| QuotedDesign::new(names, design)),
        })
    }
}
