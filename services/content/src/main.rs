//! The content service.

use std::process::ExitCode;

use clap::CommandFactory as _;
use content::{Config, DEFINITION, server};

/// A conversion runs before threads start: their stacks would count as its memory.
fn main() -> ExitCode {
    if std::env::args_os()
        .nth(1)
        .is_some_and(|argument| argument == content::CONVERT)
    {
        return match content::convert() {
            Ok(()) => ExitCode::SUCCESS,
            Err(_) => ExitCode::from(content::EXIT_BROKEN),
        };
    }
    match serve() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            #[expect(clippy::print_stderr, reason = "the error of the program")]
            {
                eprintln!("Error: {error:?}");
            }
            ExitCode::FAILURE
        }
    }
}

#[tokio::main]
async fn serve() -> anyhow::Result<()> {
    let config: Config = kit::settings::read(Config::command());
    kit::command::run(DEFINITION, &config.service, async || server::build(&config).await).await
}
