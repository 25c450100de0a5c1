//! Quote requests of an account, with their offers.

use axum::{
    extract::State,
    response::{IntoResponse, Response},
};
use kit::{domain::Language, vocabulary::inquiry};
use proto::inquiry::v1::{self as wire, GetOwnQuoteRequest, ListOwnQuotesRequest};
use serde_json::{Value, json};

use crate::{
    convert::{self, Amount, Day, Instant},
    envelope::{Envelope, pages},
    error::{ApiError, ApiResult},
    extract::{Customer, InquiryNumber, PageQuery, Paging, PathId, Query, paging},
    routes::measures::{Measures, measures_of},
    state::AppState,
    words::{MeasuresOf, Measuring, OfferState, QuoteProgress},
};

/// Quote request as its customer sees it.
#[response]
#[derive(Debug)]
pub(crate) struct AccountQuote {
    /// Human-readable number.
    number: String,
    /// RFC 3339 timestamp in UTC.
    created_at: Instant,
    progress: QuoteProgress,
    /// RFC 3339 timestamp in UTC, until which the shop answers; `null` while the customer does not wait.
    promised_at: Option<Instant>,
    /// Pieces, 1 to 20.
    items: Vec<AccountQuoteItem>,
    /// The newest sent revision of each offer, the last sent one first.
    offers: Vec<AccountOffer>,
    /// Token of the conversation about the request, for `conversations/view`.
    conversation_token: String,
}

/// Piece of a quote request; its name is that of the time of the request.
#[response]
#[derive(Debug)]
pub(crate) struct AccountQuoteItem {
    /// `null` for a designed piece without a product.
    product_id: Option<i64>,
    /// Code of the design of the piece; `null` without one.
    design_code: Option<String>,
    product_name: String,
    product_name_az: String,
    product_name_ru: String,
    product_name_en: String,
    product_image: Option<String>,
    /// 1 to 99; `null` if it was not specified.
    quantity: Option<u32>,
    /// Slug of the palette; `null` if none was chosen.
    color: Option<String>,
    measuring: Measuring,
    /// Only with `own`; `null` if the note describes the size.
    measures: Option<Measures>,
    /// Object of the measures.
    measures_of: MeasuresOf,
    /// Remark; empty if there is none.
    note: String,
}

/// Newest sent revision of an offer.
#[response]
#[derive(Debug)]
pub(crate) struct AccountOffer {
    /// Human-readable number.
    number: String,
    /// Revision, from 1.
    revision: u32,
    state: OfferState,
    /// Total in AZN.
    total: Amount,
    /// Last day of validity, in Asia/Baku.
    valid_until: Day,
    /// Token of the offer's link, for `offers/view`.
    token: String,
}

impl AccountQuote {
    fn new(quote: wire::OwnQuote, default: Language) -> Self {
        let inquiry = quote.inquiry.unwrap_or_default();
        let items = inquiry.items.into_iter();
        Self {
            number: inquiry.number,
            created_at: convert::precise(inquiry.created_at),
            progress: QuoteProgress::of_text(quote.progress),
            promised_at: convert::moment(quote.promised_at),
            items: items.map(|item| AccountQuoteItem::new(item, default)).collect(),
            offers: quote.offers.into_iter().map(Into::into).collect(),
            conversation_token: quote.conversation_token,
        }
    }

    /// The OpenAPI example.
    fn example() -> Value {
        json!({
            "number": "SQ-7Q2M04XK", "createdAt": "2026-11-20T10:00:00Z", "progress": "offered", "promisedAt": null,
            "items": [{
                "productId": 1, "designCode": null, "productName": "Palıd şkaf, üç qapılı", "productNameAz": "Palıd şkaf, üç qapılı",
                "productNameRu": "Шкаф дубовый, три двери", "productNameEn": "Oak wardrobe, three doors",
                "productImage": "/images/products/sk-101/1-960.webp", "quantity": 1, "color": "oak",
                "measuring": "own", "measures": {"widthMm": 2430, "depthMm": 600, "heightMm": 2620},
                "measuresOf": "niche", "note": "",
            }],
            "offers": [{
                "number": "ST-0M4K7Q2X", "revision": 1, "state": "opened", "total": 5814.00,
                "validUntil": "2026-12-07", "token": "ST-0M4K7Q2X.k3J9wQ7dYx2LmT0aVb5cZg",
            }],
            "conversationToken": "SQ-7Q2M04XK.k3J9wQ7dYx2LmT0aVb5cZg",
        })
    }
}

impl AccountQuoteItem {
    fn new(item: wire::QuoteItem, default: Language) -> Self {
        let product = item.product.unwrap_or_default();
        let name = convert::localized(product.name);
        Self {
            product_id: Some(product.product_id).filter(|&id| id != 0),
            design_code: item.design.map(|design| design.code),
            product_name: convert::base_text(&name, default),
            product_name_az: name.az,
            product_name_ru: name.ru,
            product_name_en: name.en,
            product_image: convert::non_empty(product.image),
            quantity: product.quantity,
            color: convert::non_empty(product.color),
            measuring: Measuring::of_text(item.measuring),
            measures: item.measures.map(Into::into),
            measures_of: measures_of(item.measures_of),
            note: item.note,
        }
    }
}

impl From<wire::OwnOffer> for AccountOffer {
    fn from(offer: wire::OwnOffer) -> Self {
        Self {
            state: OfferState::of_number_or(offer.state, inquiry::OfferState::Expired),
            number: offer.number,
            revision: offer.revision,
            total: convert::amount(offer.total_minor),
            valid_until: offer.valid_until,
            token: offer.token,
        }
    }
}

/// Page of quote requests.
#[response]
#[derive(Debug)]
pub(crate) struct AccountQuoteList {
    /// Always `true`.
    success: bool,
    /// Quote requests, newest first.
    data: Vec<AccountQuote>,
    /// Always `null`.
    message: Option<String>,
    /// Total number of quote requests.
    total_records: i64,
    total_pages: i64,
    /// Page number, from 1.
    page: u32,
    /// Maximum number of quote requests per page.
    limit: u32,
}

impl AccountQuoteList {
    fn new(data: Vec<AccountQuote>, total_records: i64, page: Paging) -> Self {
        Self {
            success: true,
            data,
            message: None,
            total_records,
            total_pages: pages(total_records, page.size),
            page: page.number,
            limit: page.size,
        }
    }
}

impl IntoResponse for AccountQuoteList {
    fn into_response(self) -> Response {
        axum::Json(self).into_response()
    }
}

/// Lists a page of the customer's quote requests with their offers, newest first. Requests that were sent without the
/// session are not among them.
#[utoipa::path(get, path = "/account/quotes", tag = "account", params(PageQuery), security(("session" = [])),
    responses((status = 200, body = AccountQuoteList, description = "Page of quote requests",
        example = json!({"success": true, "message": null, "data": [AccountQuote::example()],
            "totalRecords": 1, "totalPages": 1, "page": 1, "limit": 10}))))]
pub(crate) async fn list_account_quotes(
    State(state): State<AppState>,
    customer: Customer,
    Query(page): Query<PageQuery>,
) -> ApiResult<AccountQuoteList> {
    let page = paging(&page)?;
    let request = customer.request(ListOwnQuotesRequest {
        page: Some(page.into()),
    });
    let mut client = state.clients.inquiry.clone();
    let response = client.list_own_quotes(request).await?.into_inner();
    let quotes = response
        .quotes
        .into_iter()
        .map(|quote| AccountQuote::new(quote, state.default_language))
        .collect();
    Ok(AccountQuoteList::new(quotes, response.total_records, page))
}

/// Returns a quote request of the customer with its offers.
#[utoipa::path(get, path = "/account/quotes/{number}", tag = "account", security(("session" = [])),
    params(("number" = String, Path, description = "Number of the quote request, in any spelling")),
    responses((status = 200, body = Envelope<AccountQuote>, description = "Quote request",
        example = json!(Envelope::new(AccountQuote::example())))))]
pub(crate) async fn get_account_quote(
    State(state): State<AppState>,
    customer: Customer,
    PathId(number): PathId<InquiryNumber>,
) -> ApiResult<Envelope<AccountQuote>> {
    let request = customer.request(GetOwnQuoteRequest {
        number: number.into_string(),
    });
    let mut client = state.clients.inquiry.clone();
    let response = client.get_own_quote(request).await?.into_inner();
    let quote = response.quote.ok_or_else(ApiError::not_found)?;
    Ok(Envelope::new(AccountQuote::new(quote, state.default_language)))
}
