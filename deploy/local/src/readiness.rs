//! Whether a service is ready to serve.

use std::time::Duration;

use tonic_health::pb::{
    HealthCheckRequest, health_check_response::ServingStatus, health_client::HealthClient,
};

const DEADLINE: Duration = Duration::from_secs(2);

/// How a service is asked whether it is ready.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Readiness {
    /// By the health rpc of gRPC, at this `host:port`.
    Grpc(String),
    /// By this address, which answers 200.
    Http(String),
}

impl Readiness {
    /// Asks once.
    pub async fn is_ready(&self) -> bool {
        let answer = async {
            match self {
                Self::Grpc(address) => serves_grpc(address).await,
                Self::Http(url) => reqwest::get(url)
                    .await
                    .is_ok_and(|response| response.status() == reqwest::StatusCode::OK),
            }
        };
        tokio::time::timeout(DEADLINE, answer).await.unwrap_or(false)
    }
}

async fn serves_grpc(address: &str) -> bool {
    let Ok(endpoint) = tonic::transport::Endpoint::from_shared(format!("http://{address}")) else {
        return false;
    };
    let Ok(channel) = endpoint.connect().await else {
        return false;
    };
    let request = HealthCheckRequest {
        service: String::new(),
    };
    let answer = HealthClient::new(channel).check(request).await;
    answer.is_ok_and(|answer| answer.into_inner().status() == ServingStatus::Serving)
}
