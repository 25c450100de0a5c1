//! The JSON format of campaigns, banner texts, projects, stores and the shop's terms, in `deploy/seed/content` and in the files that
//! `cargo xtask staff` reads and prints.

use std::{fs, path::Path};

use anyhow::{Context as _, Result};
use prost_types::Timestamp;
use proto::{
    common::v1::LocalizedText,
    content::v1::{self as content, ProjectCategory},
};
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use time::{OffsetDateTime, format_description::well_known::Rfc3339};

/// A text in three languages.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(crate) struct Text {
    pub(crate) az: String,
    pub(crate) ru: String,
    pub(crate) en: String,
}

#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(crate) struct Image {
    /// A path below the shop's root, or an https address.
    pub(crate) url: String,
    /// Pixels; 0 = unknown.
    #[serde(default)]
    pub(crate) width: u32,
    /// Pixels; 0 = unknown.
    #[serde(default)]
    pub(crate) height: u32,
    /// A colour or a small data URI, shown until the picture is loaded.
    #[serde(default)]
    pub(crate) placeholder: String,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Campaign {
    /// Missing = a new campaign.
    #[serde(default)]
    pub(crate) id: i64,
    #[serde(default)]
    pub(crate) code: String,
    pub(crate) name: Text,
    #[serde(default)]
    pub(crate) description: Text,
    pub(crate) image: Image,
    /// RFC 3339; missing = no start.
    pub(crate) start_date: Option<String>,
    /// RFC 3339.
    pub(crate) end_date: Option<String>,
    /// Days from now, instead of `endDate`.
    #[serde(skip_serializing)]
    pub(crate) ends_in_days: Option<i64>,
    /// The version that was read; missing = overwrite any version.
    #[serde(default)]
    pub(crate) version: i64,
}

/// A text of the banner.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Promo {
    pub(crate) code: String,
    pub(crate) text: Text,
    pub(crate) position: u32,
    /// The version that was read; missing = overwrite any version.
    #[serde(default)]
    pub(crate) version: i64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Category {
    Wardrobe,
    Kitchen,
    Garden,
}

/// A project of the portfolio.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Project {
    pub(crate) code: String,
    pub(crate) category: Category,
    pub(crate) title: Text,
    #[serde(default)]
    pub(crate) description: Text,
    pub(crate) image: Image,
    /// Whether the project takes two cells of the grid.
    pub(crate) is_large: bool,
    pub(crate) position: u32,
    /// The version that was read; missing = overwrite any version.
    #[serde(default)]
    pub(crate) version: i64,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Store {
    pub(crate) code: String,
    pub(crate) name: Text,
    pub(crate) address: Text,
    #[serde(default)]
    pub(crate) weekday_hours: Text,
    #[serde(default)]
    pub(crate) weekend_hours: Text,
    #[serde(default)]
    pub(crate) whatsapp: String,
    #[serde(default)]
    pub(crate) email: String,
    #[serde(default)]
    pub(crate) facebook: String,
    #[serde(default)]
    pub(crate) instagram: String,
    #[serde(default)]
    pub(crate) linkedin: String,
    /// The address of a map that may be embedded in a frame.
    #[serde(default)]
    pub(crate) map_url: String,
    #[serde(default)]
    pub(crate) images: Vec<Image>,
    pub(crate) position: u32,
    /// The version that was read; missing = overwrite any version.
    #[serde(default)]
    pub(crate) version: i64,
}

/// An area to which the shop delivers.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct DeliveryArea {
    pub(crate) code: String,
    pub(crate) name: Text,
    /// Earliest and latest delivery in working days.
    pub(crate) working_days: [u32; 2],
}

/// Opening hours on a day of the week.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct OpeningHours {
    /// 1 = Monday to 7 = Sunday.
    pub(crate) day: u32,
    /// `HH:MM` in Asia/Baku.
    pub(crate) from: String,
    /// `HH:MM` in Asia/Baku.
    pub(crate) to: String,
}

/// Terms of paying in instalments.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Instalment {
    pub(crate) months: u32,
    /// The smallest price that can be paid in instalments, in qəpik.
    pub(crate) least_total_minor: i64,
    /// Whole percent of the price.
    pub(crate) fee_percent: u32,
    /// Means of payment.
    pub(crate) text: Text,
}

/// The shop's terms.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ShopTerms {
    pub(crate) delivery: Vec<DeliveryArea>,
    /// `HH:MM` in Asia/Baku; an order after it counts from the next working day.
    pub(crate) cut_off: String,
    /// Working days from the agreed drawing.
    pub(crate) made_to_order_days: u32,
    /// The working days of the week; the shop is closed on others.
    pub(crate) week: Vec<OpeningHours>,
    /// Further days on which the shop is closed, `YYYY-MM-DD`.
    #[serde(default)]
    pub(crate) holidays: Vec<String>,
    /// Missing = instalments are not offered.
    pub(crate) instalment: Option<Instalment>,
    /// The version that was read; missing = overwrite any version.
    #[serde(default)]
    pub(crate) version: i64,
}

/// Reads a JSON file.
pub(crate) fn read_file<T: DeserializeOwned>(file: &Path) -> Result<T> {
    let text = fs::read(file).with_context(|| format!("cannot read {}", file.display()))?;
    serde_json::from_slice(&text).with_context(|| format!("cannot parse {}", file.display()))
}

/// Formats a value as JSON that [`read_file`] accepts.
pub(crate) fn to_json<T: Serialize>(value: &T) -> Result<String> {
    serde_json::to_string_pretty(value).context("cannot serialize to JSON")
}

/// Implements the conversions between a JSON type and a message with the same fields. Fields after `lists` are
/// converted item by item; those after `absent` are only in the message.
macro_rules! convert {
    (
        $json:ident, $message:ty, [$($field:ident),*]
        $(, lists: [$($list:ident),*], absent: [$($absent:ident),*])?
    ) => {
        impl From<$json> for $message {
            fn from(value: $json) -> Self {
                Self {
                    $($field: value.$field.into(),)*
                    $($($list: value.$list.into_iter().map(Into::into).collect(),)*
                    $($absent: Default::default(),)*)?
                }
            }
        }

        impl From<$json> for Option<$message> {
            fn from(value: $json) -> Self {
                Some(value.into())
            }
        }

        impl From<$message> for $json {
            fn from(message: $message) -> Self {
                Self {
                    $($field: message.$field.into(),)*
                    $($($list: message.$list.into_iter().map(Into::into).collect(),)*)?
                }
            }
        }

        impl From<Option<$message>> for $json {
            fn from(message: Option<$message>) -> Self {
                message.unwrap_or_default().into()
            }
        }
    };
}

convert!(Text, LocalizedText, [az, ru, en]);
convert!(Image, content::Image, [url, width, height, placeholder]);
convert!(Promo, content::Promo, [code, text, position, version]);
convert!(
    Store,
    content::Store,
    [
        code, name, address, weekday_hours, weekend_hours, whatsapp, email, facebook, instagram, linkedin, map_url,
        position, version
    ],
    lists: [images],
    absent: [id]
);

convert!(
    Instalment,
    content::Instalment,
    [months, least_total_minor, fee_percent, text]
);

impl From<DeliveryArea> for content::DeliveryArea {
    fn from(area: DeliveryArea) -> Self {
        let [earliest, latest] = area.working_days;
        Self {
            code: area.code,
            name: area.name.into(),
            earliest_working_days: earliest,
            latest_working_days: latest,
        }
    }
}

impl From<content::DeliveryArea> for DeliveryArea {
    fn from(area: content::DeliveryArea) -> Self {
        Self {
            code: area.code,
            name: area.name.into(),
            working_days: [area.earliest_working_days, area.latest_working_days],
        }
    }
}

impl From<OpeningHours> for content::OpeningHours {
    fn from(hours: OpeningHours) -> Self {
        Self {
            day: hours.day,
            opens_at: hours.from,
            closes_at: hours.to,
        }
    }
}

impl From<content::OpeningHours> for OpeningHours {
    fn from(hours: content::OpeningHours) -> Self {
        Self {
            day: hours.day,
            from: hours.opens_at,
            to: hours.closes_at,
        }
    }
}

impl From<ShopTerms> for content::ShopTerms {
    fn from(terms: ShopTerms) -> Self {
        Self {
            delivery: terms.delivery.into_iter().map(Into::into).collect(),
            cut_off: terms.cut_off,
            made_to_order_days: terms.made_to_order_days,
            week: terms.week.into_iter().map(Into::into).collect(),
            holidays: terms.holidays,
            instalment: terms.instalment.map(Into::into),
            version: terms.version,
        }
    }
}

impl From<content::ShopTerms> for ShopTerms {
    fn from(terms: content::ShopTerms) -> Self {
        Self {
            delivery: terms.delivery.into_iter().map(Into::into).collect(),
            cut_off: terms.cut_off,
            made_to_order_days: terms.made_to_order_days,
            week: terms.week.into_iter().map(Into::into).collect(),
            holidays: terms.holidays,
            instalment: terms.instalment.map(Into::into),
            version: terms.version,
        }
    }
}

impl Campaign {
    /// Converts to the message; `ends_in_days` counts from `now`.
    pub(crate) fn into_message(self, now: OffsetDateTime) -> Result<content::Campaign> {
        let end = match (&self.end_date, self.ends_in_days) {
            (Some(end), _) => parse_time(end)?,
            (None, Some(days)) => now + time::Duration::days(days),
            (None, None) => anyhow::bail!("endDate is missing"),
        };
        let start = self.start_date.as_deref().map(parse_time).transpose()?;
        Ok(content::Campaign {
            id: self.id,
            code: self.code,
            name: self.name.into(),
            description: self.description.into(),
            image: self.image.into(),
            starts_at: start.map(timestamp),
            ends_at: Some(timestamp(end)),
            version: self.version,
        })
    }
}

impl From<content::Campaign> for Campaign {
    fn from(campaign: content::Campaign) -> Self {
        Self {
            id: campaign.id,
            code: campaign.code,
            name: campaign.name.into(),
            description: campaign.description.into(),
            image: campaign.image.into(),
            start_date: campaign.starts_at.as_ref().map(format_time),
            end_date: campaign.ends_at.as_ref().map(format_time),
            ends_in_days: None,
            version: campaign.version,
        }
    }
}

impl From<Category> for ProjectCategory {
    fn from(category: Category) -> Self {
        match category {
            Category::Wardrobe => Self::Wardrobe,
            Category::Kitchen => Self::Kitchen,
            Category::Garden => Self::Garden,
        }
    }
}

impl TryFrom<ProjectCategory> for Category {
    type Error = anyhow::Error;

    fn try_from(category: ProjectCategory) -> Result<Self> {
        match category {
            ProjectCategory::Unspecified => Err(anyhow::anyhow!("the shop returned an unknown category")),
            ProjectCategory::Wardrobe => Ok(Self::Wardrobe),
            ProjectCategory::Kitchen => Ok(Self::Kitchen),
            ProjectCategory::Garden => Ok(Self::Garden),
        }
    }
}

impl From<Project> for content::Project {
    fn from(project: Project) -> Self {
        Self {
            id: 0,
            code: project.code,
            title: project.title.into(),
            description: project.description.into(),
            image: project.image.into(),
            category: ProjectCategory::from(project.category).into(),
            is_large: project.is_large,
            position: project.position,
            version: project.version,
        }
    }
}

impl TryFrom<content::Project> for Project {
    type Error = anyhow::Error;

    fn try_from(project: content::Project) -> Result<Self> {
        Ok(Self {
            category: project.category().try_into()?,
            code: project.code,
            title: project.title.into(),
            description: project.description.into(),
            image: project.image.into(),
            is_large: project.is_large,
            position: project.position,
            version: project.version,
        })
    }
}

fn parse_time(text: &str) -> Result<OffsetDateTime> {
    OffsetDateTime::parse(text, &Rfc3339)
        .with_context(|| format!("{text} is not an RFC 3339 time, such as 2026-12-31T23:59:59+04:00"))
}

fn timestamp(time: OffsetDateTime) -> Timestamp {
    Timestamp {
        seconds: time.unix_timestamp(),
        nanos: 0,
    }
}

/// Formats a time as RFC 3339 in UTC.
pub(crate) fn format_time(timestamp: &Timestamp) -> String {
    OffsetDateTime::from_unix_timestamp(timestamp.seconds)
        .ok()
        .and_then(|time| time.format(&Rfc3339).ok())
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse_campaign(more: &str) -> Result<content::Campaign> {
        let json = format!(
            r#"{{"name": {{"az": "Yay", "ru": "Лето", "en": "Summer"}}, "image": {{"url": "/a.svg"}}{more}}}"#
        );
        let campaign: Campaign = serde_json::from_str(&json)?;
        campaign.into_message(OffsetDateTime::UNIX_EPOCH)
    }

    #[test]
    fn campaign_ends_on_a_date_or_days_from_now() {
        let end = |more: &str| parse_campaign(more).unwrap().ends_at.unwrap().seconds;
        assert_eq!(end(r#", "endsInDays": 30"#), 30 * 86_400);
        assert_eq!(end(r#", "endDate": "1970-01-02T00:00:00Z""#), 86_400);
        assert!(parse_campaign("").is_err());
        assert!(parse_campaign(r#", "endDate": "soon""#).is_err());
    }

    #[test]
    fn printed_terms_can_be_read_back() {
        let json = r#"{"delivery": [{"code": "baku", "name": {"az": "Bakı", "ru": "Баку", "en": "Baku"}, "workingDays": [2, 3]}],
            "cutOff": "16:00", "madeToOrderDays": 20, "week": [{"day": 1, "from": "10:00", "to": "20:00"}],
            "holidays": ["2026-12-31"], "instalment": {"months": 12, "leastTotalMinor": 30000, "feePercent": 0,
            "text": {"az": "Kartla", "ru": "По карте", "en": "With a card"}}}"#;
        let message = content::ShopTerms::from(serde_json::from_str::<ShopTerms>(json).unwrap());
        assert_eq!(message.delivery[0].latest_working_days, 3);
        let printed = to_json(&ShopTerms::from(message.clone())).unwrap();
        let read: ShopTerms = serde_json::from_str(&printed).unwrap();
        assert_eq!(content::ShopTerms::from(read), message);
    }

    #[test]
    fn printed_campaign_can_be_read_back() {
        let message =
            parse_campaign(r#", "code": "yay", "startDate": "1970-01-01T04:00:00+04:00", "endsInDays": 1"#)
                .unwrap();
        let printed = to_json(&Campaign::from(message.clone())).unwrap();
        let read: Campaign = serde_json::from_str(&printed).unwrap();
        assert_eq!(read.into_message(OffsetDateTime::now_utc()).unwrap(), message);
    }
}
