//! A campaign as staff sends it.

use kit::failure::Failure;
use prost_types::Timestamp;
use proto::content::v1 as wire;
use time::OffsetDateTime;

use super::{
    convert::moment,
    problems::{INVALID, OUT_OF_RANGE, Problems, REQUIRED},
};
use crate::{campaign::Facts, saving::Seen};

/// What is said of a campaign, and the version that it was made from.
pub(super) fn decode(campaign: Option<wire::Campaign>) -> Result<(Facts, Seen), Failure> {
    let campaign = campaign.ok_or_else(|| Failure::invalid_field("campaign", REQUIRED))?;
    let mut problems = Problems::default();
    let code = (!campaign.code.is_empty()).then(|| problems.code(&campaign.code));
    let starts_at = campaign
        .starts_at
        .and_then(|start| time(&start, "startDate", &mut problems));
    problems.check(campaign.ends_at.is_some(), "endDate", REQUIRED);
    let ends_at = campaign
        .ends_at
        .and_then(|end| time(&end, "endDate", &mut problems));
    if let (Some(start), Some(end)) = (starts_at, ends_at) {
        problems.check(start < end, "endDate", OUT_OF_RANGE);
    }
    let facts = Facts {
        code,
        name: problems.text::<1, 100>(campaign.name, "name"),
        description: problems.text::<0, 1000>(campaign.description, "description"),
        image: problems.picture(campaign.image, "imageUrl"),
        starts_at,
        ends_at: ends_at.unwrap_or(OffsetDateTime::UNIX_EPOCH),
    };
    let seen = problems.version(campaign.version);
    problems.done()?;
    Ok((facts, seen))
}

fn time(timestamp: &Timestamp, field: &str, problems: &mut Problems) -> Option<OffsetDateTime> {
    // What PostgreSQL can keep and a calendar can show.
    let moment = moment(timestamp).filter(|moment| (1970..=9999).contains(&moment.year()));
    problems.check(moment.is_some(), field, INVALID);
    moment
}
