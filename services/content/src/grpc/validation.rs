//! Validation of content; fields have the names of the REST contract.

use kit::{
    convert::time,
    domain::{Email, LocalizedText, Phone, TextError},
    failure::Failure,
    validation::{FieldErrors, INVALID, OUT_OF_RANGE, REQUIRED},
};
use prost_types::Timestamp;
use proto::{common::v1 as common, content::v1 as pb};
use time::OffsetDateTime;

use crate::{
    campaign::Attributes,
    picture::{Picture, is_https},
    save::Version,
};

/// Validates a campaign; also returns the version that the caller expects.
pub(super) fn campaign(campaign: Option<pb::Campaign>) -> Result<(Attributes, Option<Version>), Failure> {
    let campaign = campaign.ok_or_else(|| Failure::invalid_field("campaign", REQUIRED))?;
    let mut errors = FieldErrors::default();
    let code = (!campaign.code.is_empty()).then(|| code(&mut errors, &campaign.code));
    let starts_at = campaign
        .starts_at
        .and_then(|start| errors.check("startDate", date_time(&start)));
    let ends_at = campaign.ends_at.ok_or(REQUIRED);
    let ends_at = errors.check("endDate", ends_at.and_then(|end| date_time(&end)));
    if let (Some(start), Some(end)) = (starts_at, ends_at) {
        errors.ensure(start < end, "endDate", OUT_OF_RANGE);
    }
    let attributes = Attributes {
        code,
        name: localized::<1, 100>(&mut errors, "name", campaign.name),
        description: localized::<0, 1000>(&mut errors, "description", campaign.description),
        image: picture(&mut errors, "imageUrl", campaign.image),
        starts_at,
        ends_at: ends_at.unwrap_or(OffsetDateTime::UNIX_EPOCH),
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

/// Validates a code such as `yay-2026`: 1 to 64 letters, digits and hyphens.
pub(super) fn code(errors: &mut FieldErrors, code: &str) -> String {
    let is_code = (1..=64).contains(&code.len())
        && code
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
    errors.ensure(is_code, "code", INVALID);
    code.to_owned()
}

/// Validates a required picture.
pub(super) fn picture(errors: &mut FieldErrors, field: &str, image: Option<pb::Image>) -> Picture {
    let picture = Picture::from(image.unwrap_or_default());
    if picture.url.is_empty() {
        errors.push(field, REQUIRED);
    } else {
        errors.ensure(picture.is_valid(), field, INVALID);
    }
    picture
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
