//! The service's types as the contract has them.

use prost_types::Timestamp;
use proto::{common::v1 as common, content::v1 as wire};
use time::OffsetDateTime;

use super::problems::{OUT_OF_RANGE, Problems};
use crate::{
    campaign::Campaign,
    outlet::Outlet,
    picture::Picture,
    project::{Category, Page, Project},
    promo::Promo,
    saving::Outcome,
};

/// The largest page of projects.
const LARGEST: u32 = 1_000;

impl From<Picture> for wire::Image {
    fn from(picture: Picture) -> Self {
        Self {
            url: picture.url,
            width: picture.width,
            height: picture.height,
            placeholder: picture.placeholder,
        }
    }
}

impl From<wire::Image> for Picture {
    fn from(image: wire::Image) -> Self {
        Self {
            url: image.url,
            width: image.width,
            height: image.height,
            placeholder: image.placeholder,
        }
    }
}

impl From<Campaign> for wire::Campaign {
    fn from(campaign: Campaign) -> Self {
        let facts = campaign.facts;
        Self {
            id: campaign.id.get(),
            code: facts.code.unwrap_or_default(),
            name: Some(facts.name.into()),
            description: Some(facts.description.into()),
            image: Some(facts.image.into()),
            starts_at: facts.starts_at.map(timestamp),
            ends_at: Some(timestamp(facts.ends_at)),
            version: campaign.version.0,
        }
    }
}

impl From<Promo> for wire::Promo {
    fn from(promo: Promo) -> Self {
        Self {
            code: promo.facts.code,
            text: Some(promo.facts.text.into()),
            position: promo.facts.position.unsigned_abs(),
            version: promo.version.0,
        }
    }
}

impl From<Category> for wire::ProjectCategory {
    fn from(category: Category) -> Self {
        match category {
            Category::Wardrobe => Self::Wardrobe,
            Category::Kitchen => Self::Kitchen,
            Category::Garden => Self::Garden,
        }
    }
}

/// A category, or `None` where none is said.
pub(super) const fn category(category: wire::ProjectCategory) -> Option<Category> {
    match category {
        wire::ProjectCategory::Unspecified => None,
        wire::ProjectCategory::Wardrobe => Some(Category::Wardrobe),
        wire::ProjectCategory::Kitchen => Some(Category::Kitchen),
        wire::ProjectCategory::Garden => Some(Category::Garden),
    }
}

impl From<Project> for wire::Project {
    fn from(project: Project) -> Self {
        let facts = project.facts;
        Self {
            id: project.id.get(),
            code: facts.code,
            title: Some(facts.title.into()),
            description: Some(facts.description.into()),
            image: Some(facts.image.into()),
            category: wire::ProjectCategory::from(facts.category).into(),
            is_large: facts.is_large,
            position: facts.position.unsigned_abs(),
            version: project.version.0,
        }
    }
}

impl From<Outlet> for wire::Store {
    fn from(outlet: Outlet) -> Self {
        let facts = outlet.facts;
        Self {
            id: outlet.id.to_string(),
            code: facts.code,
            name: Some(facts.name.into()),
            address: Some(facts.address.into()),
            weekday_hours: Some(facts.weekday_hours.into()),
            weekend_hours: Some(facts.weekend_hours.into()),
            whatsapp: facts.whatsapp,
            email: facts.email,
            facebook: facts.facebook,
            instagram: facts.instagram,
            linkedin: facts.linkedin,
            map_url: facts.map_url,
            images: facts.images.into_iter().map(wire::Image::from).collect(),
            position: facts.position.unsigned_abs(),
            version: outlet.version.0,
        }
    }
}

impl From<Outcome> for wire::SaveOutcome {
    fn from(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Created => Self::Created,
            Outcome::Changed => Self::Changed,
            Outcome::Kept => Self::Kept,
        }
    }
}

/// A moment, to the second and its fraction.
fn timestamp(moment: OffsetDateTime) -> Timestamp {
    Timestamp {
        seconds: moment.unix_timestamp(),
        nanos: i32::try_from(moment.nanosecond()).unwrap_or_default(),
    }
}

/// The moment of a timestamp, where there is such a moment.
pub(super) fn moment(timestamp: &Timestamp) -> Option<OffsetDateTime> {
    let nanos = u32::try_from(timestamp.nanos).ok()?;
    OffsetDateTime::from_unix_timestamp(timestamp.seconds)
        .ok()?
        .replace_nanosecond(nanos)
        .ok()
}

/// A page of a size within bounds.
pub(super) fn page(page: Option<common::Page>, problems: &mut Problems) -> Page {
    let page = page.unwrap_or_default();
    problems.check(page.number >= 1, "page", OUT_OF_RANGE);
    problems.check((1..=LARGEST).contains(&page.size), "limit", OUT_OF_RANGE);
    Page::new(page.number, page.size)
}
