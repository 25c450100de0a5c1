//! `cargo xtask staff project`.

use std::path::PathBuf;

use anyhow::{Context as _, Result};
use proto::{
    common::v1::Page,
    content::v1::{self as message, SaveOutcome},
};
use toolkit::console::{format_table, print_status};

use crate::{
    clients::{Clients, explain, request},
    content_json::{Project, Text, read_file, to_json},
};

/// Manage the projects of the portfolio.
#[derive(Debug, clap::Subcommand)]
pub enum ProjectCommand {
    /// List all.
    List,
    /// Print one as JSON, the format that `set` reads.
    Show {
        /// The code.
        code: String,
    },
    /// Save one from a JSON file; its `version` prevents overwriting somebody else's change.
    Set {
        /// The JSON file, in the format that `show` prints.
        file: PathBuf,
    },
    /// Remove one.
    Remove {
        /// The code.
        code: String,
    },
}

/// Runs the command.
pub(crate) async fn run(clients: &Clients, command: ProjectCommand) -> Result<()> {
    match command {
        ProjectCommand::List => list(clients).await,
        ProjectCommand::Show { code } => {
            print_status(&to_json(&Project::try_from(find(clients, &code).await?)?)?);
            Ok(())
        }
        ProjectCommand::Set { file } => set(clients, read_file(&file)?).await,
        ProjectCommand::Remove { code } => remove(clients, code).await,
    }
}

async fn fetch_all(clients: &Clients) -> Result<Vec<message::Project>> {
    let message = message::ListProjectsRequest {
        page: Some(Page {
            number: 1,
            size: 1_000,
        }),
        ..message::ListProjectsRequest::default()
    };
    let answer = clients
        .content()?
        .list_projects(request(message))
        .await
        .map_err(|status| explain(&status))?;
    Ok(answer.into_inner().projects)
}

async fn find(clients: &Clients, code: &str) -> Result<message::Project> {
    let projects = fetch_all(clients).await?;
    projects
        .into_iter()
        .find(|project| project.code == code)
        .with_context(|| format!("there is no project {code}"))
}

async fn list(clients: &Clients) -> Result<()> {
    let mut rows = vec![
        ["Place", "Code", "Id", "Category", "Large", "Title"]
            .map(str::to_owned)
            .to_vec(),
    ];
    for project in fetch_all(clients).await? {
        rows.push(vec![
            project.position.to_string(),
            project.code.clone(),
            project.id.to_string(),
            format!("{:?}", project.category()).to_lowercase(),
            if project.is_large { "yes" } else { "no" }.to_owned(),
            Text::from(project.title).en,
        ]);
    }
    print_status(&format_table(&rows));
    Ok(())
}

async fn set(clients: &Clients, project: Project) -> Result<()> {
    let message = message::SaveProjectRequest {
        project: Some(project.into()),
        keep_existing: false,
    };
    let answer = clients
        .content()?
        .save_project(request(message))
        .await
        .map_err(|status| explain(&status))?;
    print_status(match answer.into_inner().outcome() {
        SaveOutcome::Created => "added",
        SaveOutcome::Unspecified | SaveOutcome::Changed | SaveOutcome::Kept => "changed",
    });
    Ok(())
}

async fn remove(clients: &Clients, code: String) -> Result<()> {
    let message = message::DeleteProjectRequest { code };
    clients
        .content()?
        .delete_project(request(message))
        .await
        .map_err(|status| explain(&status))?;
    print_status("removed");
    Ok(())
}
