//! The seed's campaigns, banner texts, projects, stores, the shop's terms, and the address of the brochure.

use std::path::Path;

use anyhow::{Context as _, Result};
use proto::{
    common::v1::Page,
    content::v1::{
        Campaign, CreateCampaignRequest, ListProjectsRequest, ListStoresRequest, Project, Promo, SaveOutcome,
        SaveProjectRequest, SavePromoRequest, SaveShopTermsRequest, SaveStoreRequest, SetCatalogueUrlRequest,
        ShopTerms, Store,
    },
};
use serde::Deserialize;
use toolkit::console::print_status;

use crate::{
    clients::{Clients, call, request},
    json,
};

/// `deploy/seed/content`.
struct Seed {
    campaigns: Vec<Campaign>,
    promos: Vec<Promo>,
    projects: Vec<Project>,
    stores: Vec<Store>,
    catalogue_url: String,
    terms: ShopTerms,
}

/// `stores.json`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Stores {
    stores: Vec<serde_json::Value>,
    catalogue_url: String,
}

impl Seed {
    fn read(root: &Path) -> Result<Self> {
        let folder = root.join("deploy/seed/content");
        let stores: Stores = json::read_file(&folder.join("stores.json"))?;
        Ok(Self {
            campaigns: json::read_messages(&folder.join("campaigns.json"))?,
            promos: json::read_messages(&folder.join("promos.json"))?,
            projects: json::read_messages(&folder.join("projects.json"))?,
            stores: stores
                .stores
                .into_iter()
                .map(json::parse)
                .collect::<Result<_>>()
                .context("cannot parse stores.json")?,
            catalogue_url: stores.catalogue_url,
            terms: json::read_message(&folder.join("terms.json"))?,
        })
    }
}

/// Adds the content to a shop that has neither a project nor a store.
pub(super) async fn fill_empty(clients: &Clients, root: &Path) -> Result<()> {
    let mut content = clients.content()?;
    let first = ListProjectsRequest {
        page: Some(Page { number: 1, size: 1 }),
        ..ListProjectsRequest::default()
    };
    let projects = call(content.list_projects(request(first))).await?;
    let stores = call(content.list_stores(request(ListStoresRequest {}))).await?;
    if projects.total_records > 0 || !stores.stores.is_empty() {
        return Ok(());
    }
    fill(clients, root).await
}

/// Adds the content whose code the shop lacks; existing content is not changed.
pub(super) async fn fill(clients: &Clients, root: &Path) -> Result<()> {
    let seed = Seed::read(root)?;
    let mut content = clients.content()?;
    let mut outcomes = Vec::new();
    let error = |kind: &str, code: &str| format!("cannot add the {kind} {code}");
    for campaign in seed.campaigns {
        let code = campaign.code.clone();
        let message = CreateCampaignRequest {
            campaign: Some(campaign),
            ..CreateCampaignRequest::default()
        };
        let answer = call(content.create_campaign(request(message)))
            .await
            .with_context(|| error("campaign", &code))?;
        outcomes.push(answer.outcome());
    }
    for promo in seed.promos {
        let code = promo.code.clone();
        let message = SavePromoRequest {
            promo: Some(promo),
            keep_existing: true,
            is_new: false,
        };
        let answer = call(content.save_promo(request(message)))
            .await
            .with_context(|| error("banner text", &code))?;
        outcomes.push(answer.outcome());
    }
    for project in seed.projects {
        let code = project.code.clone();
        let message = SaveProjectRequest {
            project: Some(project),
            keep_existing: true,
            is_new: false,
        };
        let answer = call(content.save_project(request(message)))
            .await
            .with_context(|| error("project", &code))?;
        outcomes.push(answer.outcome());
    }
    for store in seed.stores {
        let code = store.code.clone();
        let message = SaveStoreRequest {
            store: Some(store),
            keep_existing: true,
            is_new: false,
        };
        let answer = call(content.save_store(request(message)))
            .await
            .with_context(|| error("store", &code))?;
        outcomes.push(answer.outcome());
    }
    let message = SetCatalogueUrlRequest {
        catalogue_url: seed.catalogue_url,
        keep_existing: true,
        from: None,
    };
    outcomes.push(call(content.set_catalogue_url(request(message))).await?.outcome());
    let message = SaveShopTermsRequest {
        terms: Some(seed.terms),
        keep_existing: true,
    };
    let answer = call(content.save_shop_terms(request(message)))
        .await
        .context("cannot add the shop's terms")?;
    outcomes.push(answer.outcome());
    let added = outcomes
        .iter()
        .filter(|outcome| **outcome == SaveOutcome::Created)
        .count();
    print_status(&format!(
        "seed: {added} campaigns, banner texts, projects, stores, terms and links added, {} existed",
        outcomes.len() - added
    ));
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proto::content::v1::ProjectCategory;

    use super::*;

    #[test]
    fn reads_the_content_of_the_checkout() {
        let seed = Seed::read(&local::checkout_root().unwrap()).unwrap();
        assert_eq!(seed.campaigns.len(), 1);
        assert_eq!((seed.promos.len(), seed.stores.len()), (3, 2));
        assert!(seed.catalogue_url.starts_with("https://"));
        assert_eq!((seed.terms.delivery.len(), seed.terms.week.len()), (1, 7));
        assert_eq!(seed.terms.instalment, None);
        for category in [
            ProjectCategory::Wardrobe,
            ProjectCategory::Kitchen,
            ProjectCategory::Garden,
        ] {
            let of_category = seed
                .projects
                .iter()
                .filter(|project| project.category() == category);
            assert!(of_category.count() >= 4, "{category:?}");
        }
        let codes: BTreeSet<_> = seed.projects.iter().map(|project| &project.code).collect();
        assert_eq!(codes.len(), seed.projects.len());
    }
}
