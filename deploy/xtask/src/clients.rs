//! Calls to the running shop, as its operator.

use std::collections::BTreeMap;

use anyhow::{Context as _, Result, anyhow, bail};
use clap::Parser as _;
use kit::{
    caller::{Caller, CallerKeys, CallerKind},
    domain::Language,
    grpc::client::{Client, on_behalf_of},
};
use local::{Keys, Topology};
use proto::{
    account::v1::account_service_client::AccountServiceClient,
    catalog::v1::catalog_service_client::CatalogServiceClient,
    content::v1::content_service_client::ContentServiceClient,
    inquiry::v1::inquiry_service_client::InquiryServiceClient,
    notification::v1::notification_service_client::NotificationServiceClient,
    order::v1::order_service_client::OrderServiceClient,
};

use crate::{installation::Installation, workspace::Workspace};

/// Where a shop is that `cargo xtask up` does not run: in containers or in a cluster.
#[derive(Debug, clap::Parser)]
struct Elsewhere {
    /// Its services, `catalog=http://localhost:9101,content=…`; missing = the shop that `up` runs.
    #[arg(long, env = "SHOP_SERVICES", value_delimiter = ',', value_parser = name_and_address)]
    services: Vec<(String, String)>,
    /// The keys that sign its callers.
    #[arg(long, env = "CALLER_KEYS", hide_env_values = true)]
    caller_keys: Option<CallerKeys>,
}

fn name_and_address(text: &str) -> Result<(String, String), String> {
    let parts = text.split_once('=');
    let (name, address) = parts.ok_or_else(|| format!("expected name=http://host:port, not {text}"))?;
    Ok((name.to_owned(), address.to_owned()))
}

/// The services of one shop, called as its operator.
pub(crate) struct Clients {
    shop: Shop,
    keys: CallerKeys,
}

enum Shop {
    Local(Box<Topology>),
    Elsewhere(BTreeMap<String, String>),
}

impl Clients {
    /// Of the shop that runs now; where `SHOP_SERVICES` says so, of one elsewhere.
    pub(crate) async fn of_running_shop() -> Result<Self> {
        let elsewhere = Elsewhere::try_parse_from(["xtask"]).context("SHOP_SERVICES cannot be read")?;
        if !elsewhere.services.is_empty() {
            let keys = elsewhere.caller_keys;
            return Ok(Self {
                shop: Shop::Elsewhere(elsewhere.services.into_iter().collect()),
                keys: keys.context("SHOP_SERVICES needs CALLER_KEYS, the keys of that shop")?,
            });
        }
        let installation = Installation::of(&Workspace::find().await?.root)?;
        let keys = installation.keys()?;
        Self::new(installation.running()?.topology(&installation)?, &keys)
    }

    /// Of this shop.
    pub(crate) fn new(topology: Topology, keys: &Keys) -> Result<Self> {
        let keys = keys
            .caller
            .parse()
            .context("the keys that sign callers are not as expected")?;
        Ok(Self {
            shop: Shop::Local(Box::new(topology)),
            keys,
        })
    }

    /// The shop's services with their settings, where they run on this machine.
    pub(crate) fn topology(&self) -> Result<&Topology> {
        match &self.shop {
            Shop::Local(topology) => Ok(topology),
            Shop::Elsewhere(_) => bail!("that is done in the shop itself; see docs/operations/README.md"),
        }
    }

    /// Products.
    pub(crate) fn catalog(&self) -> Result<CatalogServiceClient<Client>> {
        self.client("catalog").map(CatalogServiceClient::new)
    }

    /// Users.
    pub(crate) fn account(&self) -> Result<AccountServiceClient<Client>> {
        self.client("account").map(AccountServiceClient::new)
    }

    /// Orders.
    pub(crate) fn order(&self) -> Result<OrderServiceClient<Client>> {
        self.client("order").map(OrderServiceClient::new)
    }

    /// What visitors asked.
    pub(crate) fn inquiry(&self) -> Result<InquiryServiceClient<Client>> {
        self.client("inquiry").map(InquiryServiceClient::new)
    }

    /// Campaigns, banner texts, projects, stores.
    pub(crate) fn content(&self) -> Result<ContentServiceClient<Client>> {
        self.client("content").map(ContentServiceClient::new)
    }

    /// Mail.
    pub(crate) fn notification(&self) -> Result<NotificationServiceClient<Client>> {
        self.client("notification").map(NotificationServiceClient::new)
    }

    fn client(&self, service: &str) -> Result<Client> {
        let address = match &self.shop {
            Shop::Local(topology) => format!("http://{}", topology.address(service)),
            Shop::Elsewhere(services) => services
                .get(service)
                .with_context(|| format!("SHOP_SERVICES does not say where {service} is"))?
                .clone(),
        };
        Client::new(&address, "xtask", self.keys.clone())
            .with_context(|| format!("{service} cannot be called"))
    }
}

/// A request of the operator.
pub(crate) fn request<T>(message: T) -> tonic::Request<T> {
    on_behalf_of(
        &Caller {
            kind: CallerKind::Staff(None),
            language: Language::En,
        },
        message,
    )
}

/// What a refusal means to the person at the terminal.
pub(crate) fn explain(status: &tonic::Status) -> anyhow::Error {
    match status.code() {
        tonic::Code::DeadlineExceeded | tonic::Code::Unavailable => {
            anyhow!(
                "the shop does not answer ({}); is it running? cargo xtask up",
                status.message()
            )
        }
        code => anyhow!("the shop refused: {} ({code})", status.message()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shop_elsewhere_is_a_list_of_names_and_addresses() {
        assert_eq!(
            name_and_address("catalog=http://localhost:9101"),
            Ok(("catalog".to_owned(), "http://localhost:9101".to_owned()))
        );
        assert!(name_and_address("http://localhost:9101").is_err());
    }

    #[test]
    fn a_service_that_is_not_listed_is_named() {
        let clients = Clients {
            shop: Shop::Elsewhere(BTreeMap::new()),
            keys: "k".repeat(32).parse().unwrap(),
        };
        let refusal = clients.catalog().err().unwrap().to_string();
        assert!(refusal.contains("catalog"), "{refusal}");
        assert!(clients.topology().is_err());
    }
}
