//! Commands for content that has a code: banner texts, projects and stores.

use std::path::PathBuf;

use anyhow::{Context as _, Result};
use proto::content::v1::SaveOutcome;
use toolkit::console::print_status;

use crate::{
    clients::Clients,
    json::{self, FileFormat},
};

/// A command for one kind of content.
#[derive(Debug, clap::Subcommand)]
pub enum ContentCommand {
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

/// A kind of content; implemented by its protobuf message.
pub(super) trait Content: FileFormat {
    /// The name in error messages.
    const NAME: &str;

    fn code(&self) -> &str;
    async fn fetch_all(clients: &Clients) -> Result<Vec<Self>>;
    /// Formats a table.
    fn format_list(entries: Vec<Self>) -> String;
    async fn save(self, clients: &Clients) -> Result<SaveOutcome>;
    async fn remove(clients: &Clients, code: String) -> Result<()>;
}

/// Runs the command.
pub(super) async fn run<C: Content>(clients: &Clients, command: ContentCommand) -> Result<()> {
    let line = match command {
        ContentCommand::List => C::format_list(C::fetch_all(clients).await?),
        ContentCommand::Show { code } => {
            let entries = C::fetch_all(clients).await?;
            let entry = entries.into_iter().find(|entry| entry.code() == code);
            let entry = entry.with_context(|| format!("there is no {} {code}", C::NAME))?;
            json::format(&entry)?
        }
        ContentCommand::Set { file } => match json::read_message::<C>(&file)?.save(clients).await? {
            SaveOutcome::Created => "added".to_owned(),
            SaveOutcome::Unspecified | SaveOutcome::Changed | SaveOutcome::Kept => "changed".to_owned(),
        },
        ContentCommand::Remove { code } => {
            C::remove(clients, code).await?;
            "removed".to_owned()
        }
    };
    print_status(&line);
    Ok(())
}
