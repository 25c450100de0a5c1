//! Fields and calls that the records of the shop's content share.

use kit::{
    domain::Language,
    failure::{Code, Failure},
    validation::{FieldErrors, OUT_OF_RANGE},
    vocabulary::{ProtobufWord as _, content::PublicationState},
};
use proto::{
    common::v1::LocalizedText,
    content::v1::{Image as ImageMessage, OrderContentRequest, OrderedContent, Publication as Message},
};
use serde_json::{Value, json};

use crate::{
    convert::{self, Instant},
    desk::Member,
    error::ApiResult,
    extract::{Input, Optional},
    people::{Names, Person},
    routes::image::Image,
    state::AppState,
    words,
};

/// Reason of the failure for an unknown code.
pub(super) const NOT_FOUND: &str = "CONTENT.NOT_FOUND";

/// The middle of a picture, percent.
const CENTRE: u32 = 50;

/// Filter of a list.
#[filter]
pub(crate) struct StateFilter {
    /// States, separated by commas.
    state: Vec<PublicationState>,
}

impl StateFilter {
    /// Whether a record is in the list.
    pub(super) fn admits(&self, publication: Option<&Message>) -> bool {
        let state = publication.and_then(|publication| PublicationState::known(publication.state));
        self.state.is_empty() || state.is_some_and(|state| self.state.contains(&state))
    }
}

/// Publication of a record, and its last change.
#[response]
#[derive(Debug, Clone)]
pub(crate) struct Published {
    /// `draft`, `planned` until its time comes, `shown`, `ended`.
    state: words::PublicationState,
    /// Whether staff still works on it.
    is_draft: bool,
    /// Version of the record.
    version: i64,
    /// Author of the last change; `null` if unknown.
    changed_by: Option<Person>,
    /// RFC 3339.
    changed_at: Option<Instant>,
}

impl Published {
    pub(super) fn new(publication: &Message, version: i64, names: &Names) -> Self {
        Self {
            state: words::PublicationState::of_number(publication.state),
            is_draft: publication.is_draft,
            version,
            changed_by: names.person(&publication.changed_by),
            changed_at: convert::moment(publication.changed_at),
        }
    }

    /// The OpenAPI example.
    pub(super) fn example() -> Value {
        json!({
            "state": "shown", "isDraft": false, "version": 7, "changedBy": Person::example(),
            "changedAt": "2026-11-23T10:14:00Z",
        })
    }
}

/// Publication of a record to save.
#[request]
#[derive(Debug)]
pub(crate) struct PublicationInput {
    /// Whether staff still works on it: it needs its Azerbaijani name alone.
    is_draft: Optional<bool>,
    /// RFC 3339: time from which the shop shows it; `null` = at once. A campaign has its `startDate` instead.
    show_at: Optional<String>,
}

impl PublicationInput {
    /// Converts to a message.
    pub(super) fn into_message(self, errors: &mut FieldErrors) -> Message {
        let show_at = self.show_at.parse(|text| convert::parse_rfc3339(&text));
        Message {
            is_draft: self.is_draft.optional(errors, "isDraft").unwrap_or_default(),
            show_at: show_at.optional(errors, "showAt"),
            ..Message::default()
        }
    }
}

/// Picture of a record.
#[response]
#[derive(Debug, Clone)]
pub(crate) struct Pictured {
    /// Path relative to the site root, or an https URL; `null` in a draft without a picture.
    image_url: Option<String>,
    /// Size and placeholder; `null` if unknown.
    image: Option<Image>,
    /// Id of the uploaded picture; `null` for another one.
    media_id: Option<String>,
    /// Alternative text.
    alt_az: String,
    /// Alternative text.
    alt_ru: String,
    /// Alternative text.
    alt_en: String,
    /// Focal point from the left, percent.
    focus_x: u32,
    /// Focal point from the top, percent.
    focus_y: u32,
}

impl Pictured {
    pub(super) fn new(image: Option<ImageMessage>) -> Self {
        let image = image.unwrap_or_default();
        let alt = convert::localized(image.alt.clone());
        Self {
            image_url: convert::non_empty(image.url.clone()),
            media_id: convert::non_empty(image.media_id.clone()),
            alt_az: alt.az,
            alt_ru: alt.ru,
            alt_en: alt.en,
            focus_x: image.focus_x_percent.unwrap_or(CENTRE),
            focus_y: image.focus_y_percent.unwrap_or(CENTRE),
            image: (image.width > 0 && image.height > 0).then(|| image.into()),
        }
    }

    /// The OpenAPI example.
    pub(super) fn example() -> Value {
        json!({
            "imageUrl": "/media/8b1a9953c4611296a827abf8c47804d7-768.webp",
            "image": {"imageUrl": "/media/8b1a9953c4611296a827abf8c47804d7-768.webp", "width": 1024,
                "height": 768, "color": null, "placeholder": "#E7E2D8", "focusX": 58, "focusY": 70},
            "mediaId": "01936b2e-7c00-7000-8000-000000000601", "altAz": "", "altRu": "", "altEn": "",
            "focusX": 58, "focusY": 70,
        })
    }
}

/// Dimensions and placeholder of an image.
#[request]
#[derive(Debug)]
pub(crate) struct SizeInput {
    /// Pixels.
    width: Input<i64>,
    /// Pixels.
    height: Input<i64>,
    /// Color or small data URI to show while the image loads.
    placeholder: Optional<String>,
}

/// Picture of a record to save.
#[request]
#[derive(Debug)]
pub(crate) struct PictureInput {
    /// Id of an uploaded picture that is ready.
    media_id: Optional<String>,
    /// Path relative to the site root, or an https URL. Not read with `mediaId`.
    image_url: Optional<String>,
    /// Size and placeholder of the image; omitted if unknown. Not read with `mediaId`.
    image: Optional<SizeInput>,
    /// Alternative text, at most 200 characters.
    alt_az: Optional<String>,
    /// Alternative text, at most 200 characters.
    alt_ru: Optional<String>,
    /// Alternative text, at most 200 characters.
    alt_en: Optional<String>,
    /// Focal point from the left, 0 to 100 percent.
    focus_x: Optional<i64>,
    /// Focal point from the top, 0 to 100 percent.
    focus_y: Optional<i64>,
}

impl PictureInput {
    /// Converts to a message.
    pub(super) fn into_message(self, errors: &mut FieldErrors) -> ImageMessage {
        let size = self.image.optional(errors, "image");
        let (width, height, placeholder) = size.map_or((None, None, String::new()), |size| {
            let mut side = |side: Input<i64>, field: &str| {
                let pixels = side.required(errors, field);
                convert::number(errors, field, pixels)
            };
            let sides = (side(size.width, "image.width"), side(size.height, "image.height"));
            (
                sides.0,
                sides.1,
                size.placeholder.text(errors, "image.placeholder"),
            )
        });
        let mut percent = |input: Optional<i64>, field: &str| {
            let number = input.optional(errors, field);
            convert::number(errors, field, number)
        };
        let (focus_x_percent, focus_y_percent) =
            (percent(self.focus_x, "focusX"), percent(self.focus_y, "focusY"));
        ImageMessage {
            url: self.image_url.text(errors, "imageUrl"),
            width: width.unwrap_or_default(),
            height: height.unwrap_or_default(),
            placeholder,
            media_id: self.media_id.text(errors, "mediaId"),
            alt: Some(localized(errors, "alt", [self.alt_az, self.alt_ru, self.alt_en])),
            focus_x_percent,
            focus_y_percent,
        }
    }
}

/// Converts a text in az, ru and en; the service validates it.
pub(super) fn localized(
    errors: &mut FieldErrors,
    field: &str,
    [az, ru, en]: [Optional<String>; 3],
) -> LocalizedText {
    LocalizedText {
        az: az.text(errors, format!("{field}Az")),
        ru: ru.text(errors, format!("{field}Ru")),
        en: en.text(errors, format!("{field}En")),
    }
}

/// Version in a body: 0 = new.
pub(super) fn version(errors: &mut FieldErrors, version: Input<i64>) -> i64 {
    let version = version.required(errors, "version").unwrap_or_default();
    errors.ensure(version >= 0, "version", OUT_OF_RANGE);
    version
}

/// Position in a body; 0 if it is missing.
pub(super) fn position(errors: &mut FieldErrors, position: Optional<i64>) -> u32 {
    let position = position.optional(errors, "position");
    convert::number(errors, "position", position).unwrap_or_default()
}

/// Parameters of a deletion.
#[filter]
pub(crate) struct DeletedVersion {
    /// Version that the caller saw
    pub(super) version: i64,
}

/// New order of all records.
#[request]
#[derive(Debug)]
pub(crate) struct NewOrder {
    /// All codes, each once.
    codes: Input<Vec<String>>,
}

impl NewOrder {
    /// Orders the records.
    pub(super) async fn send(
        self,
        state: &AppState,
        member: &Member,
        content: OrderedContent,
    ) -> ApiResult<()> {
        let mut errors = FieldErrors::default();
        let codes = self.codes.required(&mut errors, "codes");
        let request = member.request(OrderContentRequest {
            content: content.into(),
            codes: errors.finish(codes)?,
        });
        state.clients.content.rpcs.clone().order_content(request).await?;
        Ok(())
    }
}

/// Returns the author of the last change of a record, as the service stores it.
pub(super) fn author(publication: Option<&Message>) -> String {
    publication.map_or_else(String::new, |publication| publication.changed_by.clone())
}

/// Returns the names of the authors of changes.
pub(super) async fn names(state: &AppState, member: &Member, authors: Vec<String>) -> Names {
    let authors = authors.iter().map(String::as_str);
    state
        .desk
        .people
        .names(&state.clients, &member.caller, authors)
        .await
}

/// Returns the failure for a record that does not exist.
pub(super) fn not_found() -> Failure {
    Failure::with_reason(Code::NotFound, NOT_FOUND)
}

/// Returns the base text and the text in each language.
pub(super) fn texts(text: Option<LocalizedText>, default: Language) -> [String; 4] {
    let text = convert::localized(text);
    [convert::base_text(&text, default), text.az, text.ru, text.en]
}
