//! Calls to the running shop, as its operator.

use anyhow::{Context as _, Result, anyhow};
use kit::{
    caller::{Caller, CallerKeys, CallerKind},
    domain::Language,
    grpc::client::{Client, on_behalf_of},
};
use local::{Keys, Topology};
use proto::{
    account::v1::account_service_client::AccountServiceClient,
    catalog::v1::catalog_service_client::CatalogServiceClient,
    inquiry::v1::inquiry_service_client::InquiryServiceClient,
    order::v1::order_service_client::OrderServiceClient,
};

use crate::{installation::Installation, workspace::Workspace};

/// The services of one shop, called as its operator.
pub(crate) struct Clients {
    topology: Topology,
    keys: CallerKeys,
}

impl Clients {
    /// Of the shop that runs now.
    pub(crate) async fn of_running_shop() -> Result<Self> {
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
        Ok(Self { topology, keys })
    }

    /// The shop's services with their settings.
    pub(crate) fn topology(&self) -> &Topology {
        &self.topology
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

    fn client(&self, service: &str) -> Result<Client> {
        let address = format!("http://{}", self.topology.address(service));
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
