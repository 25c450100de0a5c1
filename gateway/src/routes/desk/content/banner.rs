//! Texts of the banner.

use axum::extract::State;
use kit::validation::FieldErrors;
use proto::content::v1::{
    DeletePromoRequest, ListPromosRequest, OrderedContent, Promo as Message, SavePromoRequest,
};
use serde_json::{Value, json};

use super::record::{
    self, DeletedVersion, NOT_FOUND, NewOrder, PublicationInput, Published, StateFilter, localized, not_found,
};
use crate::{
    convert::{self, Instant},
    desk::{Member, is_stale, present_on_conflict},
    envelope::{Acknowledgement, Envelope},
    error::ApiResult,
    extract::{Filter, Input, Json, Optional, PathOf},
    openapi::{ErrorResponse, extend},
    people::Names,
    state::AppState,
};

/// Text of the banner.
#[response]
#[derive(Debug, Clone)]
pub(crate) struct DeskBannerText {
    /// Code.
    code: String,
    /// At most 200 characters.
    text_az: String,
    /// Empty if it is missing.
    text_ru: String,
    /// Empty if it is missing.
    text_en: String,
    /// Position, from 0.
    position: u32,
    /// RFC 3339: time from which the shop shows it; `null` = at once.
    show_at: Option<Instant>,
    #[serde(flatten)]
    published: Published,
}

impl DeskBannerText {
    fn new(promo: Message, names: &Names) -> Self {
        let text = convert::localized(promo.text);
        let publication = promo.publication.unwrap_or_default();
        Self {
            code: promo.code,
            text_az: text.az,
            text_ru: text.ru,
            text_en: text.en,
            position: promo.position,
            published: Published::new(&publication, promo.version, names),
            show_at: convert::moment(publication.show_at),
        }
    }

    /// The OpenAPI example.
    fn example() -> Value {
        let text = json!({
            "code": "delivery", "textAz": "Bakı daxilində çatdırılma pulsuzdur", "textRu": "Доставка по Баку бесплатна",
            "textEn": "Free delivery in Baku", "position": 0, "showAt": null,
        });
        extend(text, Published::example())
    }
}

/// Text of the banner to save.
#[request]
#[derive(Debug)]
pub(crate) struct SaveBannerText {
    /// Version that the caller saw; 0 = new.
    version: Input<i64>,
    /// At most 200 characters.
    text_az: Optional<String>,
    /// May be empty in a draft.
    text_ru: Optional<String>,
    /// May be empty in a draft.
    text_en: Optional<String>,
    /// Position, from 0.
    position: Optional<i64>,
    #[serde(flatten)]
    publication: PublicationInput,
}

/// Lists the texts of the banner in display order, with those that the shop does not show.
#[utoipa::path(get, path = "/content/banner", tag = "desk", security(("desk" = [])), params(StateFilter),
    responses((status = 200, body = Envelope<Vec<DeskBannerText>>, description = "Texts, at most 1000",
        example = json!(Envelope::new(vec![DeskBannerText::example()])))))]
pub(crate) async fn list_desk_banner(
    State(state): State<AppState>,
    member: Member,
    Filter(filter): Filter<StateFilter>,
) -> ApiResult<Envelope<Vec<DeskBannerText>>> {
    let mut texts = fetch_all(&state, &member).await?;
    texts.retain(|text| filter.admits(text.publication.as_ref()));
    Ok(Envelope::new(convert_all(&state, &member, texts).await))
}

/// Returns a text of the banner.
#[utoipa::path(get, path = "/content/banner/{code}", tag = "desk", security(("desk" = [])),
    params(("code" = String, Path, description = "Code")),
    responses((status = 200, body = Envelope<DeskBannerText>, description = "Text",
        example = json!(Envelope::new(DeskBannerText::example())))))]
pub(crate) async fn get_desk_banner_text(
    State(state): State<AppState>,
    member: Member,
    code: PathOf<String>,
) -> ApiResult<Envelope<DeskBannerText>> {
    let code = code.get(NOT_FOUND)?;
    Ok(Envelope::new(fetch(&state, &member, &code).await?))
}

/// Creates or replaces a text of the banner.
#[utoipa::path(put, path = "/content/banner/{code}", tag = "desk", security(("desk" = [], "xsrf" = [])),
    params(("code" = String, Path, description = "Code; of a new one 1 to 60 small letters, digits and hyphens")),
    request_body(content = SaveBannerText, example = json!({"version": 0, "textAz": "Bakı daxilində çatdırılma pulsuzdur",
        "textRu": "Доставка по Баку бесплатна", "textEn": "Free delivery in Baku", "position": 0, "isDraft": false})),
    responses((status = 200, body = Envelope<DeskBannerText>, description = "Text",
        example = json!(Envelope::new(DeskBannerText::example()))), ErrorResponse::<409>))]
pub(crate) async fn save_desk_banner_text(
    State(state): State<AppState>,
    member: Member,
    code: PathOf<String>,
    Json(body): Json<SaveBannerText>,
) -> ApiResult<Envelope<DeskBannerText>> {
    let code = code.get(NOT_FOUND)?;
    let mut errors = FieldErrors::default();
    let version = record::version(&mut errors, body.version);
    let promo = Message {
        code: code.clone(),
        text: Some(localized(
            &mut errors,
            "text",
            [body.text_az, body.text_ru, body.text_en],
        )),
        position: record::position(&mut errors, body.position),
        version,
        publication: Some(body.publication.into_message(&mut errors)),
    };
    errors.into_result()?;
    let request = member.request(SavePromoRequest {
        promo: Some(promo),
        keep_existing: false,
        is_new: version == 0,
    });
    let saved = state.clients.content.rpcs.clone().save_promo(request).await;
    let saved = present_on_conflict(saved, is_stale, || fetch(&state, &member, &code)).await?;
    let mut texts = convert_all(&state, &member, saved.into_inner().promo.into_iter().collect()).await;
    Ok(Envelope::new(texts.pop().ok_or_else(not_found)?))
}

/// Deletes a text of the banner.
#[utoipa::path(delete, path = "/content/banner/{code}", tag = "desk", security(("desk" = [], "xsrf" = [])),
    params(("code" = String, Path, description = "Code"), DeletedVersion),
    responses((status = 200, body = Acknowledgement, description = "Text deleted",
        example = Acknowledgement::success), ErrorResponse::<409>))]
pub(crate) async fn delete_desk_banner_text(
    State(state): State<AppState>,
    member: Member,
    code: PathOf<String>,
    Filter(DeletedVersion { version }): Filter<DeletedVersion>,
) -> ApiResult<Acknowledgement> {
    let code = code.get(NOT_FOUND)?;
    let request = member.request(DeletePromoRequest {
        code: code.clone(),
        version,
    });
    let result = state.clients.content.rpcs.clone().delete_promo(request).await;
    present_on_conflict(result, is_stale, || fetch(&state, &member, &code)).await?;
    Ok(Acknowledgement::success())
}

/// Orders the texts of the banner.
#[utoipa::path(post, path = "/content/banner/order", tag = "desk", security(("desk" = [], "xsrf" = [])),
    request_body(content = NewOrder, example = json!({"codes": ["delivery", "instalments"]})),
    responses((status = 200, body = Envelope<Vec<DeskBannerText>>, description = "Texts in their new order",
        example = json!(Envelope::new(vec![DeskBannerText::example()]))), ErrorResponse::<409>))]
pub(crate) async fn order_desk_banner(
    State(state): State<AppState>,
    member: Member,
    Json(body): Json<NewOrder>,
) -> ApiResult<Envelope<Vec<DeskBannerText>>> {
    let list = || async {
        let texts = fetch_all(&state, &member).await?;
        Ok(convert_all(&state, &member, texts).await)
    };
    let ordered = body.send(&state, &member, OrderedContent::Promos).await;
    present_on_conflict(ordered, is_stale, list).await?;
    Ok(Envelope::new(list().await?))
}

async fn fetch_all(state: &AppState, member: &Member) -> ApiResult<Vec<Message>> {
    let request = member.request(ListPromosRequest {});
    let response = state.clients.content.rpcs.clone().list_promos(request).await?;
    Ok(response.into_inner().promos)
}

async fn fetch(state: &AppState, member: &Member, code: &str) -> ApiResult<DeskBannerText> {
    let mut texts = fetch_all(state, member).await?;
    texts.retain(|text| text.code == code);
    let mut texts = convert_all(state, member, texts).await;
    Ok(texts.pop().ok_or_else(not_found)?)
}

async fn convert_all(state: &AppState, member: &Member, texts: Vec<Message>) -> Vec<DeskBannerText> {
    let authors = texts.iter().map(|text| record::author(text.publication.as_ref()));
    let names = record::names(state, member, authors.collect()).await;
    texts
        .into_iter()
        .map(|text| DeskBannerText::new(text, &names))
        .collect()
}
