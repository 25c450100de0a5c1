//! `cargo xtask staff campaign`.

use std::path::PathBuf;

use anyhow::{Context as _, Result};
use proto::content::v1::{self as message, SaveOutcome};
use time::OffsetDateTime;
use toolkit::console::{format_table, print_status};

use crate::{
    clients::{Clients, call, request},
    content_json::{Campaign, Text, format_time, read_file, to_json},
};

/// Manage the campaigns.
#[derive(Debug, clap::Subcommand)]
pub enum CampaignCommand {
    /// List all, the soonest to end first.
    List,
    /// Print one as JSON, the format that `set` reads.
    Show {
        /// The id, as printed by `list`.
        id: i64,
    },
    /// Save one from a JSON file; its `version` prevents overwriting somebody else's change.
    Set {
        /// The JSON file, in the format that `show` prints.
        file: PathBuf,
    },
    /// Remove one.
    Remove {
        /// The id, as printed by `list`.
        id: i64,
    },
}

/// Runs the command.
pub(crate) async fn run(clients: &Clients, command: CampaignCommand) -> Result<()> {
    match command {
        CampaignCommand::List => list(clients).await,
        CampaignCommand::Show { id } => {
            print_status(&to_json(&Campaign::from(find(clients, id).await?))?);
            Ok(())
        }
        CampaignCommand::Set { file } => set(clients, read_file(&file)?).await,
        CampaignCommand::Remove { id } => remove(clients, id).await,
    }
}

async fn fetch_all(clients: &Clients) -> Result<Vec<message::Campaign>> {
    let message = message::ListCampaignsRequest {};
    let answer = call(clients.content()?.list_campaigns(request(message))).await?;
    Ok(answer.campaigns)
}

async fn find(clients: &Clients, id: i64) -> Result<message::Campaign> {
    let campaigns = fetch_all(clients).await?;
    campaigns
        .into_iter()
        .find(|campaign| campaign.id == id)
        .with_context(|| format!("there is no campaign {id}"))
}

async fn list(clients: &Clients) -> Result<()> {
    let rows = fetch_all(clients).await?.into_iter().map(|campaign| {
        [
            campaign.id.to_string(),
            campaign.code,
            campaign.starts_at.as_ref().map(format_time).unwrap_or_default(),
            campaign.ends_at.as_ref().map(format_time).unwrap_or_default(),
            Text::from(campaign.name).en,
        ]
    });
    print_status(&format_table(["Id", "Code", "Starts", "Ends", "Name"], rows));
    Ok(())
}

/// Creates the campaign, or updates it if it has an id.
async fn set(clients: &Clients, campaign: Campaign) -> Result<()> {
    let mut content = clients.content()?;
    let campaign = Some(campaign.into_message(OffsetDateTime::now_utc())?);
    if campaign.as_ref().is_some_and(|campaign| campaign.id > 0) {
        let message = message::UpdateCampaignRequest { campaign };
        call(content.update_campaign(request(message))).await?;
        print_status("changed");
        return Ok(());
    }
    let message = message::CreateCampaignRequest { campaign };
    let answer = call(content.create_campaign(request(message))).await?;
    match answer.outcome() {
        SaveOutcome::Kept => anyhow::bail!("a campaign with this code exists; set its id to change it"),
        SaveOutcome::Unspecified | SaveOutcome::Created | SaveOutcome::Changed => print_status("added"),
    }
    Ok(())
}

async fn remove(clients: &Clients, id: i64) -> Result<()> {
    let message = message::DeleteCampaignRequest { campaign_id: id };
    call(clients.content()?.delete_campaign(request(message))).await?;
    print_status("removed");
    Ok(())
}
