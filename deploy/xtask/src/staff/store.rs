//! Stores, and where the catalogue is.

use std::path::PathBuf;

use anyhow::{Context as _, Result};
use proto::content::v1::{self as message, SaveOutcome};

use crate::{
    clients::{Clients, explain, request},
    console::{say, table},
    content::{Store, Text, read, show},
};

/// What to do with the stores.
#[derive(Debug, clap::Subcommand)]
pub(crate) enum StoreCommand {
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
    /// Say where the catalogue is that customers download.
    Catalogue {
        /// An https address; empty = nowhere.
        url: String,
    },
}

/// Does it.
pub(crate) async fn run(clients: &Clients, command: StoreCommand) -> Result<()> {
    match command {
        StoreCommand::List => list(clients).await,
        StoreCommand::Show { code } => {
            say(&show(&Store::from(find(clients, &code).await?))?);
            Ok(())
        }
        StoreCommand::Set { file } => set(clients, read(&file)?).await,
        StoreCommand::Remove { code } => remove(clients, code).await,
        StoreCommand::Catalogue { url } => set_catalogue(clients, url).await,
    }
}

async fn all(clients: &Clients) -> Result<Vec<message::Store>> {
    let message = message::ListStoresRequest {};
    let answer = clients
        .content()?
        .list_stores(request(message))
        .await
        .map_err(|status| explain(&status))?;
    Ok(answer.into_inner().stores)
}

async fn find(clients: &Clients, code: &str) -> Result<message::Store> {
    let all = all(clients).await?;
    all.into_iter()
        .find(|store| store.code == code)
        .with_context(|| format!("there is no store {code}"))
}

async fn list(clients: &Clients) -> Result<()> {
    let mut rows = vec![
        ["Place", "Code", "Name", "Address", "WhatsApp", "E-mail"]
            .map(str::to_owned)
            .to_vec(),
    ];
    for store in all(clients).await? {
        rows.push(vec![
            store.position.to_string(),
            store.code,
            Text::from(store.name).en,
            Text::from(store.address).en,
            store.whatsapp,
            store.email,
        ]);
    }
    say(&table(&rows));
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
    say(match answer.into_inner().outcome() {
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
    say("removed");
    Ok(())
}

async fn set_catalogue(clients: &Clients, catalogue_url: String) -> Result<()> {
    let message = message::SetCatalogueUrlRequest {
        catalogue_url,
        keep_existing: false,
    };
    clients
        .content()?
        .set_catalogue_url(request(message))
        .await
        .map_err(|status| explain(&status))?;
    say("changed");
    Ok(())
}
