//! Conversions between protobuf and domain types.

use kit::convert::timestamp;
use proto::content::v1 as pb;

use crate::{
    campaign::Campaign,
    home_text::HomeText,
    opening::OpeningHours,
    picture::Picture,
    project::{Piece, Project},
    promo::Promo,
    publication::{LastChange, Publication},
    save::Outcome,
    shop_hours::{ShopHours, Span},
    shop_terms::{DeliveryArea, Instalment, ShopTerms},
    store_location::StoreLocation,
};

/// Maximum size of a page of projects.
pub(super) const MAX_PAGE_SIZE: u32 = 1_000;

impl From<Picture> for pb::Image {
    fn from(picture: Picture) -> Self {
        Self {
            url: picture.url,
            width: picture.width,
            height: picture.height,
            placeholder: picture.placeholder,
            media_id: picture.media_id.map(|id| id.to_string()).unwrap_or_default(),
            alt: Some(picture.alt.into()),
            focus_x_percent: picture.focus.map(|[x, _]| x),
            focus_y_percent: picture.focus.map(|[_, y]| y),
        }
    }
}

/// Converts when the shop shows a record and its last change, for staff.
fn publication(publication: Publication, change: LastChange) -> pb::Publication {
    pb::Publication {
        is_draft: publication.is_draft,
        show_at: publication.from.map(timestamp),
        state: publication.state(kit::clock::now()).into(),
        changed_by: change.by.unwrap_or_default(),
        changed_at: Some(timestamp(change.at)),
    }
}

/// Converts records for a caller: what only staff reads is removed for others.
macro_rules! for_viewer {
    ($visibility:expr, $record:expr) => {{
        let mut record = $record;
        if $visibility == crate::publication::Visibility::Shown {
            record.publication = None;
        }
        record
    }};
}

pub(super) use for_viewer;

impl From<Campaign> for pb::Campaign {
    fn from(campaign: Campaign) -> Self {
        let attributes = campaign.attributes;
        Self {
            id: campaign.id.get(),
            code: attributes.code.unwrap_or_default(),
            name: Some(attributes.name.into()),
            description: Some(attributes.description.into()),
            image: Some(attributes.image.into()),
            starts_at: attributes.publication.from.map(timestamp),
            ends_at: attributes.publication.until.map(timestamp),
            version: campaign.version.0,
            publication: Some(pb::Publication {
                show_at: None,
                ..publication(attributes.publication, campaign.last_change)
            }),
        }
    }
}

impl From<Promo> for pb::Promo {
    fn from(promo: Promo) -> Self {
        Self {
            code: promo.attributes.code,
            text: Some(promo.attributes.text.into()),
            position: promo.attributes.position.unsigned_abs(),
            version: promo.version.0,
            publication: Some(publication(promo.attributes.publication, promo.last_change)),
        }
    }
}

impl From<Project> for pb::Project {
    fn from(project: Project) -> Self {
        let attributes = project.attributes;
        Self {
            id: project.id.get(),
            code: attributes.code,
            title: Some(attributes.title.into()),
            description: Some(attributes.description.into()),
            image: Some(attributes.image.into()),
            category: attributes.category.into(),
            is_large: attributes.is_large,
            position: attributes.position.unsigned_abs(),
            version: project.version.0,
            publication: Some(publication(attributes.publication, project.last_change)),
            piece: attributes.piece.map(pb::ProjectPiece::from),
        }
    }
}

impl From<Piece> for pb::ProjectPiece {
    fn from(piece: Piece) -> Self {
        let sides = piece.measures.map_or([0; 3], |measures| {
            [measures.width, measures.depth, measures.height].map(|side| side.millimetres().into())
        });
        let [width_mm, depth_mm, height_mm] = sides;
        Self {
            product_code: piece.product_code,
            color: piece.color,
            width_mm,
            depth_mm,
            height_mm,
        }
    }
}

impl From<StoreLocation> for pb::Store {
    fn from(location: StoreLocation) -> Self {
        let attributes = location.attributes;
        Self {
            id: location.id.to_string(),
            code: attributes.code,
            name: Some(attributes.name.into()),
            address: Some(attributes.address.into()),
            weekday_hours: Some(attributes.weekday_hours.into()),
            weekend_hours: Some(attributes.weekend_hours.into()),
            whatsapp: attributes.whatsapp,
            email: attributes.email,
            facebook: attributes.facebook,
            instagram: attributes.instagram,
            linkedin: attributes.linkedin,
            map_url: attributes.map_url,
            images: attributes.images.into_iter().map(pb::Image::from).collect(),
            position: attributes.position.unsigned_abs(),
            version: location.version.0,
            publication: Some(publication(attributes.publication, location.last_change)),
        }
    }
}

impl From<DeliveryArea> for pb::DeliveryArea {
    fn from(area: DeliveryArea) -> Self {
        Self {
            code: area.code,
            name: Some(area.name.into()),
            earliest_working_days: area.working_days.earliest(),
            latest_working_days: area.working_days.latest(),
        }
    }
}

impl From<OpeningHours> for pb::OpeningHours {
    fn from(hours: OpeningHours) -> Self {
        Self {
            day: hours.day.into(),
            opens_at: hours.opens_at.into(),
            closes_at: hours.closes_at.into(),
        }
    }
}

impl From<HomeText> for pb::HomeText {
    fn from(text: HomeText) -> Self {
        Self {
            key: text.key,
            text: Some(text.attributes.text.into()),
            image: text.attributes.image.map(pb::Image::from),
            version: text.version.0,
            changed_by: text.last_change.by.unwrap_or_default(),
            changed_at: Some(timestamp(text.last_change.at)),
        }
    }
}

impl From<ShopHours> for pb::ShopHours {
    fn from(hours: ShopHours) -> Self {
        let times = |span: Option<Span>| -> (String, String) {
            let times = span.map(|span| (span.opens_at.into(), span.closes_at.into()));
            times.unwrap_or_default()
        };
        let attributes = hours.attributes;
        let days = attributes.days.into_iter().map(|day| {
            let (opens_at, closes_at) = times(day.hours);
            pb::WeekDay {
                day: day.day.into(),
                opens_at,
                closes_at,
            }
        });
        let holidays = attributes.holidays.into_iter().map(|holiday| {
            let (opens_at, closes_at) = times(holiday.hours);
            pb::Holiday {
                on: holiday.on.to_string(),
                opens_at,
                closes_at,
                name: Some(holiday.name.into()),
            }
        });
        Self {
            days: days.collect(),
            holidays: holidays.collect(),
            version: hours.version.0,
            changed_by: hours.last_change.by.unwrap_or_default(),
            changed_at: Some(timestamp(hours.last_change.at)),
        }
    }
}

impl From<Instalment> for pb::Instalment {
    fn from(instalment: Instalment) -> Self {
        Self {
            months: instalment.months.into(),
            least_total_minor: instalment.least_total.minor(),
            fee_percent: instalment.fee.into(),
            text: Some(instalment.text.into()),
        }
    }
}

impl From<ShopTerms> for pb::ShopTerms {
    fn from(terms: ShopTerms) -> Self {
        let attributes = terms.attributes;
        let (delivery, week) = (attributes.delivery.into_iter(), attributes.week.into_iter());
        Self {
            delivery: delivery.map(pb::DeliveryArea::from).collect(),
            cut_off: attributes.cut_off.into(),
            made_to_order_days: attributes.made_to_order_days.into(),
            week: week.map(pb::OpeningHours::from).collect(),
            holidays: attributes.holidays.iter().map(ToString::to_string).collect(),
            instalment: attributes.instalment.map(pb::Instalment::from),
            version: terms.version.0,
            warranty_months: attributes.promises.warranty_months.map(u32::from),
            return_days: attributes.promises.return_days.map(u32::from),
            is_carried_in: attributes.promises.is_carried_in,
        }
    }
}

impl From<Outcome> for pb::SaveOutcome {
    fn from(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Created => Self::Created,
            Outcome::Changed => Self::Changed,
            Outcome::Kept => Self::Kept,
        }
    }
}
