//! Campaigns.

use kit::domain::{CampaignId, LocalizedText};
use time::OffsetDateTime;

use crate::{picture::Picture, saving::Version};

/// What staff says of a campaign.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Facts {
    /// The staff's own name for it.
    pub(crate) code: Option<String>,
    pub(crate) name: LocalizedText,
    pub(crate) description: LocalizedText,
    pub(crate) image: Picture,
    /// `None` = it has always run.
    pub(crate) starts_at: Option<OffsetDateTime>,
    pub(crate) ends_at: OffsetDateTime,
}

/// A campaign.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Campaign {
    pub(crate) id: CampaignId,
    pub(crate) version: Version,
    pub(crate) facts: Facts,
}

/// Which campaigns somebody may see.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum View {
    /// Those that have started and not ended, by the database's clock.
    Running,
    /// Also those that are over or yet to come.
    All,
}
