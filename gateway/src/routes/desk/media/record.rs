//! A picture or file as a record.

use http::StatusCode;
use kit::{
    failure::{Code, Failure},
    pictures::path,
    vocabulary::{ProtobufWord as _, content},
};
use proto::content::v1 as wire;
use serde_json::{Value, json};

use crate::{
    convert::{self, Instant},
    desk::Member,
    error::{ApiError, ApiResult},
    people::Person,
    state::AppState,
    words::{MediaKind, MediaState},
};

/// Picture or file.
#[response]
#[derive(Debug, Clone)]
pub(crate) struct Media {
    /// Id.
    id: String,
    kind: MediaKind,
    state: MediaState,
    /// Name of the file at the uploader.
    name: String,
    /// Media type of the content; `null` until all bytes have come.
    #[serde(rename = "type")]
    content_type: Option<String>,
    /// Bytes; 0 = unknown yet.
    size: i64,
    /// Bytes that have come.
    received: i64,
    /// Pixels of the upright picture; 0 = unknown yet.
    width: u32,
    /// Pixels of the upright picture; 0 = unknown yet.
    height: u32,
    /// A colour shown while the picture loads; `null` until it is converted.
    placeholder: Option<String>,
    /// Path of the largest WebP file; `null` until the picture is converted.
    image_url: Option<String>,
    /// Files of the picture, by width.
    sizes: Vec<MediaSize>,
    /// Message key of the reason why it cannot be used.
    failure: Option<String>,
    /// Records that show it. In `GET` only.
    used_in: Vec<MediaUse>,
    /// RFC 3339.
    created_at: Option<Instant>,
    /// Uploader.
    created_by: Option<Person>,
}

/// File of a picture.
#[response]
#[derive(Debug, Clone)]
pub(crate) struct MediaSize {
    /// Path.
    url: String,
    /// Pixels.
    width: u32,
    /// Pixels.
    height: u32,
    /// Media type: `image/avif` or `image/webp`.
    #[serde(rename = "type")]
    media_type: &'static str,
}

/// Record that shows a picture.
#[response]
#[derive(Debug, Clone)]
pub(crate) struct MediaUse {
    /// `product`.
    kind: String,
    /// Code of the record.
    code: String,
    /// Name in Azerbaijani.
    name_az: String,
    /// Name in Russian.
    name_ru: String,
    /// Name in English.
    name_en: String,
}

impl Media {
    /// The OpenAPI example.
    pub(super) fn example() -> Value {
        let size = |width: u32, height: u32, extension: &str| {
            json!({"url": format!("/media/8b1a9953c4611296a827abf8c47804d7-{width}.{extension}"), "width": width,
                "height": height, "type": format!("image/{extension}")})
        };
        json!({"id": "01936b2e-7c00-7000-8000-000000000801", "kind": "picture", "state": "ready",
            "name": "kitchen.jpg", "type": "image/jpeg", "size": 812_345, "received": 812_345, "width": 1320,
            "height": 1080, "placeholder": "#c8b9a6",
            "imageUrl": "/media/8b1a9953c4611296a827abf8c47804d7-1024.webp",
            "sizes": [size(480, 393, "avif"), size(480, 393, "webp"), size(768, 628, "avif"), size(768, 628, "webp"),
                size(1024, 838, "avif"), size(1024, 838, "webp")],
            "failure": null,
            "usedIn": [{"kind": "product", "code": "SK-101", "nameAz": "Şkaf", "nameRu": "Шкаф", "nameEn": "Wardrobe"}],
            "createdAt": "2026-11-23T10:14:00Z", "createdBy": Person::example()})
    }
}

/// Converts a picture or file, with the name of its uploader.
pub(super) async fn convert(
    state: &AppState,
    member: &Member,
    media: Option<wire::Media>,
    uses: Vec<wire::MediaUse>,
) -> ApiResult<Media> {
    let media = media.ok_or_else(|| {
        Failure::new(Code::Internal).with_source("content responded without a picture or file")
    })?;
    let people = &state.desk.people;
    let actors = [media.created_by.as_str()];
    let names = people.names(&state.clients, &member.caller, actors).await;
    let files = |size: &wire::PictureSize| {
        [("avif", "image/avif"), ("webp", "image/webp")].map(|(extension, media_type)| MediaSize {
            url: path(&media.hash, size.width, extension),
            width: size.width,
            height: size.height,
            media_type,
        })
    };
    let uses = uses.into_iter().map(|used| {
        let name = convert::localized(used.name);
        MediaUse {
            kind: used.kind,
            code: used.code,
            name_az: name.az,
            name_ru: name.ru,
            name_en: name.en,
        }
    });
    // Of a picture that is still processed not all files of these sizes are there.
    let sizes = match media.state() {
        wire::MediaState::Ready => &*media.sizes,
        _ => &[],
    };
    Ok(Media {
        kind: content::MediaKind::known(media.kind)
            .unwrap_or(content::MediaKind::Picture)
            .into(),
        state: content::MediaState::known(media.state)
            .unwrap_or(content::MediaState::Processing)
            .into(),
        image_url: sizes.last().map(|size| path(&media.hash, size.width, "webp")),
        sizes: sizes.iter().flat_map(files).collect(),
        used_in: uses.collect(),
        created_at: convert::moment(media.created_at),
        created_by: names.person(&media.created_by),
        id: media.id,
        name: media.name,
        content_type: convert::non_empty(media.media_type),
        size: media.size_bytes,
        received: media.received_bytes,
        width: media.width,
        height: media.height,
        placeholder: convert::non_empty(media.placeholder),
        failure: convert::non_empty(media.failure),
    })
}

/// Returns the error of a refused upload: 413 if it is too large, 415 if its type is not accepted.
pub(in crate::routes) fn refused(error: impl Into<ApiError>) -> ApiError {
    let mut error = error.into();
    let status = error
        .failure
        .fields
        .iter()
        .find_map(|(_, key)| match key.as_str() {
            "MEDIA.TOO_LARGE" => Some(StatusCode::PAYLOAD_TOO_LARGE),
            "MEDIA.TYPE" | "MEDIA.HEIC" => Some(StatusCode::UNSUPPORTED_MEDIA_TYPE),
            _ => None,
        });
    error.status = status.unwrap_or(error.status);
    error
}
