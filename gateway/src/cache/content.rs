//! What the content service answered a moment ago. It is the same for all visitors who are not staff.

use std::{sync::Arc, time::Duration};

use proto::content::v1::{
    GetActiveCampaignResponse, GetCampaignResponse, GetProjectResponse, ListCampaignsResponse,
    ListProjectsResponse, ListPromosResponse, ListStoresResponse,
};

use super::Cache;

/// How long an answer is shown without asking, where no change was heard of.
const LIFETIME: Duration = Duration::from_secs(30);

/// Single things of each kind at most.
const CAPACITY: usize = 256;

/// Lists of projects at most; each may be all of them.
const LISTS: usize = 32;

/// Answers about what the shop shows beside its products. Search is not remembered: few ask for the same.
pub(crate) struct ContentCache {
    /// The campaign to show now.
    pub(crate) active_campaign: Cache<(), Arc<GetActiveCampaignResponse>>,
    /// The campaigns that run.
    pub(crate) campaigns: Cache<(), Arc<ListCampaignsResponse>>,
    /// Campaigns that run, by id.
    pub(crate) campaign: Cache<i64, Arc<GetCampaignResponse>>,
    /// The texts of the banner.
    pub(crate) promos: Cache<(), Arc<ListPromosResponse>>,
    /// Lists of projects by their encoded request.
    pub(crate) projects: Cache<Vec<u8>, Arc<ListProjectsResponse>>,
    /// Projects by id.
    pub(crate) project: Cache<i64, Arc<GetProjectResponse>>,
    /// The stores.
    pub(crate) stores: Cache<(), Arc<ListStoresResponse>>,
}

impl Default for ContentCache {
    fn default() -> Self {
        Self {
            active_campaign: Cache::new(LIFETIME, 1),
            campaigns: Cache::new(LIFETIME, 1),
            campaign: Cache::new(LIFETIME, CAPACITY),
            promos: Cache::new(LIFETIME, 1),
            projects: Cache::new(LIFETIME, LISTS),
            project: Cache::new(LIFETIME, CAPACITY),
            stores: Cache::new(LIFETIME, 1),
        }
    }
}

impl ContentCache {
    /// Drops everything: changes are rare.
    pub(crate) fn clear(&self) {
        self.active_campaign.drop_where(|(), _| true);
        self.campaigns.drop_where(|(), _| true);
        self.campaign.drop_where(|_, _| true);
        self.promos.drop_where(|(), _| true);
        self.projects.drop_where(|_, _| true);
        self.project.drop_where(|_, _| true);
        self.stores.drop_where(|(), _| true);
    }
}
