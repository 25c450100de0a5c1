//! `cargo xtask staff terms`.

use std::path::PathBuf;

use anyhow::{Context as _, Result};
use proto::content::v1::{GetShopTermsRequest, SaveOutcome, SaveShopTermsRequest, ShopTerms};
use toolkit::console::print_status;

use crate::{
    clients::{Clients, call, request},
    json,
};

/// Manage the shop's terms.
#[derive(Debug, clap::Subcommand)]
pub enum TermsCommand {
    /// Print them as JSON, the format that `set` reads.
    Show,
    /// Save them from a JSON file; its `version` prevents overwriting somebody else's change.
    Set {
        /// The JSON file, in the format that `show` prints.
        file: PathBuf,
    },
}

/// Runs the command.
pub(crate) async fn run(clients: &Clients, command: TermsCommand) -> Result<()> {
    let line = match command {
        TermsCommand::Show => show(clients).await?,
        TermsCommand::Set { file } => set(clients, json::read_message(&file)?).await?,
    };
    print_status(&line);
    Ok(())
}

async fn show(clients: &Clients) -> Result<String> {
    let answer = call(clients.content()?.get_shop_terms(request(GetShopTermsRequest {}))).await?;
    let terms = answer.terms.context("the shop has no terms yet")?;
    json::format(&terms)
}

async fn set(clients: &Clients, terms: ShopTerms) -> Result<String> {
    let message = SaveShopTermsRequest {
        terms: Some(terms),
        keep_existing: false,
    };
    let answer = call(clients.content()?.save_shop_terms(request(message))).await?;
    Ok(match answer.outcome() {
        SaveOutcome::Created => "added".to_owned(),
        SaveOutcome::Unspecified | SaveOutcome::Changed | SaveOutcome::Kept => "changed".to_owned(),
    })
}
