//! `PATCH offers/{id}`.

use axum::extract::State;
use kit::{
    domain::Language,
    failure::Failure,
    validation::{FieldErrors, OUT_OF_RANGE},
};
use proto::inquiry::v1::{GetOfferRequest, OfferFiles, OfferLineInput, OfferLineInputs, UpdateOfferRequest};

use super::{
    NOT_FOUND,
    offer::{Offer, respond},
};
use crate::{
    convert::{self, Amount},
    desk::Member,
    envelope::Envelope,
    error::ApiResult,
    extract::{Input, Json, Optional, PathOf, RecordId},
    openapi::ErrorResponse,
    routes::desk::media::check_files,
    state::AppState,
    words,
};

/// Line of an offer as staff writes it.
#[request]
#[derive(Debug, Clone)]
#[schema(as = OfferLineChange)]
pub(crate) struct LineInput {
    /// Id of the present line; missing for a new one.
    id: Optional<String>,
    /// Product; missing for a line that is not from the catalog.
    product_id: Optional<i64>,
    /// 1 to 200 characters; on a new line of the catalog by default the product's. As detail, image and price, ignored on a line
    /// with a design.
    name: Optional<String>,
    /// At most 500 characters.
    detail: Optional<String>,
    /// Path of an image; on a new line of the catalog by default the product's.
    image_url: Optional<String>,
    /// 1 to 99.
    #[schema(value_type = u32)]
    quantity: Input<i64>,
    /// Price of one piece before the discount, in AZN; on a new line of the catalog by default the product's.
    list_price: Optional<Amount>,
    /// Whole percent, 0 to 99; on a new line of the catalog by default the product's.
    #[schema(value_type = Option<u32>)]
    discount: Input<i64>,
    /// Whether it is made for the customer, so that it takes no piece from stock.
    is_made_to_order: Optional<bool>,
    /// `false` once somebody has checked the price; another price does the same.
    is_price_to_check: Optional<bool>,
    /// Id of a designed piece of the quote, on a new line: name, detail and price come from its design.
    #[schema(value_type = Option<u32>)]
    item_id: Input<i64>,
    /// Code of a design: name, detail and price come from it.
    design_code: Optional<String>,
    /// `true` makes a line with a design a free one. Needs `offers.detachDesign`.
    detach: Optional<bool>,
}

/// Change of a draft; a missing field stays unchanged.
#[request]
#[derive(Debug)]
pub(crate) struct UpdateOffer {
    /// Version that the caller saw.
    version: Input<i64>,
    /// Language.
    #[schema(value_type = Option<words::LanguageCode>)]
    language: Optional<Language>,
    /// Last day of validity, from today to a year ahead.
    valid_until: Optional<String>,
    /// Days until delivery, 1 to 365; `null` = none.
    #[schema(value_type = Option<u32>)]
    make_days: Input<i64>,
    /// First payment in whole percent of the total, 0 to 100.
    #[schema(value_type = Option<u32>)]
    deposit_percent: Input<i64>,
    /// At most 200 characters.
    delivery_text: Optional<String>,
    /// Price of the delivery in AZN.
    delivery_price: Optional<Amount>,
    /// At most 2,000 characters.
    message: Optional<String>,
    /// Whether the customer gets a reminder before the end.
    remind: Optional<bool>,
    /// All lines in their order, at most 100.
    lines: Optional<Vec<LineInput>>,
    /// Ids of all files in their order, at most 10 PDF files that the offer has or the caller has uploaded with the kind `file`.
    #[schema(value_type = Option<Vec<String>>, max_items = 10)]
    media_ids: Optional<Vec<String>>,
}

impl LineInput {
    fn into_message(self, errors: &mut FieldErrors, index: usize) -> OfferLineInput {
        let field = |name: &str| format!("lines[{index}].{name}");
        let id = self.id.parse(|id| id.parse::<RecordId>().ok());
        let quantity = self.quantity.required(errors, field("quantity"));
        let list_price = self.list_price.parse(|number| convert::parse_amount(&number));
        let discount = self.discount.optional(errors, field("discount"));
        let item = self.item_id.optional(errors, field("itemId"));
        OfferLineInput {
            id: id
                .optional(errors, field("id"))
                .map(|id| id.to_string())
                .unwrap_or_default(),
            product_id: self.product_id.optional(errors, field("productId")),
            name: self.name.optional(errors, field("name")),
            detail: self.detail.optional(errors, field("detail")),
            image_url: self.image_url.optional(errors, field("imageUrl")),
            quantity: convert::number(errors, field("quantity"), quantity).unwrap_or_default(),
            list_price_minor: list_price.optional(errors, field("listPrice")),
            discount_percent: convert::number(errors, field("discount"), discount),
            is_made_to_order: self.is_made_to_order.optional(errors, field("isMadeToOrder")),
            is_price_to_check: self.is_price_to_check.optional(errors, field("isPriceToCheck")),
            item_position: convert::number(errors, field("itemId"), item).unwrap_or_default(),
            design_code: self
                .design_code
                .optional(errors, field("designCode"))
                .unwrap_or_default(),
            is_detached: self.detach.optional(errors, field("detach")).unwrap_or_default(),
        }
    }
}

/// Returns the new number of days; 0 removes it.
fn make_days(errors: &mut FieldErrors, input: Input<i64>) -> Option<u32> {
    errors.ensure(input != Input::Value(0), "makeDays", OUT_OF_RANGE);
    let days = input.emptied(errors, "makeDays");
    convert::number(errors, "makeDays", days)
}

impl UpdateOffer {
    /// Converts to a message without the id. The service validates the values.
    fn into_message(self) -> Result<(UpdateOfferRequest, Option<Vec<String>>), Failure> {
        let mut errors = FieldErrors::default();
        let language = self.language.changed(&mut errors, "language");
        let deposit = self.deposit_percent.changed(&mut errors, "depositPercent");
        let delivery_price = self.delivery_price.parse(|number| convert::parse_amount(&number));
        let lines = self.lines.changed(&mut errors, "lines").map(|lines| {
            let lines = lines.into_iter().enumerate();
            let lines = lines.map(|(index, line)| line.into_message(&mut errors, index));
            OfferLineInputs {
                lines: lines.collect(),
            }
        });
        let media_ids = self.media_ids.changed(&mut errors, "mediaIds");
        let message = UpdateOfferRequest {
            offer_id: String::new(),
            version: self.version.required(&mut errors, "version").unwrap_or_default(),
            language: language.map(Into::into),
            valid_until: self.valid_until.changed(&mut errors, "validUntil"),
            make_days: make_days(&mut errors, self.make_days),
            deposit_percent: convert::number(&mut errors, "depositPercent", deposit),
            delivery_text: self.delivery_text.emptied(&mut errors, "deliveryText"),
            delivery_price_minor: delivery_price.changed(&mut errors, "deliveryPrice"),
            message: self.message.emptied(&mut errors, "message"),
            is_reminded: self.remind.changed(&mut errors, "remind"),
            lines,
            files: None,
        };
        errors.finish(Some((message, media_ids)))
    }
}

/// Changes a draft.
#[utoipa::path(patch, path = "/offers/{id}", tag = "desk",
    params(("id" = String, Path, description = "Id of the revision")),
    request_body(content = UpdateOffer, example = json!({"version": 4, "makeDays": 25,
        "lines": [{"productId": 205, "quantity": 1, "discount": 15}]})),
    security(("desk" = [], "xsrf" = [])),
    responses((status = 200, body = Envelope<Offer>, description = "Draft",
        example = json!(Envelope::new(Offer::example()))),
        ErrorResponse::<409>))]
pub(crate) async fn update_offer(
    State(state): State<AppState>,
    member: Member,
    id: PathOf<RecordId>,
    Json(body): Json<UpdateOffer>,
) -> ApiResult<Envelope<Offer>> {
    let (message, media_ids) = body.into_message()?;
    let offer_id = id.get(NOT_FOUND)?.to_string();
    let files = match media_ids {
        Some(media_ids) => Some(files(&state, &member, &offer_id, media_ids).await?),
        None => None,
    };
    let request = member.request(UpdateOfferRequest {
        offer_id: offer_id.clone(),
        files,
        ..message
    });
    let changed = state.clients.offers.clone().update_offer(request).await;
    respond(&state, &member, &offer_id, changed, |response| response.offer).await
}

/// Returns the files of an offer with these ids: those that it has, and new ones of the caller.
async fn files(
    state: &AppState,
    member: &Member,
    offer_id: &str,
    media_ids: Vec<String>,
) -> ApiResult<OfferFiles> {
    let request = member.request(GetOfferRequest {
        offer_id: offer_id.to_owned(),
    });
    let present = state
        .clients
        .offers
        .clone()
        .get_offer(request)
        .await?
        .into_inner();
    let present = present.offer.unwrap_or_default().files;
    let files = check_files(state, member, media_ids, &present).await?;
    Ok(OfferFiles { files })
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn message(body: Value) -> Result<UpdateOfferRequest, Failure> {
        serde_json::from_value::<UpdateOffer>(body)
            .unwrap()
            .into_message()
            .map(|(message, _)| message)
    }

    #[test]
    fn keeps_missing_fields_and_empties_null_ones() {
        let change =
            message(json!({"version": 4, "makeDays": null, "message": null, "deliveryPrice": 12.5})).unwrap();
        assert_eq!(change.version, 4);
        assert_eq!(change.make_days, Some(0));
        assert_eq!(change.message.as_deref(), Some(""));
        assert_eq!(change.delivery_price_minor, Some(1_250));
        assert_eq!(change.deposit_percent, None);
        assert_eq!(change.lines, None);
    }

    #[test]
    fn names_all_wrong_fields() {
        let failure = message(json!({"language": "de", "makeDays": 0, "depositPercent": null,
            "lines": [{"quantity": 1}, {"id": "7", "quantity": -1, "listPrice": 1.001}]}))
        .unwrap_err();
        let mut fields = failure.fields;
        fields.sort();
        let expected = [
            ("depositPercent", "FIELD.REQUIRED"),
            ("language", "FIELD.INVALID"),
            ("lines[1].id", "FIELD.INVALID"),
            ("lines[1].listPrice", "FIELD.INVALID"),
            ("lines[1].quantity", "FIELD.OUT_OF_RANGE"),
            ("makeDays", "FIELD.OUT_OF_RANGE"),
            ("version", "FIELD.REQUIRED"),
        ];
        assert_eq!(
            fields,
            expected.map(|(name, key)| (name.to_owned(), key.to_owned()))
        );
    }
}
