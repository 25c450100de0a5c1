//! Campaigns.

use kit::domain::{CampaignId, LocalizedText};

use crate::{
    picture::Picture,
    publication::{LastChange, Publication},
    save::Version,
};

/// Attributes of a campaign, without its id and version.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Attributes {
    /// Unique name given by staff.
    pub(crate) code: Option<String>,
    pub(crate) name: LocalizedText,
    pub(crate) description: LocalizedText,
    pub(crate) image: Picture,
    /// Of a campaign that is no draft, with an end.
    #[serde(flatten)]
    pub(crate) publication: Publication,
}

/// A campaign.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Campaign {
    pub(crate) id: CampaignId,
    pub(crate) version: Version,
    pub(crate) attributes: Attributes,
    pub(crate) last_change: LastChange,
}
