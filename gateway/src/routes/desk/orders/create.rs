//! `POST orders`: by hand, or from an accepted offer.

use axum::extract::State;
use kit::{
    domain::{RecordKind, RecordNumber},
    failure::{Code, Failure},
    staff::{Access, Permission},
    validation::{FieldErrors, INVALID},
};
use proto::{
    inquiry::v1::{GetStaffInquiryRequest, InquiryStatus},
    order::v1::{CreateDeskOrderRequest, CreateOrderFromOfferRequest, NewDeskLine, OrderedQuote},
};

use super::{
    delivery::DeliveryInput,
    order::{DeskOrder, convert},
    recipient::{AddressInput, Recipient},
};
use crate::{
    convert::{self, Amount},
    desk::Member,
    envelope::Envelope,
    error::ApiResult,
    extract::{Input, Json, Keyed, Optional, RecordId},
    openapi::ErrorResponse,
    state::AppState,
    words,
};

/// Line of an order by hand.
#[request]
#[derive(Debug, Clone)]
#[schema(as = NewOrderLine)]
pub(crate) struct LineInput {
    /// UUID of the line that it corrects; only in `PUT lines`, where missing values stay and the product cannot change.
    pub(super) id: Optional<String>,
    /// Product; missing for a line that is not from the catalog.
    product_id: Optional<i64>,
    /// Name, 1 to 200 characters; by default the product's.
    name: Optional<String>,
    /// At most 500 characters.
    detail: Optional<String>,
    /// Path of an image; by default the product's.
    image_url: Optional<String>,
    /// 1 to 99.
    #[schema(value_type = u32)]
    quantity: Input<i64>,
    /// Price of one piece before the discount, in AZN; by default the product's.
    list_price: Optional<Amount>,
    /// Whole percent, 0 to 99; by default the product's.
    #[schema(value_type = Option<u32>)]
    discount: Input<i64>,
    /// Whether the line reserves no stock.
    is_made_to_order: Optional<bool>,
}

/// Order by hand, or from an accepted offer.
#[request]
#[derive(Debug)]
pub(crate) struct CreateDeskOrder {
    /// Accepted offer, with its lines and prices; excludes `lines`.
    offer_id: Optional<String>,
    /// Ids of the offer's lines that reserve no stock because they are made for this order.
    made_to_order: Optional<Vec<String>>,
    /// Ids of the offer's lines that are not ordered.
    leave_out: Optional<Vec<String>>,
    /// Origin, neither `website` nor `offer`; needed by hand.
    #[schema(value_type = Option<words::OrderSource>)]
    source: Optional<kit::vocabulary::order::Source>,
    /// Language; needed by hand.
    #[schema(value_type = Option<words::LanguageCode>)]
    language: Optional<kit::domain::Language>,
    /// Number of the quote that becomes won.
    quote_number: Optional<String>,
    /// 1 to 100 lines.
    lines: Optional<Vec<LineInput>>,
    /// Price of the delivery in AZN.
    delivery_price: Optional<Amount>,
    /// Total that the caller saw, in AZN.
    expected_total: Optional<Amount>,
    /// First name and phone are needed; address and city too if a delivery is planned.
    shipping_address: Input<AddressInput>,
    /// By default the shipping address.
    billing_address: Optional<AddressInput>,
    delivery: Optional<DeliveryInput>,
}

impl LineInput {
    pub(super) fn into_message(self, errors: &mut FieldErrors, index: usize) -> NewDeskLine {
        let field = |name: &str| format!("lines[{index}].{name}");
        let quantity = self.quantity.required(errors, field("quantity"));
        let list_price = self.list_price.parse(|number| convert::parse_amount(&number));
        let discount = self.discount.optional(errors, field("discount"));
        NewDeskLine {
            product_id: self.product_id.optional(errors, field("productId")),
            name: self.name.optional(errors, field("name")),
            detail: self.detail.text(errors, field("detail")),
            image_url: self.image_url.optional(errors, field("imageUrl")),
            quantity: convert::number(errors, field("quantity"), quantity).unwrap_or_default(),
            list_price_minor: list_price.optional(errors, field("listPrice")),
            discount_percent: convert::number(errors, field("discount"), discount),
            is_made_to_order: self
                .is_made_to_order
                .optional(errors, field("isMadeToOrder"))
                .unwrap_or_default(),
        }
    }
}

/// Parses ids of lines.
fn line_ids(errors: &mut FieldErrors, field: &str, input: Input<Vec<String>>) -> Vec<String> {
    let ids = input.optional(errors, field).unwrap_or_default();
    let parsed = ids.iter().enumerate().map(|(index, id)| {
        let parsed = id.parse::<RecordId>().map_err(|_| INVALID);
        errors.check(format!("{field}[{index}]"), parsed)
    });
    parsed.flatten().map(|id| id.to_string()).collect()
}

/// New order, by its origin.
enum NewOrder {
    /// By hand, for the quote of a number.
    ByHand(Box<CreateDeskOrderRequest>, Option<RecordNumber>),
    FromOffer(Box<CreateOrderFromOfferRequest>),
}

impl CreateDeskOrder {
    fn into_message(self, idempotency_key: String) -> Result<NewOrder, Failure> {
        let has_lines = matches!(&self.lines, Input::Value(_) | Input::Invalid);
        let has_offer = matches!(&self.offer_id, Input::Value(_) | Input::Invalid);
        if has_lines == has_offer {
            return Err(Failure::invalid_field("offerId", INVALID));
        }
        if has_offer {
            let message = self.into_offer_message(idempotency_key)?;
            Ok(NewOrder::FromOffer(Box::new(message)))
        } else {
            let (message, quote) = self.into_desk_message(idempotency_key)?;
            Ok(NewOrder::ByHand(Box::new(message), quote))
        }
    }

    fn into_offer_message(self, idempotency_key: String) -> Result<CreateOrderFromOfferRequest, Failure> {
        let mut errors = FieldErrors::default();
        let offer = self.offer_id.parse(|id| id.parse::<RecordId>().ok());
        let offer = offer.required(&mut errors, "offerId");
        let recipient = Recipient::parse(
            &mut errors,
            self.shipping_address,
            self.billing_address,
            self.delivery,
        );
        let message = CreateOrderFromOfferRequest {
            offer_id: offer.map(|id| id.to_string()).unwrap_or_default(),
            shipping_address: Some(recipient.shipping),
            billing_address: recipient.billing,
            delivery: recipient.delivery,
            made_to_order: line_ids(&mut errors, "madeToOrder", self.made_to_order),
            leave_out: line_ids(&mut errors, "leaveOut", self.leave_out),
            idempotency_key,
        };
        errors.finish(Some(message))
    }

    /// Converts to a message without the quote, and the number of the quote.
    fn into_desk_message(
        self,
        idempotency_key: String,
    ) -> Result<(CreateDeskOrderRequest, Option<RecordNumber>), Failure> {
        let mut errors = FieldErrors::default();
        let quote = self.quote_number.parse(|text| {
            let number = RecordNumber::parse(&text, RecordKind::Quote);
            number.filter(|number| number.kind() == RecordKind::Quote)
        });
        let quote = quote.optional(&mut errors, "quoteNumber");
        let source = self.source.required(&mut errors, "source");
        let language = self.language.required(&mut errors, "language");
        let lines = self.lines.optional(&mut errors, "lines").unwrap_or_default();
        let lines = lines
            .into_iter()
            .enumerate()
            .map(|(index, line)| line.into_message(&mut errors, index))
            .collect();
        let delivery_price = self.delivery_price.parse(|number| convert::parse_amount(&number));
        let expected_total = self.expected_total.parse(|number| convert::parse_amount(&number));
        let recipient = Recipient::parse(
            &mut errors,
            self.shipping_address,
            self.billing_address,
            self.delivery,
        );
        let message = CreateDeskOrderRequest {
            idempotency_key,
            source: source.map(Into::into).unwrap_or_default(),
            language: language.map(Into::into).unwrap_or_default(),
            lines,
            delivery_price_minor: delivery_price
                .optional(&mut errors, "deliveryPrice")
                .unwrap_or_default(),
            expected_total_minor: expected_total.optional(&mut errors, "expectedTotal"),
            shipping_address: Some(recipient.shipping),
            billing_address: recipient.billing,
            delivery: recipient.delivery,
            quote: None,
        };
        errors.finish(Some((message, quote)))
    }
}

/// Returns the quote of a number, which must be open and one for which the caller may make offers.
///
/// A won quote passes: it may be won by the first try of this call.
async fn ordered_quote(state: &AppState, member: &Member, number: RecordNumber) -> ApiResult<OrderedQuote> {
    let request = member.request(GetStaffInquiryRequest {
        number: number.into_string(),
    });
    let response = state.clients.inbox.clone().get_staff_inquiry(request).await?;
    let quote = response.into_inner().inquiry.unwrap_or_default();
    let status = quote.status();
    let assignee = quote.work.unwrap_or_default().assignee_id;
    let visit = quote.visit;
    let writes_all = member
        .role()
        .is_some_and(|role| role.access(Permission::OffersWrite) == Access::Always);
    if !writes_all && !assignee.is_empty() && assignee != member.session.user_id.to_string() {
        return Err(Failure::with_reason(Code::Forbidden, "INQUIRY.NOT_YOURS").into());
    }
    if matches!(status, InquiryStatus::Lost | InquiryStatus::Closed) {
        return Err(Failure::with_reason(Code::Conflict, "INQUIRY.STATUS_NOT_REACHABLE").into());
    }
    Ok(OrderedQuote {
        inquiry_id: quote.id,
        number: quote.number,
        assignee,
        visit,
    })
}

/// Creates an order by hand, or from an accepted offer. An offer has at most one live order; a repeated call with any key
/// returns it.
#[utoipa::path(post, path = "/orders", tag = "desk", operation_id = "create_desk_order",
    params(("Idempotency-Key" = String, Header, description = "1 to 255 visible ASCII characters")),
    request_body(content = CreateDeskOrder, example = json!({"source": "walkIn", "language": "az",
        "lines": [{"productId": 1, "quantity": 1, "discount": 0, "detail": ""}], "deliveryPrice": 0,
        "expectedTotal": 1249.55, "shippingAddress": {"firstName": "Rauf", "phone": "+994500195510"},
        "delivery": null})),
    security(("desk" = [], "xsrf" = [])),
    responses((status = 200, body = Envelope<DeskOrder>, description = "Order",
        example = json!(Envelope::new(DeskOrder::example()))),
        ErrorResponse::<409>, ErrorResponse::<422>))]
pub(crate) async fn create_desk_order(
    State(state): State<AppState>,
    member: Member,
    Keyed(key, Json(body)): Keyed<Json<CreateDeskOrder>>,
) -> ApiResult<Envelope<DeskOrder>> {
    let order = match body.into_message(key)? {
        NewOrder::ByHand(mut message, quote) => {
            if let Some(number) = quote {
                message.quote = Some(ordered_quote(&state, &member, number).await?);
            }
            let request = member.request(*message);
            let mut client = state.clients.desk_order.clone();
            client.create_desk_order(request).await?.into_inner().order
        }
        NewOrder::FromOffer(message) => {
            let request = member.request(*message);
            let mut client = state.clients.offer_order.clone();
            client.create_order_from_offer(request).await?.into_inner().order
        }
    };
    let order = convert(&state, &member, order).await?;
    Ok(Envelope::new(order))
}
