//! Campaigns.

use std::path::PathBuf;

use anyhow::{Context as _, Result};
use proto::content::v1::{self as message, SaveOutcome};
use time::OffsetDateTime;

use crate::{
    clients::{Clients, explain, request},
    console::{say, table},
    content::{Campaign, Text, date, read, show},
};

/// What to do with the campaigns.
#[derive(Debug, clap::Subcommand)]
pub(crate) enum CampaignCommand {
    /// Show all of them, the soonest to end first.
    List,
    /// Print one as JSON, to be changed and given back to `set`.
    Show {
        /// Its id, as `list` shows it.
        id: i64,
    },
    /// Save one from a file as `show` prints it; `version` in it guards against overwriting what somebody else saved.
    Set {
        /// The JSON file.
        file: PathBuf,
    },
    /// Remove one.
    Remove {
        /// Its id, as `list` shows it.
        id: i64,
    },
}

/// Does it.
pub(crate) async fn run(clients: &Clients, command: CampaignCommand) -> Result<()> {
    match command {
        CampaignCommand::List => list(clients).await,
        CampaignCommand::Show { id } => {
            say(&show(&Campaign::from(find(clients, id).await?))?);
            Ok(())
        }
        CampaignCommand::Set { file } => set(clients, read(&file)?).await,
        CampaignCommand::Remove { id } => remove(clients, id).await,
    }
}

async fn all(clients: &Clients) -> Result<Vec<message::Campaign>> {
    let message = message::ListCampaignsRequest {};
    let answer = clients
        .content()?
        .list_campaigns(request(message))
        .await
        .map_err(|status| explain(&status))?;
    Ok(answer.into_inner().campaigns)
}

async fn find(clients: &Clients, id: i64) -> Result<message::Campaign> {
    let all = all(clients).await?;
    all.into_iter()
        .find(|campaign| campaign.id == id)
        .with_context(|| format!("there is no campaign {id}"))
}

async fn list(clients: &Clients) -> Result<()> {
    let mut rows = vec![
        ["Id", "Code", "Starts", "Ends", "Name"]
            .map(str::to_owned)
            .to_vec(),
    ];
    for campaign in all(clients).await? {
        rows.push(vec![
            campaign.id.to_string(),
            campaign.code,
            campaign.starts_at.as_ref().map(date).unwrap_or_default(),
            campaign.ends_at.as_ref().map(date).unwrap_or_default(),
            Text::from(campaign.name).en,
        ]);
    }
    say(&table(&rows));
    Ok(())
}

/// Without an id it is a new one.
async fn set(clients: &Clients, campaign: Campaign) -> Result<()> {
    let mut content = clients.content()?;
    let campaign = Some(campaign.into_message(OffsetDateTime::now_utc())?);
    if campaign.as_ref().is_some_and(|campaign| campaign.id > 0) {
        let message = message::UpdateCampaignRequest { campaign };
        content
            .update_campaign(request(message))
            .await
            .map_err(|status| explain(&status))?;
        say("changed");
        return Ok(());
    }
    let message = message::CreateCampaignRequest { campaign };
    let answer = content
        .create_campaign(request(message))
        .await
        .map_err(|status| explain(&status))?;
    match answer.into_inner().outcome() {
        SaveOutcome::Kept => anyhow::bail!("there is a campaign with this code; to change it, give its id"),
        SaveOutcome::Unspecified | SaveOutcome::Created | SaveOutcome::Changed => say("added"),
    }
    Ok(())
}

async fn remove(clients: &Clients, id: i64) -> Result<()> {
    let message = message::DeleteCampaignRequest { campaign_id: id };
    clients
        .content()?
        .delete_campaign(request(message))
        .await
        .map_err(|status| explain(&status))?;
    say("removed");
    Ok(())
}
