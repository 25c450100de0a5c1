//! The health check of the images, which contain no shell: exits with 0 if the container's service is ready.

use std::{net::SocketAddr, process::ExitCode};

use clap::Parser;
use local::Readiness;

/// Check whether the service in this container is ready.
#[derive(Debug, Parser)]
struct Arguments {
    /// The address that the service listens on.
    #[arg(long, env = "LISTEN")]
    listen: SocketAddr,
    /// Check over HTTP, for the gateway.
    #[arg(long)]
    http: bool,
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let address = format!("127.0.0.1:{}", arguments.listen.port());
    let readiness = if arguments.http {
        Readiness::Http(format!("http://{address}/health/ready"))
    } else {
        Readiness::Grpc(address)
    };
    if readiness.is_ready().await {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}
