//! `cargo xtask staff campaign`.

use std::path::PathBuf;

use anyhow::{Context as _, Result};
use prost_types::Timestamp;
use proto::content::v1::{self as message, Campaign, SaveOutcome};
use toolkit::console::{format_table, print_status};

use crate::{
    clients::{Clients, call, request},
    json,
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
            print_status(&json::format(&find(clients, id).await?)?);
            Ok(())
        }
        CampaignCommand::Set { file } => set(clients, json::read_message(&file)?).await,
        CampaignCommand::Remove { id } => remove(clients, id).await,
    }
}

async fn fetch_all(clients: &Clients) -> Result<Vec<Campaign>> {
    let message = message::ListCampaignsRequest {};
    let answer = call(clients.content()?.list_campaigns(request(message))).await?;
    Ok(answer.campaigns)
}

async fn find(clients: &Clients, id: i64) -> Result<Campaign> {
    let campaigns = fetch_all(clients).await?;
    campaigns
        .into_iter()
        .find(|campaign| campaign.id == id)
        .with_context(|| format!("there is no campaign {id}"))
}

async fn list(clients: &Clients) -> Result<()> {
    let time = |time: Option<Timestamp>| time.map(|time| time.to_string()).unwrap_or_default();
    let rows = fetch_all(clients).await?.into_iter().map(|campaign| {
        [
            campaign.id.to_string(),
            campaign.code,
            time(campaign.starts_at),
            time(campaign.ends_at),
            campaign.name.unwrap_or_default().en,
        ]
    });
    print_status(&format_table(["Id", "Code", "Starts", "Ends", "Name"], rows));
    Ok(())
}

/// Creates the campaign, or updates it if it has an id.
async fn set(clients: &Clients, campaign: Campaign) -> Result<()> {
    let mut content = clients.content()?;
    let is_existing = campaign.id > 0;
    let campaign = Some(campaign);
    if is_existing {
        let message = message::UpdateCampaignRequest { campaign };
        call(content.update_campaign(request(message))).await?;
        print_status("changed");
        return Ok(());
    }
    let message = message::CreateCampaignRequest {
        campaign,
        ..message::CreateCampaignRequest::default()
    };
    let answer = call(content.create_campaign(request(message))).await?;
    match answer.outcome() {
        SaveOutcome::Kept => anyhow::bail!("a campaign with this code exists; set its id to change it"),
        SaveOutcome::Unspecified | SaveOutcome::Created | SaveOutcome::Changed => print_status("added"),
    }
    Ok(())
}

async fn remove(clients: &Clients, id: i64) -> Result<()> {
    let message = message::DeleteCampaignRequest {
        campaign_id: id,
        version: 0,
    };
    call(clients.content()?.delete_campaign(request(message))).await?;
    print_status("removed");
    Ok(())
}
