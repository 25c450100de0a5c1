//! Projects of the portfolio.

use std::path::PathBuf;

use anyhow::{Context as _, Result};
use proto::{
    common::v1::Page,
    content::v1::{self as message, SaveOutcome},
};

use crate::{
    clients::{Clients, explain, request},
    console::{say, table},
    content::{Project, Text, read, show},
};

/// What to do with the projects of the portfolio.
#[derive(Debug, clap::Subcommand)]
pub(crate) enum ProjectCommand {
    /// Show all of them.
    List,
    /// Print one as JSON, to be changed and given back to `set`.
    Show {
        /// Its code.
        code: String,
    },
    /// Save one from a file as `show` prints it; `version` in it guards against overwriting what somebody else saved.
    Set {
        /// The JSON file.
        file: PathBuf,
    },
    /// Remove one.
    Remove {
        /// Its code.
        code: String,
    },
}

/// Does it.
pub(crate) async fn run(clients: &Clients, command: ProjectCommand) -> Result<()> {
    match command {
        ProjectCommand::List => list(clients).await,
        ProjectCommand::Show { code } => {
            say(&show(&Project::try_from(find(clients, &code).await?)?)?);
            Ok(())
        }
        ProjectCommand::Set { file } => set(clients, read(&file)?).await,
        ProjectCommand::Remove { code } => remove(clients, code).await,
    }
}

async fn all(clients: &Clients) -> Result<Vec<message::Project>> {
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
    let all = all(clients).await?;
    all.into_iter()
        .find(|project| project.code == code)
        .with_context(|| format!("there is no project {code}"))
}

async fn list(clients: &Clients) -> Result<()> {
    let mut rows = vec![
        ["Place", "Code", "Id", "Category", "Large", "Title"]
            .map(str::to_owned)
            .to_vec(),
    ];
    for project in all(clients).await? {
        rows.push(vec![
            project.position.to_string(),
            project.code.clone(),
            project.id.to_string(),
            format!("{:?}", project.category()).to_lowercase(),
            if project.is_large { "yes" } else { "no" }.to_owned(),
            Text::from(project.title).en,
        ]);
    }
    say(&table(&rows));
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
    say(match answer.into_inner().outcome() {
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
    say("removed");
    Ok(())
}
