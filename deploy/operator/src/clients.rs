//! Clients of a running shop's services, signed as its operator.

use std::collections::BTreeMap;

use anyhow::{Context as _, Result, anyhow, bail};
use clap::Parser as _;
use kit::{
    caller::{Caller, CallerKind, CallerSettings, OPERATOR, Signer},
    domain::Language,
    grpc::client::{Client, on_behalf_of},
    settings::GrpcSettings,
};
use local::{Keys, Topology};
use proto::{
    account::v1::{account_service_client::AccountServiceClient, team_service_client::TeamServiceClient},
    catalog::v1::catalog_service_client::CatalogServiceClient,
    content::v1::content_service_client::ContentServiceClient,
    inquiry::v1::{inbox_service_client::InboxServiceClient, inquiry_service_client::InquiryServiceClient},
    notification::v1::notification_service_client::NotificationServiceClient,
    order::v1::{
        desk_order_service_client::DeskOrderServiceClient, order_service_client::OrderServiceClient,
    },
};
use toolkit::installation::Installation;

/// The address of a shop that `cargo xtask up` does not run: in containers or in a cluster.
#[derive(Debug, clap::Parser)]
struct RemoteOptions {
    /// The services, `catalog=http://localhost:9101,content=…`; missing = the shop that `up` runs.
    #[arg(long, env = "SHOP_SERVICES", value_delimiter = ',', value_parser = parse_service)]
    services: Vec<(String, String)>,
    /// The operator's keys at the services.
    #[command(flatten)]
    callers: CallerSettings,
    /// The connections to the services.
    #[command(flatten)]
    grpc: GrpcSettings,
}

fn parse_service(text: &str) -> Result<(String, String), String> {
    let parts = text.split_once('=');
    let (name, address) = parts.ok_or_else(|| format!("expected name=http://host:port, not {text}"))?;
    Ok((name.to_owned(), address.to_owned()))
}

/// Clients of one shop's services, signed as its operator.
pub struct Clients {
    shop: Shop,
    callers: CallerSettings,
    grpc: GrpcSettings,
}

enum Shop {
    Local(Box<Topology>),
    /// Addresses by service.
    Remote(BTreeMap<String, String>),
}

impl Clients {
    /// Returns clients of the shop in `SHOP_SERVICES`, else of the one that `cargo xtask up` runs.
    ///
    /// # Errors
    /// If no shop is running.
    pub fn connect() -> Result<Self> {
        let remote = RemoteOptions::try_parse_from(["xtask"]).context("cannot parse SHOP_SERVICES")?;
        if !remote.services.is_empty() {
            return Ok(Self {
                shop: Shop::Remote(remote.services.into_iter().collect()),
                callers: remote.callers,
                grpc: remote.grpc,
            });
        }
        let installation = Installation::open(&local::checkout_root()?)?;
        let keys = installation.keys()?;
        Self::new(installation.running_shop()?.topology(&installation)?, &keys)
    }

    /// Returns clients of a local shop.
    ///
    /// # Errors
    /// If a derived key is malformed.
    pub fn new(topology: Topology, keys: &Keys) -> Result<Self> {
        let keys = keys.signing(OPERATOR, Topology::operator_calls()).parse()?;
        Ok(Self {
            shop: Shop::Local(Box::new(topology)),
            callers: CallerSettings {
                signing_keys: Some(keys),
                ..CallerSettings::default()
            },
            grpc: GrpcSettings::default(),
        })
    }

    /// The services with their settings; an error for a shop on another machine.
    pub(crate) fn topology(&self) -> Result<&Topology> {
        match &self.shop {
            Shop::Local(topology) => Ok(topology),
            Shop::Remote(_) => bail!("run this command in the shop itself; see docs/operations/README.md"),
        }
    }

    pub(crate) fn catalog(&self) -> Result<CatalogServiceClient<Client>> {
        self.client("catalog").map(Client::rpcs)
    }

    pub(crate) fn account(&self) -> Result<AccountServiceClient<Client>> {
        self.client("account").map(Client::rpcs)
    }

    pub(crate) fn team(&self) -> Result<TeamServiceClient<Client>> {
        self.client("account").map(Client::rpcs)
    }

    pub(crate) fn order(&self) -> Result<OrderServiceClient<Client>> {
        self.client("order").map(Client::rpcs)
    }

    pub(crate) fn desk_orders(&self) -> Result<DeskOrderServiceClient<Client>> {
        self.client("order").map(Client::rpcs)
    }

    pub(crate) fn inbox(&self) -> Result<InboxServiceClient<Client>> {
        self.client("inquiry").map(Client::rpcs)
    }

    pub(crate) fn inquiry(&self) -> Result<InquiryServiceClient<Client>> {
        self.client("inquiry").map(Client::rpcs)
    }

    pub(crate) fn content(&self) -> Result<ContentServiceClient<Client>> {
        self.client("content").map(Client::rpcs)
    }

    pub(crate) fn notification(&self) -> Result<NotificationServiceClient<Client>> {
        self.client("notification").map(Client::rpcs)
    }

    fn client(&self, service: &str) -> Result<Client> {
        let address = match &self.shop {
            Shop::Local(topology) => format!("http://{}", topology.address(service)),
            Shop::Remote(services) => services
                .get(service)
                .with_context(|| format!("SHOP_SERVICES has no address for {service}"))?
                .clone(),
        };
        let signer = Signer::new(OPERATOR, service, &self.callers)?;
        Client::new(&address, signer, &self.grpc).with_context(|| format!("cannot call {service}"))
    }
}

/// Wraps a message into a request with the operator as its caller.
pub(crate) fn request<T>(message: T) -> tonic::Request<T> {
    on_behalf_of(
        &Caller {
            kind: CallerKind::Operator,
            language: Language::En,
        },
        message,
    )
}

/// Returns the answer of a call, or an error for the person at the terminal.
pub(crate) async fn call<T>(
    call: impl Future<Output = Result<tonic::Response<T>, tonic::Status>>,
) -> Result<T> {
    let answer = call.await.map_err(|status| explain(&status))?;
    Ok(answer.into_inner())
}

/// Returns the answer of a call as [`call`], or the error that there is no `record`.
pub(crate) async fn find<T>(
    call: impl Future<Output = Result<tonic::Response<T>, tonic::Status>>,
    record: &str,
) -> Result<T> {
    let answer = call.await.map_err(|status| match status.code() {
        tonic::Code::NotFound => anyhow!("there is no {record}"),
        _ => explain(&status),
    })?;
    Ok(answer.into_inner())
}

/// Converts a status into an error for the person at the terminal.
fn explain(status: &tonic::Status) -> anyhow::Error {
    match status.code() {
        tonic::Code::DeadlineExceeded | tonic::Code::Unavailable => {
            anyhow!(
                "the shop does not answer ({}): see that it is ready, and repeat the command",
                status.message()
            )
        }
        code => anyhow!("the shop rejected the request: {} ({code})", status.message()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parses_a_service_and_its_address() {
        assert_eq!(
            parse_service("catalog=http://localhost:9101"),
            Ok(("catalog".to_owned(), "http://localhost:9101".to_owned()))
        );
        assert!(parse_service("http://localhost:9101").is_err());
    }

    #[test]
    fn error_names_a_service_without_an_address() {
        let clients = Clients {
            shop: Shop::Remote(BTreeMap::new()),
            callers: CallerSettings::default(),
            grpc: GrpcSettings::default(),
        };
        let error = clients.catalog().err().unwrap().to_string();
        assert!(error.contains("catalog"), "{error}");
        assert!(clients.topology().is_err());
    }
}
