//! The rpcs of inquiry about designs. The rates are the same for all users, so they are requested anonymously and cached.

use std::sync::Arc;

use kit::{
    caller::Caller,
    grpc::{Client, client::on_behalf_of},
};
use proto::inquiry::v1::{
    GetRatesRequest, GetRatesResponse, PriceDesignRequest, PriceDesignResponse,
    design_service_client::DesignServiceClient,
};
use tonic::{Response, Status};

use super::CacheSettings;
use crate::cache::{Cache, Entry, Topic};

/// Client with a cache of the rates.
pub(crate) struct DesignClient {
    rpcs: DesignServiceClient<Client>,
    caller: Caller,
    rates: Cache<(), GetRatesResponse>,
}

impl DesignClient {
    pub(super) fn new(rpcs: DesignServiceClient<Client>, caller: Caller, cache: &CacheSettings) -> Self {
        Self {
            rpcs,
            caller,
            rates: cache.cache("rates", 64),
        }
    }

    /// Returns the rates of the price book in force.
    pub(crate) async fn get_rates(&self) -> Result<Arc<Entry<GetRatesResponse>>, Status> {
        let fetch = || async {
            let request = on_behalf_of(&self.caller, GetRatesRequest {});
            let response = self.rpcs.clone().get_rates(request).await;
            response.map(Response::into_inner)
        };
        self.rates.get_or_fetch((), |_| vec![Topic::Rates], fetch).await
    }

    /// Checks a design and prices it; the texts are in the caller's language.
    pub(crate) async fn price_design(
        &self,
        caller: &Caller,
        request: PriceDesignRequest,
    ) -> Result<PriceDesignResponse, Status> {
        let request = on_behalf_of(caller, request);
        let response = self.rpcs.clone().price_design(request).await;
        response.map(Response::into_inner)
    }
}
