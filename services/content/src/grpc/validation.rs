//! Validation of content; fields have the names of the REST contract.

use kit::{
    convert::time,
    domain::{Email, LocalizedText, Phone, TextError},
    failure::Failure,
    validation::{FieldErrors, INVALID, OUT_OF_RANGE, REQUIRED},
    vocabulary::content::{MediaKind, MediaState},
};
use pictures::height_of;
use prost_types::Timestamp;
use proto::{common::v1 as common, content::v1 as pb};
use sqlx::PgConnection;
use time::OffsetDateTime;

use crate::{
    campaign::Attributes,
    media::Media,
    picture::{Picture, is_https},
    publication::Publication,
    save::Version,
    store,
};

/// Message key of a picture whose sizes are not made, or cannot be.
const NOT_READY: &str = "MEDIA.NOT_READY";

/// The middle of a picture, in percent.
const CENTRE: u32 = 50;

/// Width of the file that names a picture, if it has that size, in pixels.
const MIDDLE_WIDTH: u32 = 768;

/// Whether a record is a draft.
pub(super) fn is_draft(publication: Option<&pb::Publication>) -> bool {
    publication.is_some_and(|publication| publication.is_draft)
}

/// Validates the publication of a record that has no end.
pub(super) fn publication(errors: &mut FieldErrors, publication: Option<pb::Publication>) -> Publication {
    let publication = publication.unwrap_or_default();
    Publication {
        is_draft: publication.is_draft,
        from: publication
            .show_at
            .and_then(|time| errors.check("showAt", date_time(&time))),
        until: None,
    }
}

/// Validates a name of at most `MAX` characters: in all languages, of a draft in Azerbaijani.
pub(super) fn name<const MAX: usize>(
    errors: &mut FieldErrors,
    field: &str,
    text: Option<common::LocalizedText>,
    is_draft: bool,
) -> LocalizedText {
    if !is_draft {
        return localized::<1, MAX>(errors, field, text);
    }
    let has_name = text.as_ref().is_some_and(|text| !text.az.trim().is_empty());
    errors.ensure(has_name, format!("{field}Az"), REQUIRED);
    localized::<0, MAX>(errors, field, text)
}

/// Validates a campaign; also returns the version that the caller expects. `is_new` = its code is chosen at the desk.
pub(super) fn campaign(
    campaign: Option<pb::Campaign>,
    is_new: bool,
) -> Result<(Attributes, Option<Version>), Failure> {
    let campaign = campaign.ok_or_else(|| Failure::invalid_field("campaign", REQUIRED))?;
    let mut errors = FieldErrors::default();
    let code = (!campaign.code.is_empty()).then(|| code(&mut errors, &campaign.code, is_new));
    let is_draft = is_draft(campaign.publication.as_ref());
    let starts_at = campaign
        .starts_at
        .and_then(|start| errors.check("startDate", date_time(&start)));
    if campaign.ends_at.is_none() && !is_draft {
        errors.push("endDate", REQUIRED);
    }
    let ends_at = campaign
        .ends_at
        .and_then(|end| errors.check("endDate", date_time(&end)));
    if let (Some(start), Some(end)) = (starts_at, ends_at) {
        errors.ensure(start < end, "endDate", OUT_OF_RANGE);
    }
    let attributes = Attributes {
        code,
        name: name::<100>(&mut errors, "name", campaign.name, is_draft),
        description: localized::<0, 1000>(&mut errors, "description", campaign.description),
        image: picture(&mut errors, "", "imageUrl", campaign.image, is_draft),
        publication: Publication {
            is_draft,
            from: starts_at,
            until: ends_at,
        },
    };
    let expected_version = expected_version(&mut errors, campaign.version);
    errors.finish(Some((attributes, expected_version)))
}

/// Converts a time within the years 1970 to 9999, which PostgreSQL and JSON clients support.
fn date_time(timestamp: &Timestamp) -> Result<OffsetDateTime, &'static str> {
    time(timestamp)
        .filter(|time| (1970..=9999).contains(&time.year()))
        .ok_or(INVALID)
}

/// Validates a text in all languages, of `MIN` to `MAX` characters; the fields are `nameAz`, `nameRu` and `nameEn`.
pub(super) fn localized<const MIN: usize, const MAX: usize>(
    errors: &mut FieldErrors,
    field: &str,
    text: Option<common::LocalizedText>,
) -> LocalizedText {
    errors.localized::<MIN, MAX>(text, |language| {
        let suffix = match language {
            "az" => "Az",
            "ru" => "Ru",
            _ => "En",
        };
        format!("{field}{suffix}")
    })
}

/// Validates a code such as `yay-2026`: 1 to 64 letters, digits and hyphens; of a record that is new at the desk 1 to 60, and
/// no capital letters.
pub(super) fn code(errors: &mut FieldErrors, code: &str, is_new: bool) -> String {
    let max_length = if is_new { 60 } else { 64 };
    let is_letter = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_uppercase() && !is_new;
    let is_code = (1..=max_length).contains(&code.len())
        && code
            .bytes()
            .all(|byte| is_letter(byte) || byte.is_ascii_digit() || byte == b'-');
    errors.ensure(is_code, "code", INVALID);
    code.to_owned()
}

/// Validates a picture, which is required of all but drafts. `url` names the field of its URL; the names of the others begin with
/// `parent`.
pub(super) fn picture(
    errors: &mut FieldErrors,
    parent: &str,
    url: &str,
    image: Option<pb::Image>,
    is_draft: bool,
) -> Picture {
    let image = image.unwrap_or_default();
    let media_id = match image.media_id.as_str() {
        "" => None,
        id => errors.parse(format!("{parent}mediaId"), id),
    };
    let has_media = !image.media_id.is_empty();
    let focus = match (image.focus_x_percent, image.focus_y_percent) {
        (None | Some(CENTRE), None | Some(CENTRE)) => None,
        (x, y) => Some([x.unwrap_or(CENTRE), y.unwrap_or(CENTRE)]),
    };
    for (name, percent) in ["focusX", "focusY"].into_iter().zip(focus.into_iter().flatten()) {
        errors.ensure(percent <= 100, format!("{parent}{name}"), OUT_OF_RANGE);
    }
    let picture = Picture {
        url: image.url,
        width: image.width,
        height: image.height,
        placeholder: image.placeholder,
        media_id,
        alt: localized::<0, 200>(errors, &format!("{parent}alt"), image.alt),
        focus,
    };
    if !has_media && !picture.url.is_empty() {
        errors.ensure(picture.is_valid(), url, INVALID);
    } else if !has_media && !is_draft {
        errors.push(url, REQUIRED);
    }
    picture
}

/// Sets URL, size and placeholder of a picture to those of the uploaded one that it names, which stays locked until the
/// transaction ends. Adds an error if that is not a picture or is not ready.
pub(super) async fn set_media(
    connection: &mut PgConnection,
    errors: &mut FieldErrors,
    parent: &str,
    picture: &mut Picture,
) -> Result<(), sqlx::Error> {
    let Some(id) = picture.media_id else {
        return Ok(());
    };
    let media = store::media::lock(connection, id).await?;
    let shown = match media {
        Some(media) if media.kind == MediaKind::Picture => shown(media).ok_or(NOT_READY),
        _ => Err(INVALID),
    };
    if let Some(shown) = errors.check(format!("{parent}mediaId"), shown) {
        *picture = Picture {
            media_id: picture.media_id,
            alt: std::mem::take(&mut picture.alt),
            focus: picture.focus,
            ..shown
        };
    }
    Ok(())
}

/// Returns a picture named by its middle size, with the pixels of its largest one; `None` if it is not ready.
fn shown(media: Media) -> Option<Picture> {
    let original = (unsigned(media.width?), unsigned(media.height?));
    let widths: Vec<u32> = media.widths.iter().map(|width| unsigned(*width)).collect();
    let largest = widths
        .last()
        .copied()
        .filter(|_| media.state == MediaState::Ready)?;
    let named = if widths.contains(&MIDDLE_WIDTH) {
        MIDDLE_WIDTH
    } else {
        largest
    };
    Some(Picture {
        url: format!("/media/{}-{named}.webp", media.hash?),
        width: largest,
        height: height_of(largest, original),
        placeholder: media.placeholder.unwrap_or_default(),
        ..Picture::default()
    })
}

fn unsigned(pixels: i32) -> u32 {
    u32::try_from(pixels).unwrap_or_default()
}

/// Validates a position in a list.
pub(super) fn position(errors: &mut FieldErrors, position: u32) -> i32 {
    let position = i32::try_from(position).map_err(|_| OUT_OF_RANGE);
    errors.check("position", position).unwrap_or_default()
}

/// Validates the version that the caller expects; 0 = any.
pub(super) fn expected_version(errors: &mut FieldErrors, version: i64) -> Option<Version> {
    errors.ensure(version >= 0, "version", OUT_OF_RANGE);
    (version > 0).then_some(Version(version))
}

/// Validates the version of a record to delete; 0 = any.
pub(super) fn version(version: i64) -> Result<Option<Version>, Failure> {
    let mut errors = FieldErrors::default();
    let version = expected_version(&mut errors, version);
    errors.into_result()?;
    Ok(version)
}

/// Validates an optional https URL.
pub(super) fn link(errors: &mut FieldErrors, field: &str, url: &str) -> String {
    let url = url.trim();
    errors.ensure(url.is_empty() || is_https(url), field, INVALID);
    url.to_owned()
}

/// Validates an optional e-mail address.
pub(super) fn email(errors: &mut FieldErrors, field: &str, email: &str) -> String {
    if email.trim().is_empty() {
        return String::new();
    }
    let email = Email::parse(email).map_err(TextError::message_key);
    errors
        .check(field, email)
        .map_or_else(String::new, |email| email.as_str().to_owned())
}

/// Validates an optional phone number.
pub(super) fn phone(errors: &mut FieldErrors, field: &str, phone: &str) -> String {
    if phone.trim().is_empty() {
        return String::new();
    }
    let phone = Phone::parse(phone).map_err(TextError::message_key);
    errors
        .check(field, phone)
        .map_or_else(String::new, |phone| phone.as_str().to_owned())
}
