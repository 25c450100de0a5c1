//! Texts of the home page, the reviews and the questions, and pictures of the home page.

use std::collections::BTreeMap;

use axum::extract::State;
use kit::{domain::LocalizedText, validation::FieldErrors, vocabulary::content::HomeTextKind};
use proto::content::v1::{
    DeleteHomeTextRequest, HomeText as Message, Image, ListHomeTextsRequest, SaveHomeTextRequest,
};
use serde_json::{Value, json};

use super::record::{self, DeletedVersion, NOT_FOUND, PictureInput, Pictured, localized, not_found};
use crate::{
    convert::{self, Instant},
    desk::{Member, is_stale, present_on_conflict},
    envelope::{Acknowledgement, Envelope},
    error::ApiResult,
    extract::{Filter, Input, Json, Optional, PathOf},
    openapi::{ErrorResponse, extend},
    pages::{standard_pictures, standard_texts},
    people::{Names, Person},
    state::AppState,
    words,
};

/// Text of the home page, of a review or of a question, or a picture of the home page.
#[response]
#[derive(Debug, Clone)]
pub(crate) struct DeskHomeText {
    /// Key.
    key: String,
    kind: words::HomeTextKind,
    /// At most 2000 characters; empty for a picture, as the other texts.
    text_az: String,
    text_ru: String,
    text_en: String,
    /// Text that the shop shows while staff has not changed it.
    default_az: String,
    default_ru: String,
    default_en: String,
    #[serde(flatten)]
    picture: Pictured,
    /// Version of the change; 0 = staff has not changed it.
    version: i64,
    /// Author of the last change; `null` without one.
    changed_by: Option<Person>,
    /// RFC 3339; `null` without a change.
    changed_at: Option<Instant>,
}

impl DeskHomeText {
    fn new(key: &str, standard: Standard, changed: Option<&Message>, names: &Names) -> Self {
        let (kind, standard, picture) = match standard {
            Standard::Text(text) => (HomeTextKind::Text, text.clone(), None),
            Standard::Picture(url) => {
                let standard = || Image {
                    url: url.to_owned(),
                    ..Image::default()
                };
                let changed = changed.and_then(|changed| changed.image.clone());
                let picture = changed.unwrap_or_else(standard);
                (HomeTextKind::Image, LocalizedText::default(), Some(picture))
            }
        };
        let text = changed.map_or_else(
            || standard.clone(),
            |changed| convert::localized(changed.text.clone()),
        );
        Self {
            key: key.to_owned(),
            kind: kind.into(),
            text_az: text.az,
            text_ru: text.ru,
            text_en: text.en,
            default_az: standard.az,
            default_ru: standard.ru,
            default_en: standard.en,
            picture: Pictured::new(picture),
            version: changed.map_or(0, |changed| changed.version),
            changed_by: changed.and_then(|changed| names.person(&changed.changed_by)),
            changed_at: changed.and_then(|changed| convert::moment(changed.changed_at)),
        }
    }

    /// The OpenAPI example.
    fn example() -> Value {
        let text = json!({
            "key": "HOME.HERO_TITLE", "kind": "text", "textAz": "Mismarsız qurulur, illərlə qalır",
            "textRu": "Собрано без гвоздей, служит годами", "textEn": "Built without nails, made to last",
            "defaultAz": "Mismarsız yığılır, illərlə qalır", "defaultRu": "Соединено без гвоздей, служит долго",
            "defaultEn": "Joined without nails, made to last", "version": 3, "changedBy": Person::example(),
            "changedAt": "2026-11-23T10:14:00Z",
        });
        let no_picture = json!({
            "mediaId": null, "imageUrl": null, "image": null, "altAz": "", "altRu": "", "altEn": "", "focusX": 50, "focusY": 50,
        });
        extend(text, no_picture)
    }
}

/// Text or picture in the files of the web app, shown until staff changes it.
#[derive(Debug, Clone, Copy)]
enum Standard {
    Text(&'static LocalizedText),
    /// The URL.
    Picture(&'static str),
}

impl Standard {
    fn of(key: &str) -> Option<Self> {
        let text = standard_texts().get(key).map(Self::Text);
        text.or_else(|| standard_pictures().get(key).map(|url| Self::Picture(url)))
    }

    /// Returns all with their keys.
    fn all() -> impl Iterator<Item = (&'static str, Self)> {
        let texts = standard_texts()
            .iter()
            .map(|(key, text)| (key.as_str(), Self::Text(text)));
        let pictures = standard_pictures().iter();
        texts.chain(pictures.map(|(key, url)| (key.as_str(), Self::Picture(url))))
    }
}

/// Text or picture to save.
#[request]
#[derive(Debug)]
pub(crate) struct SaveHomeText {
    /// Version that the caller saw; 0 = staff has not changed it.
    version: Input<i64>,
    /// 1 to 2000 characters; not read for a picture, as the other texts.
    text_az: Optional<String>,
    /// 1 to 2000 characters.
    text_ru: Optional<String>,
    /// 1 to 2000 characters.
    text_en: Optional<String>,
    #[serde(flatten)]
    picture: PictureInput,
}

/// Lists the texts of the home page, of the reviews and of the questions and the pictures of the home page, with those that stand in the
/// files of the web app.
#[utoipa::path(get, path = "/content/home", tag = "desk", security(("desk" = [])),
    responses((status = 200, body = Envelope<Vec<DeskHomeText>>, description = "Texts, then pictures, by key",
        example = json!(Envelope::new(vec![DeskHomeText::example()])))))]
pub(crate) async fn list_desk_home_texts(
    State(state): State<AppState>,
    member: Member,
) -> ApiResult<Envelope<Vec<DeskHomeText>>> {
    Ok(Envelope::new(fetch_all(&state, &member).await?))
}

/// Returns a text of the home page, of a review or of a question, or a picture of the home page.
#[utoipa::path(get, path = "/content/home/{key}", tag = "desk", security(("desk" = [])),
    params(("key" = String, Path, description = "Key")),
    responses((status = 200, body = Envelope<DeskHomeText>, description = "Text",
        example = json!(Envelope::new(DeskHomeText::example())))))]
pub(crate) async fn get_desk_home_text(
    State(state): State<AppState>,
    member: Member,
    key: PathOf<String>,
) -> ApiResult<Envelope<DeskHomeText>> {
    let key = key.get(NOT_FOUND)?;
    Ok(Envelope::new(fetch(&state, &member, &key).await?))
}

/// Changes a text of the home page, of a review or of a question, or a picture of the home page.
#[utoipa::path(put, path = "/content/home/{key}", tag = "desk", security(("desk" = [], "xsrf" = [])),
    params(("key" = String, Path, description = "Key")),
    request_body(content = SaveHomeText, example = json!({"version": 0, "textAz": "Mismarsız qurulur, illərlə qalır",
        "textRu": "Собрано без гвоздей, служит годами", "textEn": "Built without nails, made to last"})),
    responses((status = 200, body = Envelope<DeskHomeText>, description = "Text",
        example = json!(Envelope::new(DeskHomeText::example()))), ErrorResponse::<409>))]
pub(crate) async fn save_desk_home_text(
    State(state): State<AppState>,
    member: Member,
    key: PathOf<String>,
    Json(body): Json<SaveHomeText>,
) -> ApiResult<Envelope<DeskHomeText>> {
    let key = key.get(NOT_FOUND)?;
    let mut errors = FieldErrors::default();
    let texts = [body.text_az, body.text_ru, body.text_en];
    let mut text = Message {
        key: key.clone(),
        version: record::version(&mut errors, body.version),
        text: Some(localized(&mut errors, "text", texts)),
        image: Some(body.picture.into_message(&mut errors)),
        ..Message::default()
    };
    errors.into_result()?;
    let standard = Standard::of(&key).ok_or_else(not_found)?;
    match standard {
        Standard::Text(_) => text.image = None,
        Standard::Picture(_) => text.text = None,
    }
    let request = member.request(SaveHomeTextRequest { text: Some(text) });
    let saved = state.clients.content.rpcs.clone().save_home_text(request).await;
    let saved = present_on_conflict(saved, is_stale, || fetch(&state, &member, &key)).await?;
    let saved = saved.into_inner().text.unwrap_or_default();
    let names = record::names(&state, &member, vec![saved.changed_by.clone()]).await;
    Ok(Envelope::new(DeskHomeText::new(
        &key,
        standard,
        Some(&saved),
        &names,
    )))
}

/// Goes back to what stands in the files of the web app.
#[utoipa::path(delete, path = "/content/home/{key}", tag = "desk", security(("desk" = [], "xsrf" = [])),
    params(("key" = String, Path, description = "Key"), DeletedVersion),
    responses((status = 200, body = Acknowledgement, description = "Change deleted",
        example = Acknowledgement::success), ErrorResponse::<409>))]
pub(crate) async fn delete_desk_home_text(
    State(state): State<AppState>,
    member: Member,
    key: PathOf<String>,
    Filter(DeletedVersion { version }): Filter<DeletedVersion>,
) -> ApiResult<Acknowledgement> {
    let key = key.get(NOT_FOUND)?;
    if Standard::of(&key).is_none() {
        return Err(not_found().into());
    }
    let request = member.request(DeleteHomeTextRequest {
        key: key.clone(),
        version,
    });
    let deleted = state.clients.content.rpcs.clone().delete_home_text(request).await;
    present_on_conflict(deleted, is_stale, || fetch(&state, &member, &key)).await?;
    Ok(Acknowledgement::success())
}

async fn fetch_all(state: &AppState, member: &Member) -> ApiResult<Vec<DeskHomeText>> {
    let request = member.request(ListHomeTextsRequest {});
    let response = state
        .clients
        .content
        .rpcs
        .clone()
        .list_home_texts(request)
        .await?;
    let changed = response.into_inner().texts;
    let authors = changed.iter().map(|text| text.changed_by.clone()).collect();
    let names = record::names(state, member, authors).await;
    let changed: BTreeMap<_, _> = changed.iter().map(|text| (text.key.as_str(), text)).collect();
    Ok(Standard::all()
        .map(|(key, standard)| DeskHomeText::new(key, standard, changed.get(key).copied(), &names))
        .collect())
}

async fn fetch(state: &AppState, member: &Member, key: &str) -> ApiResult<DeskHomeText> {
    let mut texts = fetch_all(state, member).await?;
    texts.retain(|text| text.key == key);
    Ok(texts.pop().ok_or_else(not_found)?)
}
