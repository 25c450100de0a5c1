//! `cargo xtask staff store`.

use std::path::PathBuf;

use anyhow::{Context as _, Result};
use proto::content::v1::{self as message, SaveOutcome};
use toolkit::console::{format_table, print_status};

use crate::{
    clients::{Clients, explain, request},
    content_json::{Store, Text, read_file, to_json},
};

/// Manage the stores and the address of the brochure.
#[derive(Debug, clap::Subcommand)]
pub enum StoreCommand {
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
    /// Set the address of the brochure (the catalogue that customers download).
    Catalogue {
        /// An https address; empty = none.
        url: String,
    },
}

/// Runs the command.
pub(crate) async fn run(clients: &Clients, command: StoreCommand) -> Result<()> {
    match command {
        StoreCommand::List => list(clients).await,
        StoreCommand::Show { code } => {
            print_status(&to_json(&Store::from(find(clients, &code).await?))?);
            Ok(())
        }
        StoreCommand::Set { file } => set(clients, read_file(&file)?).await,
        StoreCommand::Remove { code } => remove(clients, code).await,
        StoreCommand::Catalogue { url } => set_brochure_url(clients, url).await,
    }
}

async fn fetch_all(clients: &Clients) -> Result<Vec<message::Store>> {
    let message = message::ListStoresRequest {};
    let answer = clients
        .content()?
        .list_stores(request(message))
        .await
        .map_err(|status| explain(&status))?;
    Ok(answer.into_inner().stores)
}

async fn find(clients: &Clients, code: &str) -> Result<message::Store> {
    let stores = fetch_all(clients).await?;
    stores
        .into_iter()
        .find(|store| store.code == code)
        .with_context(|| format!("there is no store {code}"))
}

async fn list(clients: &Clients) -> Result<()> {
    let mut rows = vec![
        ["Place", "Code", "Name", "Address", "WhatsApp", "E-mail"]
            .map(str::to_owned)
            .to_vec(),
    ];
    for store in fetch_all(clients).await? {
        rows.push(vec![
            store.position.to_string(),
            store.code,
            Text::from(store.name).en,
            Text::from(store.address).en,
            store.whatsapp,
            store.email,
        ]);
    }
    print_status(&format_table(&rows));
    Ok(())
}

async fn set(clients: &Clients, store: Store) -> Result<()> {
    let message = message::SaveStoreRequest {
        store: Some(store.into()),
        keep_existing: false,
    };
    let answer = clients
        .content()?
        .save_store(request(message))
        .await
        .map_err(|status| explain(&status))?;
    print_status(match answer.into_inner().outcome() {
        SaveOutcome::Created => "added",
        SaveOutcome::Unspecified | SaveOutcome::Changed | SaveOutcome::Kept => "changed",
    });
    Ok(())
}

async fn remove(clients: &Clients, code: String) -> Result<()> {
    let message = message::DeleteStoreRequest { code };
    clients
        .content()?
        .delete_store(request(message))
        .await
        .map_err(|status| explain(&status))?;
    print_status("removed");
    Ok(())
}

async fn set_brochure_url(clients: &Clients, catalogue_url: String) -> Result<()> {
    let message = message::SetCatalogueUrlRequest {
        catalogue_url,
        keep_existing: false,
    };
    clients
        .content()?
        .set_catalogue_url(request(message))
        .await
        .map_err(|status| explain(&status))?;
    print_status("changed");
    Ok(())
}
