//! JSON of campaigns.

use kit::{
    domain::{CampaignId, Language},
    failure::{Code, Failure},
    validation::{FieldErrors, INVALID, REQUIRED},
};
use proto::{common::v1::LocalizedText, content::v1 as content};
use serde_json::{Value, json};

use crate::{
    convert::{self, Instant},
    error::ApiResult,
    openapi,
    routes::image::Image,
};

/// Campaign. Base texts are in the default language.
#[response]
#[derive(Debug, Clone)]
pub(crate) struct Campaign {
    /// Positive integer.
    id: i64,
    name: String,
    name_az: String,
    name_ru: String,
    name_en: String,
    description: String,
    description_az: String,
    description_ru: String,
    description_en: String,
    /// Path relative to the site root, or an https URL.
    image_url: String,
    /// Size and placeholder of the image; null if unknown.
    image: Option<Image>,
    /// RFC 3339 timestamp in UTC; null if there is no start date.
    start_date: Option<Instant>,
    /// RFC 3339 timestamp in UTC.
    end_date: Instant,
    /// Version of the campaign, incremented by each change, from 1.
    version: i64,
}

/// Request to save a campaign. Texts are required in all three languages.
#[request]
#[derive(Debug)]
pub(crate) struct SaveCampaign {
    #[serde(default)]
    #[schema(required)]
    name_az: String,
    #[serde(default)]
    #[schema(required)]
    name_ru: String,
    #[serde(default)]
    #[schema(required)]
    name_en: String,
    #[serde(default)]
    description_az: String,
    #[serde(default)]
    description_ru: String,
    #[serde(default)]
    description_en: String,
    /// Path relative to the site root, or an https URL.
    #[serde(default)]
    #[schema(required)]
    image_url: String,
    /// Size and placeholder of the image; omitted if unknown.
    image: Option<ImageSize>,
    /// RFC 3339 timestamp; omitted if there is no start date.
    #[schema(format = DateTime)]
    start_date: Option<String>,
    /// RFC 3339 timestamp.
    #[serde(default)]
    #[schema(format = DateTime, required)]
    end_date: String,
    /// Expected version of the campaign; 409 if it has changed since. Any version if omitted.
    #[schema(minimum = 1)]
    version: Option<i64>,
}

/// Dimensions and placeholder of an image.
#[request]
#[derive(Debug)]
pub(crate) struct ImageSize {
    /// Pixels.
    #[schema(minimum = 1)]
    width: u32,
    /// Pixels.
    #[schema(minimum = 1)]
    height: u32,
    /// Color or small data URI to show while the image loads.
    placeholder: Option<String>,
}

impl Campaign {
    pub(crate) fn new(campaign: content::Campaign, default: Language) -> Self {
        let name = convert::localized(campaign.name);
        let description = convert::localized(campaign.description);
        let image = campaign.image.unwrap_or_default();
        Self {
            id: campaign.id,
            name: convert::base_text(&name, default),
            name_az: name.az,
            name_ru: name.ru,
            name_en: name.en,
            description: convert::base_text(&description, default),
            description_az: description.az,
            description_ru: description.ru,
            description_en: description.en,
            image_url: image.url.clone(),
            image: (image.width > 0 && image.height > 0).then(|| image.into()),
            start_date: campaign.starts_at.map(|moment| convert::precise(Some(moment))),
            end_date: convert::precise(campaign.ends_at),
            version: campaign.version,
        }
    }

    /// The OpenAPI example.
    pub(in crate::routes) fn example(version: i64) -> Value {
        json!({
            "id": 1, "name": "Autumn weeks", "nameAz": "Payız həftələri", "nameRu": "Осенние недели",
            "nameEn": "Autumn weeks", "description": "15 % off wardrobes.",
            "descriptionAz": "Şkaflara 15 % endirim.", "descriptionRu": "Скидка 15 % на шкафы.",
            "descriptionEn": "15 % off wardrobes.", "imageUrl": "/images/campaigns/autumn/1-960.webp",
            "image": {"imageUrl": "/images/campaigns/autumn/1-960.webp", "width": 960, "height": 540,
                "color": null, "placeholder": "#E7E2D8"},
            "startDate": null, "endDate": "2026-12-31T20:00:00Z", "version": version,
        })
    }
}

/// Converts the campaign in a response.
pub(in crate::routes) fn from_response(
    campaign: Option<content::Campaign>,
    default: Language,
) -> ApiResult<Campaign> {
    campaign
        .map(|campaign| Campaign::new(campaign, default))
        .ok_or_else(|| {
            Failure::new(Code::Internal)
                .with_source("content responded without a campaign")
                .into()
        })
}

impl SaveCampaign {
    /// The OpenAPI example.
    pub(in crate::routes) fn example() -> Value {
        json!({
            "nameAz": "Payız həftələri", "nameRu": "Осенние недели", "nameEn": "Autumn weeks",
            "descriptionAz": "Şkaflara 15 % endirim.", "descriptionRu": "Скидка 15 % на шкафы.",
            "descriptionEn": "15 % off wardrobes.", "imageUrl": "/images/campaigns/autumn/1-960.webp",
            "image": {"width": 960, "height": 540}, "endDate": "2026-12-31T20:00:00Z",
        })
    }

    /// The OpenAPI example of an update.
    pub(in crate::routes) fn versioned_example() -> Value {
        openapi::extend(Self::example(), json!({"version": 1}))
    }

    /// Converts to a message; `id` is `None` for a new campaign.
    pub(in crate::routes) fn into_message(
        self,
        id: Option<CampaignId>,
    ) -> Result<content::Campaign, Failure> {
        let mut errors = FieldErrors::default();
        let starts_at = self.start_date.as_deref().map(convert::parse_rfc3339);
        errors.ensure(starts_at != Some(None), "startDate", INVALID);
        let ends_at = convert::parse_rfc3339(&self.end_date);
        if self.end_date.trim().is_empty() {
            errors.push("endDate", REQUIRED);
        } else {
            errors.ensure(ends_at.is_some(), "endDate", INVALID);
        }
        errors.ensure(
            self.version.is_none_or(|version| version >= 1),
            "version",
            INVALID,
        );
        errors.into_result()?;
        let (width, height, placeholder) = self.image.map_or((0, 0, None), |image| {
            (image.width, image.height, image.placeholder)
        });
        Ok(content::Campaign {
            id: id.map(CampaignId::get).unwrap_or_default(),
            code: String::new(),
            name: Some(LocalizedText {
                az: self.name_az,
                ru: self.name_ru,
                en: self.name_en,
            }),
            description: Some(LocalizedText {
                az: self.description_az,
                ru: self.description_ru,
                en: self.description_en,
            }),
            image: Some(content::Image {
                url: self.image_url,
                width,
                height,
                placeholder: placeholder.unwrap_or_default(),
            }),
            starts_at: starts_at.flatten(),
            ends_at,
            version: self.version.unwrap_or_default(),
        })
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    fn body(more: &serde_json::Value) -> SaveCampaign {
        let mut body = json!({
            "nameAz": "Yay", "nameRu": "Лето", "nameEn": "Summer",
            "imageUrl": "/images/campaigns/summer/1-960.svg", "endDate": "2026-12-01T00:00:00+04:00",
        });
        let fields = body.as_object_mut().unwrap();
        fields.extend(more.as_object().unwrap().clone());
        serde_json::from_value(body).unwrap()
    }

    fn fields(failure: &Failure) -> Vec<(&str, &str)> {
        let fields = failure.fields.iter();
        fields.map(|(name, key)| (name.as_str(), key.as_str())).collect()
    }

    #[test]
    fn serializes_exactly_the_public_fields() {
        let message = body(&json!({"image": {"width": 960, "height": 785}}))
            .into_message(None)
            .unwrap();
        let json = serde_json::to_value(Campaign::new(message, Language::Ru)).unwrap();
        let names: BTreeSet<_> = json.as_object().unwrap().keys().map(String::as_str).collect();
        let expected = [
            "id",
            "name",
            "nameAz",
            "nameRu",
            "nameEn",
            "description",
            "descriptionAz",
            "descriptionRu",
            "descriptionEn",
            "imageUrl",
            "image",
            "startDate",
            "endDate",
            "version",
        ];
        assert_eq!(names, expected.into());
        assert_eq!(json["name"], "Лето");
        assert_eq!(json["startDate"], json!(null));
        assert_eq!(json["endDate"], "2026-11-30T20:00:00Z");
        assert_eq!(json["image"]["width"], 960);
    }

    #[test]
    fn rejects_versions_below_one() {
        let failure = body(&json!({"version": 0})).into_message(None).unwrap_err();
        assert_eq!(fields(&failure), [("version", "FIELD.INVALID")]);
        assert_eq!(
            body(&json!({"version": 1})).into_message(None).unwrap().version,
            1
        );
    }

    #[test]
    fn images_of_unknown_size_have_only_a_url() {
        let message = body(&json!({})).into_message(None).unwrap();
        let json = serde_json::to_value(Campaign::new(message, Language::En)).unwrap();
        assert_eq!(json["imageUrl"], "/images/campaigns/summer/1-960.svg");
        assert_eq!(json["image"], json!(null));
    }

    #[test]
    fn names_every_malformed_time() {
        let failure = body(&json!({"startDate": "soon", "endDate": "later"}))
            .into_message(None)
            .unwrap_err();
        assert_eq!(
            fields(&failure),
            [("startDate", "FIELD.INVALID"), ("endDate", "FIELD.INVALID")]
        );
        let failure = body(&json!({"endDate": ""})).into_message(None).unwrap_err();
        assert_eq!(fields(&failure), [("endDate", "FIELD.REQUIRED")]);
    }
}
