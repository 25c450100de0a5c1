//! `cargo xtask staff project`.

use anyhow::Result;
use proto::{
    common::v1::Page,
    content::v1::{DeleteProjectRequest, ListProjectsRequest, Project, SaveOutcome, SaveProjectRequest},
};
use toolkit::console::format_table;

use super::content::Content;
use crate::clients::{Clients, call, request};

impl Content for Project {
    const NAME: &str = "project";

    fn code(&self) -> &str {
        &self.code
    }

    async fn fetch_all(clients: &Clients) -> Result<Vec<Self>> {
        let message = ListProjectsRequest {
            page: Some(Page {
                number: 1,
                size: 1_000,
            }),
            ..ListProjectsRequest::default()
        };
        let answer = call(clients.content()?.list_projects(request(message))).await?;
        Ok(answer.projects)
    }

    fn format_list(projects: Vec<Self>) -> String {
        let rows = projects.into_iter().map(|project| {
            [
                project.position.to_string(),
                project.code.clone(),
                project.id.to_string(),
                format!("{:?}", project.category()).to_lowercase(),
                if project.is_large { "yes" } else { "no" }.to_owned(),
                project.title.unwrap_or_default().en,
            ]
        });
        format_table(["Place", "Code", "Id", "Category", "Large", "Title"], rows)
    }

    async fn save(self, clients: &Clients) -> Result<SaveOutcome> {
        let message = SaveProjectRequest {
            project: Some(self),
            keep_existing: false,
            is_new: false,
        };
        let answer = call(clients.content()?.save_project(request(message))).await?;
        Ok(answer.outcome())
    }

    async fn remove(clients: &Clients, code: String) -> Result<()> {
        let message = DeleteProjectRequest { code, version: 0 };
        call(clients.content()?.delete_project(request(message))).await?;
        Ok(())
    }
}
