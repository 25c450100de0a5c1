//! Texts of the banner.

use std::path::PathBuf;

use anyhow::{Context as _, Result};
use proto::content::v1::{self as message, SaveOutcome};

use crate::{
    clients::{Clients, explain, request},
    console::{say, table},
    content::{Promo, Text, read, show},
};

/// What to do with the texts of the banner.
#[derive(Debug, clap::Subcommand)]
pub(crate) enum PromoCommand {
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
pub(crate) async fn run(clients: &Clients, command: PromoCommand) -> Result<()> {
    match command {
        PromoCommand::List => list(clients).await,
        PromoCommand::Show { code } => {
            say(&show(&Promo::from(find(clients, &code).await?))?);
            Ok(())
        }
        PromoCommand::Set { file } => set(clients, read(&file)?).await,
        PromoCommand::Remove { code } => remove(clients, code).await,
    }
}

async fn all(clients: &Clients) -> Result<Vec<message::Promo>> {
    let message = message::ListPromosRequest {};
    let answer = clients
        .content()?
        .list_promos(request(message))
        .await
        .map_err(|status| explain(&status))?;
    Ok(answer.into_inner().promos)
}

async fn find(clients: &Clients, code: &str) -> Result<message::Promo> {
    let all = all(clients).await?;
    all.into_iter()
        .find(|promo| promo.code == code)
        .with_context(|| format!("there is no banner text {code}"))
}

async fn list(clients: &Clients) -> Result<()> {
    let mut rows = vec![["Place", "Code", "az", "ru", "en"].map(str::to_owned).to_vec()];
    for promo in all(clients).await? {
        rows.push({
            let text = Text::from(promo.text);
            vec![promo.position.to_string(), promo.code, text.az, text.ru, text.en]
        });
    }
    say(&table(&rows));
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
    say(match answer.into_inner().outcome() {
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
    say("removed");
    Ok(())
}
