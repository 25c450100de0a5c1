//! `POST quotes`.

use axum::extract::State;
use kit::{
    domain::Language,
    failure::Failure,
    validation::{FieldErrors, INVALID},
};
use proto::inquiry::v1::CreateInquiryRequest;

use super::{
    input,
    quote::{self, Quote},
};
use crate::{
    desk::Member,
    envelope::Envelope,
    error::ApiResult,
    extract::{Input, Json, Keyed, Optional},
    openapi::ErrorResponse,
    routes::{desk::record::check_store, measures::Measures},
    state::AppState,
    words,
};

/// Quote request of a customer in the shop or on the phone.
#[request]
#[derive(Debug)]
pub(crate) struct CreateQuote {
    /// Way on which it came, not `website`.
    #[schema(value_type = words::InquirySource)]
    source: Input<String>,
    /// Name, 1 to 100 characters.
    name: Input<String>,
    /// Last name.
    surname: Optional<String>,
    /// Phone; needed without an e-mail.
    phone: Optional<String>,
    /// E-mail; needed without a phone.
    email: Optional<String>,
    /// Language.
    #[schema(value_type = Option<words::LanguageCode>)]
    language: Optional<Language>,
    /// Product id.
    product_id: Optional<i64>,
    /// Quantity, 1 to 99.
    #[schema(value_type = Option<u32>)]
    quantity: Input<i64>,
    /// Colour slug.
    color: Optional<String>,
    /// Size of the product, by default `standard`.
    #[schema(value_type = Option<words::Measuring>)]
    measuring: Optional<String>,
    /// Only with `own`, which needs them unless there is a message.
    measures: Option<Measures>,
    /// Object of the measures, by default `piece`. `niche` only with measures that leave a piece of 100 mm.
    #[schema(value_type = Option<words::MeasuresOf>)]
    measures_of: Optional<String>,
    /// At most 5,000 characters.
    message: Optional<String>,
    /// UUID of the store.
    store_id: Optional<String>,
    /// Address of the measuring visit, at most 200 characters.
    visit_address: Optional<String>,
    /// Whether the caller becomes the assignee.
    assign_to_me: Optional<bool>,
}

impl CreateQuote {
    fn into_message(self, idempotency_key: String) -> Result<CreateInquiryRequest, Failure> {
        let mut errors = FieldErrors::default();
        let language = self.language.optional(&mut errors, "language");
        let product = self.product_id.optional(&mut errors, "productId");
        // The service takes 0 as none.
        errors.ensure(product != Some(0), "productId", INVALID);
        let message = CreateInquiryRequest {
            source: self.source.text(&mut errors, "source"),
            name: self.name.text(&mut errors, "name"),
            surname: self.surname.text(&mut errors, "surname"),
            phone: self.phone.text(&mut errors, "phone"),
            email: self.email.text(&mut errors, "email"),
            language: language.map(Into::into).unwrap_or_default(),
            product_id: product.unwrap_or_default(),
            quantity: input::count(&mut errors, "quantity", self.quantity),
            color: self.color.text(&mut errors, "color"),
            measuring: self.measuring.text(&mut errors, "measuring"),
            measures: self.measures.map(Into::into),
            measures_of: self.measures_of.text(&mut errors, "measuresOf"),
            message: self.message.text(&mut errors, "message"),
            store_id: self.store_id.text(&mut errors, "storeId"),
            visit_address: self.visit_address.text(&mut errors, "visitAddress"),
            is_assigned_to_caller: self
                .assign_to_me
                .optional(&mut errors, "assignToMe")
                .unwrap_or_default(),
            idempotency_key,
        };
        errors.finish(Some(message))
    }
}

/// Creates a quote.
#[utoipa::path(post, path = "/quotes", tag = "desk",
    params(("Idempotency-Key" = String, Header, description = "1 to 255 visible ASCII characters")),
    request_body(content = CreateQuote,
        example = json!({"source": "walkIn", "name": "Rauf", "phone": "+994500195510", "assignToMe": true})),
    security(("desk" = [], "xsrf" = [])),
    responses((status = 200, body = Envelope<Quote>, description = "Quote",
        example = json!(Envelope::new(Quote::example()))),
        ErrorResponse::<422>))]
pub(crate) async fn create_quote(
    State(state): State<AppState>,
    member: Member,
    Keyed(key, Json(body)): Keyed<Json<CreateQuote>>,
) -> ApiResult<Envelope<Quote>> {
    let message = body.into_message(key)?;
    check_store(&state, &message.store_id).await?;
    let request = member.request(message);
    let response = state.clients.inbox.clone().create_inquiry(request).await?;
    let quote = quote::convert(&state, &member, response.into_inner().inquiry).await?;
    Ok(Envelope::new(quote))
}
