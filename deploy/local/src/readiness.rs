//! Readiness checks of services.

use std::time::Duration;

use tonic_health::pb::{
    HealthCheckRequest, health_check_response::ServingStatus, health_client::HealthClient,
};

const TIMEOUT: Duration = Duration::from_secs(2);

/// The readiness check of a service.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Readiness {
    /// The gRPC health rpc at this `host:port`.
    Grpc(String),
    /// A URL that returns 200.
    Http(String),
}

impl Readiness {
    /// Checks once, for at most 2 s.
    pub async fn is_ready(&self) -> bool {
        crate::install_crypto();
        let check = async {
            match self {
                Self::Grpc(address) => is_serving_grpc(address).await,
                Self::Http(url) => reqwest::get(url)
                    .await
                    .is_ok_and(|response| response.status() == reqwest::StatusCode::OK),
            }
        };
        tokio::time::timeout(TIMEOUT, check).await.unwrap_or(false)
    }
}

async fn is_serving_grpc(address: &str) -> bool {
    let Ok(endpoint) = tonic::transport::Endpoint::from_shared(format!("http://{address}")) else {
        return false;
    };
    let Ok(channel) = endpoint.connect().await else {
        return false;
    };
    let request = HealthCheckRequest {
        service: String::new(),
    };
    let response = HealthClient::new(channel).check(request).await;
    response.is_ok_and(|response| response.into_inner().status() == ServingStatus::Serving)
}
