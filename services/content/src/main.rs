//! The content service.

use std::process::ExitCode;

use clap::CommandFactory as _;
use content::{Config, DEFINITION, Step, server};

/// A conversion runs before threads start: their stacks would count as its memory.
fn main() -> ExitCode {
    if let Some(step) = step() {
        return match content::convert(step) {
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

/// Returns the step that the arguments ask for, `convert <step>`.
fn step() -> Option<Step> {
    let mut arguments = std::env::args_os().skip(1);
    arguments.next().filter(|first| first == content::CONVERT)?;
    let name = arguments.next()?;
    Step::ALL.into_iter().find(|step| name == step.name())
}

#[tokio::main]
async fn serve() -> anyhow::Result<()> {
    let config: Config = kit::settings::read(Config::command());
    kit::command::run(DEFINITION, &config.service, async || server::build(&config).await).await
}
