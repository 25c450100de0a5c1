//! `cargo xtask staff promo`.

use std::path::PathBuf;

use anyhow::{Context as _, Result};
use proto::content::v1::{self as message, SaveOutcome};
use toolkit::console::{format_table, print_status};

use crate::{
    clients::{Clients, explain, request},
    content_json::{Promo, Text, read_file, to_json},
};

/// Manage the texts of the banner.
#[derive(Debug, clap::Subcommand)]
pub enum PromoCommand {
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
pub(crate) async fn run(clients: &Clients, command: PromoCommand) -> Result<()> {
    match command {
        PromoCommand::List => list(clients).await,
        PromoCommand::Show { code } => {
            print_status(&to_json(&Promo::from(find(clients, &code).await?))?);
            Ok(())
        }
        PromoCommand::Set { file } => set(clients, read_file(&file)?).await,
        PromoCommand::Remove { code } => remove(clients, code).await,
    }
}

async fn fetch_all(clients: &Clients) -> Result<Vec<message::Promo>> {
    let message = message::ListPromosRequest {};
    let answer = clients
        .content()?
        .list_promos(request(message))
        .await
        .map_err(|status| explain(&status))?;
    Ok(answer.into_inner().promos)
}

async fn find(clients: &Clients, code: &str) -> Result<message::Promo> {
    let promos = fetch_all(clients).await?;
    promos
        .into_iter()
        .find(|promo| promo.code == code)
        .with_context(|| format!("there is no banner text {code}"))
}

async fn list(clients: &Clients) -> Result<()> {
    let mut rows = vec![["Place", "Code", "az", "ru", "en"].map(str::to_owned).to_vec()];
    for promo in fetch_all(clients).await? {
        let text = Text::from(promo.text);
        rows.push(vec![
            promo.position.to_string(),
            promo.code,
            text.az,
            text.ru,
            text.en,
        ]);
    }
    print_status(&format_table(&rows));
    Ok(())
}

async fn set(clients: &Clients, promo: Promo) -> Result<()> {
    let message = message::SavePromoRequest {
        promo: Some(promo.into()),
        keep_existing: false,
    };
    let answer = clients
        .content()?
        .save_promo(request(message))
        .await
        .map_err(|status| explain(&status))?;
    print_status(match answer.into_inner().outcome() {
        SaveOutcome::Created => "added",
        SaveOutcome::Unspecified | SaveOutcome::Changed | SaveOutcome::Kept => "changed",
    });
    Ok(())
}

async fn remove(clients: &Clients, code: String) -> Result<()> {
    let message = message::DeletePromoRequest { code };
    clients
        .content()?
        .delete_promo(request(message))
        .await
        .map_err(|status| explain(&status))?;
    print_status("removed");
    Ok(())
}
