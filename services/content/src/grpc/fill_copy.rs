//! Asks for what the shop's pages show, so that each instance has a copy of it when the database goes away.

use std::{sync::Arc, time::Duration};

use kit::{
    caller::Caller,
    copies::answer,
    domain::Language,
    failure::{Failure, error_chain},
};
use proto::{
    common::v1::Page,
    content::v1::{
        GetActiveCampaignRequest, GetProjectRequest, GetProjectResponse, GetShopHoursRequest,
        GetShopTermsRequest, ListCampaignsRequest, ListHomeTextsRequest, ListProjectsRequest,
        ListPromosRequest, ListStoresRequest,
    },
};
use tokio_util::sync::CancellationToken;

use super::State;

/// Interval of the requests.
const INTERVAL: Duration = Duration::from_mins(1);

/// Interval while a request fails.
const RETRY_INTERVAL: Duration = Duration::from_secs(1);

/// The page of projects that the shop asks for.
const ALL_PROJECTS: Page = Page {
    number: 1,
    size: 1_000,
};

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

async fn fill(state: &State) -> Result<(), Failure> {
    macro_rules! ask {
        ($rpc:ident, $request:expr) => {{
            let visitor = Caller::anonymous(Language::Az);
            answer(
                &state.copy,
                stringify!($rpc),
                visitor,
                $request,
                |caller, request| super::$rpc::handle(state, caller, request),
            )
            .await?
        }};
    }
    ask!(get_active_campaign, GetActiveCampaignRequest {});
    ask!(list_campaigns, ListCampaignsRequest {});
    ask!(list_promos, ListPromosRequest {});
    ask!(list_stores, ListStoresRequest {});
    ask!(list_home_texts, ListHomeTextsRequest {});
    ask!(get_shop_hours, GetShopHoursRequest {});
    ask!(get_shop_terms, GetShopTermsRequest {});
    let all = ListProjectsRequest {
        page: Some(ALL_PROJECTS),
        ..ListProjectsRequest::default()
    };
    let listed = ask!(list_projects, all);
    for project in listed.projects {
        let request = GetProjectRequest {
            project_id: project.id,
        };
        let response = GetProjectResponse {
            project: Some(project),
        };
        state.copy.keep("get_project", &request, &response);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use kit::failure::Code;
    use proto::content::v1::{
        GetShopHoursRequest, ProjectCategory, SaveProjectRequest, SearchProjectsRequest,
        content_service_client::ContentServiceClient,
    };
    use testkit::{DatabaseProxy, Harness, eventually};

    use super::*;
    use crate::{
        DEFINITION,
        testing::{anonymous, into_result, project, serve_behind, staff},
    };

    #[tokio::test]
    async fn answers_without_the_database_what_was_asked_and_what_pages_show() {
        let harness = Harness::start(DEFINITION).await;
        let first = DatabaseProxy::start(&harness.database_settings().postgres_url).await;
        let mut client = ContentServiceClient::new(serve_behind(&harness, &first).await);
        let saved = client
            .save_project(staff(SaveProjectRequest {
                project: Some(project("KT-1", ProjectCategory::Kitchen)),
                ..SaveProjectRequest::default()
            }))
            .await
            .unwrap()
            .into_inner();
        let project_id = saved.project.unwrap().id;
        // A second instance that nobody has asked for anything.
        let proxy = DatabaseProxy::start(&harness.database_settings().postgres_url).await;
        let mut client = ContentServiceClient::new(serve_behind(&harness, &proxy).await);
        let search = |term: &str| {
            anonymous(SearchProjectsRequest {
                term: term.to_owned(),
                page: Some(Page { number: 1, size: 10 }),
            })
        };
        let found = client.search_projects(search("KT-1")).await.unwrap().into_inner();
        eventually("the copy is filled", || async {
            tokio::time::sleep(2 * RETRY_INTERVAL).await;
            let _cut_off = proxy.cut_off();
            let request = anonymous(GetProjectRequest { project_id });
            let response = client.clone().get_project(request).await.ok()?;
            kit::copies::stale_since(response.metadata())
        })
        .await;

        let cut_off = proxy.cut_off();
        let hours = client
            .get_shop_hours(anonymous(GetShopHoursRequest {}))
            .await
            .unwrap();
        assert!(kit::copies::stale_since(hours.metadata()).is_some());
        assert!(hours.into_inner().hours.is_some());
        let again = client.search_projects(search("KT-1")).await.unwrap().into_inner();
        assert_eq!(again, found);
        let other = into_result(client.search_projects(search("another")).await);
        assert_eq!(other.unwrap_err().code, Code::Unavailable);
        // Staff changes what it sees.
        let stores = into_result(client.list_stores(staff(ListStoresRequest {})).await);
        assert_eq!(stores.unwrap_err().code, Code::Unavailable);

        drop(cut_off);
        eventually("the database answers again", || async {
            let request = anonymous(GetShopHoursRequest {});
            let response = client.clone().get_shop_hours(request).await.unwrap();
            kit::copies::stale_since(response.metadata())
                .is_none()
                .then_some(())
        })
        .await;
    }
}
