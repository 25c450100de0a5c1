//! Asks the service in the same container whether it is ready: the answer is the exit code. An image of a service holds
//! nothing else that could ask.

use std::{net::SocketAddr, process::ExitCode};

use clap::Parser;
use local::Readiness;

/// Ask the service that listens in this container whether it is ready.
#[derive(Debug, Parser)]
struct Arguments {
    /// Where it listens, as it was told itself.
    #[arg(long, env = "LISTEN")]
    listen: SocketAddr,
    /// It is the gateway, which answers over HTTP.
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
