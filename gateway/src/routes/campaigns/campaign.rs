//! JSON of campaigns.

use kit::domain::Language;
use proto::content::v1 as content;
use serde_json::{Value, json};

use crate::{
    convert::{self, Instant},
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
    pub(super) fn example(version: i64) -> Value {
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

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proto::common::v1::LocalizedText;

    use super::*;

    fn campaign() -> content::Campaign {
        content::Campaign {
            id: 1,
            name: Some(LocalizedText {
                az: "Yay".to_owned(),
                ru: "Лето".to_owned(),
                en: "Summer".to_owned(),
            }),
            image: Some(content::Image {
                url: "/images/campaigns/summer/1-960.svg".to_owned(),
                ..content::Image::default()
            }),
            ends_at: convert::parse_rfc3339("2026-12-01T00:00:00+04:00"),
            publication: Some(content::Publication::default()),
            ..content::Campaign::default()
        }
    }

    #[test]
    fn serializes_exactly_the_public_fields() {
        let mut campaign = campaign();
        if let Some(image) = &mut campaign.image {
            (image.width, image.height) = (960, 785);
        }
        let json = serde_json::to_value(Campaign::new(campaign, Language::Ru)).unwrap();
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
    fn images_of_unknown_size_have_only_a_url() {
        let json = serde_json::to_value(Campaign::new(campaign(), Language::En)).unwrap();
        assert_eq!(json["imageUrl"], "/images/campaigns/summer/1-960.svg");
        assert_eq!(json["image"], json!(null));
    }
}
