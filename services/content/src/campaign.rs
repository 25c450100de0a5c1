//! Campaigns.

use kit::domain::{CampaignId, LocalizedText};
use time::OffsetDateTime;

use crate::{picture::Picture, save::Version};

/// Attributes of a campaign, without its id and version.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Attributes {
    /// Unique name given by staff.
    pub(crate) code: Option<String>,
    pub(crate) name: LocalizedText,
    pub(crate) description: LocalizedText,
    pub(crate) image: Picture,
    /// `None` if the campaign has no start.
    pub(crate) starts_at: Option<OffsetDateTime>,
    pub(crate) ends_at: OffsetDateTime,
}

/// A campaign.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Campaign {
    pub(crate) id: CampaignId,
    pub(crate) version: Version,
    pub(crate) attributes: Attributes,
}

/// Campaigns visible to a caller.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Visibility {
    /// Campaigns that have started and not ended, by the database's clock.
    Active,
    /// All campaigns.
    All,
}
