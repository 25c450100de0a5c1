//! `cargo xtask staff store`.

use anyhow::Result;
use proto::content::v1::{
    DeleteStoreRequest, ListStoresRequest, SaveOutcome, SaveStoreRequest, SetCatalogueUrlRequest, Store,
};
use toolkit::console::{format_table, print_status};

use super::content::{self, Content, ContentCommand};
use crate::clients::{Clients, call, request};

/// Manage the stores and the address of the brochure.
#[derive(Debug, clap::Subcommand)]
pub enum StoreCommand {
    /// Manage the stores.
    #[command(flatten)]
    Content(ContentCommand),
    /// Set the address of the brochure (the catalogue that customers download).
    Catalogue {
        /// An https address; empty = none.
        url: String,
    },
}

/// Runs the command.
pub(crate) async fn run(clients: &Clients, command: StoreCommand) -> Result<()> {
    match command {
        StoreCommand::Content(command) => content::run::<Store>(clients, command).await,
        StoreCommand::Catalogue { url } => set_brochure_url(clients, url).await,
    }
}

impl Content for Store {
    const NAME: &str = "store";

    fn code(&self) -> &str {
        &self.code
    }

    async fn fetch_all(clients: &Clients) -> Result<Vec<Self>> {
        let answer = call(clients.content()?.list_stores(request(ListStoresRequest {}))).await?;
        Ok(answer.stores)
    }

    fn format_list(stores: Vec<Self>) -> String {
        let rows = stores.into_iter().map(|store| {
            [
                store.position.to_string(),
                store.code,
                store.name.unwrap_or_default().en,
                store.address.unwrap_or_default().en,
                store.whatsapp,
                store.email,
            ]
        });
        format_table(["Place", "Code", "Name", "Address", "WhatsApp", "E-mail"], rows)
    }

    async fn save(self, clients: &Clients) -> Result<SaveOutcome> {
        let message = SaveStoreRequest {
            store: Some(self),
            keep_existing: false,
            is_new: false,
        };
        let answer = call(clients.content()?.save_store(request(message))).await?;
        Ok(answer.outcome())
    }

    async fn remove(clients: &Clients, code: String) -> Result<()> {
        let message = DeleteStoreRequest { code, version: 0 };
        call(clients.content()?.delete_store(request(message))).await?;
        Ok(())
    }
}

async fn set_brochure_url(clients: &Clients, catalogue_url: String) -> Result<()> {
    let message = SetCatalogueUrlRequest {
        catalogue_url,
        keep_existing: false,
        from: None,
    };
    call(clients.content()?.set_catalogue_url(request(message))).await?;
    print_status("changed");
    Ok(())
}
