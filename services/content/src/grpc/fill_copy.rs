//! Asks for what the shop's pages show, so that each instance has a copy of it when the database goes away.

use std::{sync::Arc, time::Duration};

use kit::{
    caller::Caller,
    domain::Language,
    failure::{Failure, error_chain},
};
use proto::content::v1::{
    GetActiveCampaignRequest, GetCampaignRequest, GetCampaignResponse, GetShopHoursRequest,
    GetShopTermsRequest, ListCampaignsRequest, ListHomeTextsRequest, ListPromosRequest, ListStoresRequest,
};
use tokio_util::sync::CancellationToken;

use super::State;
use crate::store;

/// Interval of the requests.
const INTERVAL: Duration = Duration::from_mins(1);

/// Interval while a request fails.
const RETRY_INTERVAL: Duration = Duration::from_secs(1);

/// Fills the copy until cancelled.
pub(crate) async fn run(state: Arc<State>, stop: CancellationToken) {
    loop {
        let pause = match fill(&state).await {
            Ok(()) => INTERVAL,
            Err(error) => {
                tracing::debug!(error = error_chain(&error), "the copy was not filled, retrying");
                RETRY_INTERVAL
            }
        };
        if stop
            .run_until_cancelled(tokio::time::sleep(pause))
            .await
            .is_none()
        {
            return;
        }
    }
}

/// Asks the handlers, not the copy: its answers are not kept as new ones.
async fn fill(state: &State) -> Result<(), Failure> {
    macro_rules! ask {
        ($rpc:ident, $request:expr) => {{
            let visitor = Caller::anonymous(Language::Az);
            let response = super::$rpc::handle(state, visitor, $request).await?;
            state.copy.keep(stringify!($rpc), &$request, &response);
            response
        }};
    }
    ask!(get_active_campaign, GetActiveCampaignRequest {});
    let listed = ask!(list_campaigns, ListCampaignsRequest {});
    for campaign in listed.campaigns {
        let request = GetCampaignRequest {
            campaign_id: campaign.id,
        };
        let response = GetCampaignResponse {
            campaign: Some(campaign),
        };
        state.copy.keep("get_campaign", &request, &response);
    }
    ask!(list_promos, ListPromosRequest {});
    ask!(list_stores, ListStoresRequest {});
    ask!(list_home_texts, ListHomeTextsRequest {});
    ask!(get_shop_hours, GetShopHoursRequest {});
    ask!(get_shop_terms, GetShopTermsRequest {});
    let mut connection = state.pool.acquire().await?;
    state
        .portfolio
        .replace(store::project::portfolio(&mut connection).await?);
    Ok(())
}

#[cfg(test)]
mod tests {
    use kit::{
        copies::{ReadCopy, answer, marked, stale_since},
        failure::Code,
    };
    use proto::{
        common::v1::Page,
        content::v1::{
            GetProjectRequest, GetShopHoursRequest, ListProjectIdsRequest, ListProjectsRequest, Project,
            ProjectCategory, SearchProjectsRequest, content_service_client::ContentServiceClient,
        },
    };
    use testkit::{DatabaseProxy, eventually};
    use tokio::sync::Semaphore;

    use super::*;
    use crate::{
        clients::StoreUse,
        media::files::Files,
        portfolio::PortfolioCopy,
        testing::{Fixture, HOUR, anonymous, campaign, into_result, project, serve, serve_behind, staff},
    };

    fn codes(projects: Vec<Project>) -> Vec<String> {
        projects.into_iter().map(|project| project.code).collect()
    }

    /// Starts an instance that has answered no request, and waits until it answers for a project without its database.
    async fn start_beside(
        fixture: &Fixture,
        project_id: i64,
    ) -> (DatabaseProxy, ContentServiceClient<kit::grpc::Client>) {
        let proxy = DatabaseProxy::start(&fixture.harness.database_settings().postgres_url).await;
        let client = ContentServiceClient::new(serve_behind(&fixture.harness, &proxy).await);
        eventually("the copy is filled", || async {
            tokio::time::sleep(2 * RETRY_INTERVAL).await;
            let _cut_off = proxy.cut_off();
            let request = anonymous(GetProjectRequest { project_id });
            let response = client.clone().get_project(request).await.ok()?;
            stale_since(response.metadata())
        })
        .await;
        (proxy, client)
    }

    #[tokio::test]
    async fn answers_without_the_database_what_pages_show() {
        let fixture = Fixture::start().await;
        let saved = fixture
            .save_project(project("KT-1", ProjectCategory::Kitchen))
            .await
            .unwrap();
        let campaign_id = fixture.add_campaign(campaign(-HOUR, HOUR)).await.id;
        let (proxy, mut client) = start_beside(&fixture, saved.project.unwrap().id).await;

        let cut_off = proxy.cut_off();
        let hours = client
            .get_shop_hours(anonymous(GetShopHoursRequest {}))
            .await
            .unwrap();
        assert!(stale_since(hours.metadata()).is_some());
        assert!(hours.into_inner().hours.is_some());
        let request = anonymous(GetCampaignRequest { campaign_id });
        let shown = client.get_campaign(request).await.unwrap().into_inner();
        assert_eq!(shown.campaign.unwrap().id, campaign_id);
        // Staff changes what it sees.
        let stores = into_result(client.list_stores(staff(ListStoresRequest {})).await);
        assert_eq!(stores.unwrap_err().code, Code::Unavailable);

        drop(cut_off);
        eventually("the database answers again", || async {
            let request = anonymous(GetShopHoursRequest {});
            let response = client.clone().get_shop_hours(request).await.unwrap();
            stale_since(response.metadata()).is_none().then_some(())
        })
        .await;
    }

    #[tokio::test]
    async fn kept_answers_do_not_become_younger_while_the_database_is_away() {
        let fixture = Fixture::start().await;
        let campaign_id = fixture.add_campaign(campaign(-HOUR, HOUR)).await.id;
        let proxy = DatabaseProxy::start(&fixture.harness.database_settings().postgres_url).await;
        let mut database = fixture.harness.service_settings().database;
        database.postgres_url = proxy.url().clone();
        let client = serve(&fixture.harness).await;
        let state = State {
            pool: kit::database::pool(&database, "content").unwrap(),
            files: Files::open(&std::env::temp_dir().display().to_string()).unwrap(),
            assemblies: Semaphore::new(1),
            stores: StoreUse {
                account: client.clone().rpcs(),
                inquiry: client.rpcs(),
            },
            copy: ReadCopy::default(),
            portfolio: PortfolioCopy::default(),
        };
        let age = async || {
            let visitor = Caller::anonymous(Language::Az);
            let request = GetCampaignRequest { campaign_id };
            let unavailable = async |_, _| Err::<GetCampaignResponse, _>(Failure::new(Code::Unavailable));
            let kept = answer(&state.copy, "get_campaign", visitor, request, unavailable);
            let (kept, since) = marked(kept).await;
            assert_eq!(kept.unwrap().campaign.unwrap().id, campaign_id);
            since.unwrap()
        };
        fill(&state).await.unwrap();
        let before = age().await;
        let _cut_off = proxy.cut_off();
        assert_eq!(fill(&state).await.unwrap_err().code, Code::Unavailable);
        assert_eq!(age().await, before);
    }

    #[tokio::test]
    async fn answers_without_the_database_requests_for_projects_that_it_never_saw() {
        let fixture = Fixture::start().await;
        let mut project_id = 0;
        for (code, category) in [
            ("KT-1", ProjectCategory::Kitchen),
            ("GD-1", ProjectCategory::Garden),
            ("KT-2", ProjectCategory::Kitchen),
        ] {
            let saved = fixture.save_project(project(code, category)).await.unwrap();
            project_id = saved.project.unwrap().id;
        }

        let (proxy, mut client) = start_beside(&fixture, project_id).await;

        let _cut_off = proxy.cut_off();
        let list = |category: ProjectCategory, number, size| {
            anonymous(ListProjectsRequest {
                page: Some(Page { number, size }),
                category: category.into(),
            })
        };
        let second = client
            .list_projects(list(ProjectCategory::Unspecified, 2, 2))
            .await;
        let second = second.unwrap();
        assert!(stale_since(second.metadata()).is_some());
        let second = second.into_inner();
        assert_eq!(
            (codes(second.projects), second.total_records),
            (vec!["KT-2".to_owned()], 3)
        );
        let kitchens = client.list_projects(list(ProjectCategory::Kitchen, 1, 1)).await;
        let kitchens = kitchens.unwrap().into_inner();
        assert!(
            kitchens
                .projects
                .iter()
                .all(|project| project.publication.is_none())
        );
        assert_eq!(
            (codes(kitchens.projects), kitchens.total_records),
            (vec!["KT-1".to_owned()], 2)
        );
        let request = anonymous(SearchProjectsRequest {
            term: "gd-1".to_owned(),
            page: Some(Page { number: 1, size: 10 }),
        });
        let found = client.search_projects(request).await.unwrap().into_inner();
        assert!(found.projects.iter().all(|project| project.publication.is_none()));
        assert_eq!(
            (codes(found.projects), found.total_records),
            (vec!["GD-1".to_owned()], 1)
        );
        let request = anonymous(ListProjectIdsRequest {
            page: Some(Page { number: 3, size: 1 }),
        });
        let ids = client.list_project_ids(request).await.unwrap().into_inner();
        assert_eq!((ids.project_ids, ids.total_records), (vec![project_id], 3));
        // It may have been added since.
        let request = anonymous(GetProjectRequest {
            project_id: project_id + 1,
        });
        let unknown = into_result(client.get_project(request).await);
        assert_eq!(unknown.unwrap_err().code, Code::Unavailable);
        // Staff changes what it sees.
        let request = staff(ListProjectsRequest {
            page: Some(Page { number: 1, size: 10 }),
            category: ProjectCategory::Unspecified.into(),
        });
        let of_staff = into_result(client.list_projects(request).await);
        assert_eq!(of_staff.unwrap_err().code, Code::Unavailable);
    }
}
