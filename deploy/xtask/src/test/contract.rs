//! Tests a running shop against the OpenAPI document with schemathesis: thousands of generated calls, anonymous, as a
//! customer and as an owner at the desk. Staff have no rights of their own in the shop, where they are customers.

use std::{fmt::Write as _, path::Path, time::Duration};

use anyhow::{Context as _, Result};
use local::Topology;
use serde::Deserialize;
use tokio::process::Command;
use toolkit::{command, console::print_status, python, report::Outcome, services::run_subcommand};

use super::{TestRun, steps::flaky_tests, test_shop::TestShop};

const VISITOR_TIMEOUT: Duration = Duration::from_mins(1);

const REQUIREMENTS: &str = include_str!("../../tools/schemathesis/requirements.txt");
const CONFIG: &str = include_str!("../../tools/schemathesis/contract.toml");
const VISITOR: &str = include_str!("../../tools/schemathesis/visitor.py");
const HOOKS: &str = include_str!("../../tools/schemathesis/hooks.py");

/// Visitors of the shop, one after another: they have the limits of one address.
const IN_SHOP: [Visitor; 2] = [Visitor::Anonymous, Visitor::Customer];

/// Visitors of the desk, beside those of the shop.
const AT_DESK: [Visitor; 1] = [Visitor::Owner];

/// Paths of the desk, whose calls need a session of its own.
const DESK: &str = "^/api/v1.0/desk/";

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Visitor {
    Anonymous,
    Customer,
    /// An owner who is signed in to the desk.
    Owner,
}

impl Visitor {
    const fn name(self) -> &'static str {
        match self {
            Self::Anonymous => "anonymous",
            Self::Customer => "customer",
            Self::Owner => "owner",
        }
    }

    /// Random calls per operation in a short run: fewer at the desk, which has twice as many operations as the shop.
    const fn examples(self) -> u32 {
        match self {
            Self::Owner => 5,
            _ => 15,
        }
    }
}

/// How calls are generated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct CallGeneration {
    /// The seed of the random generator.
    seed: u64,
    limit: Limit,
}

/// The limit on generated calls.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Limit {
    /// Few calls per operation, in addition to those derived from its fields.
    Examples,
    /// A time in seconds.
    Seconds(u32),
}

impl CallGeneration {
    /// Uses a fixed seed by default, so that the check of every change is deterministic, and a random one for a long run.
    pub(super) fn new(is_long: bool, seed: Option<u64>) -> Self {
        if is_long {
            Self {
                seed: seed.unwrap_or_else(rand::random),
                limit: Limit::Seconds(600),
            }
        } else {
            Self {
                seed: seed.unwrap_or(1),
                limit: Limit::Examples,
            }
        }
    }

    fn arguments(self, visitor: Visitor) -> [String; 4] {
        let [name, value] = match self.limit {
            Limit::Examples => ["--max-examples".to_owned(), visitor.examples().to_string()],
            Limit::Seconds(seconds) => ["--max-time".to_owned(), seconds.to_string()],
        };
        ["--seed".to_owned(), self.seed.to_string(), name, value]
    }

    /// The timeout on a slow machine.
    fn timeout(self) -> Duration {
        match self.limit {
            Limit::Examples => Duration::from_mins(10),
            Limit::Seconds(seconds) => Duration::from_secs(u64::from(seconds) + 300),
        }
    }
}

/// The tokens of a session.
#[derive(Debug, Deserialize)]
struct Tokens {
    session: String,
    xsrf: String,
}

/// Starts a shop and runs schemathesis as each visitor.
pub(crate) async fn run(run: &TestRun) -> Result<Outcome> {
    let tool = run.installation.folder().join("tools/schemathesis");
    if let Err(error) = install(&tool).await {
        return Ok(Outcome::NotRun(format!("cannot install schemathesis: {error:#}")));
    }
    // The document has the cookie names of https.
    let shop = TestShop::start(run, "https", "contract-logs").await?;
    let (in_shop, at_desk) = tokio::join!(
        call_in_order(run, &tool, &shop, &IN_SHOP),
        call_in_order(run, &tool, &shop, &AT_DESK)
    );
    shop.stop().await?;
    let mut flaky = in_shop?;
    flaky.extend(at_desk?);
    Ok(Outcome::passed_with(flaky))
}

/// Runs schemathesis as visitors one after another. The output of each is printed at its end, as others run meanwhile.
/// Returns the calls that passed at the second attempt.
async fn call_in_order(
    run: &TestRun,
    tool: &Path,
    shop: &TestShop,
    visitors: &[Visitor],
) -> Result<Vec<String>> {
    let mut flaky = Vec::new();
    for visitor in visitors {
        let mut output = format!("as {}, seed {}\n", visitor.name(), run.call_generation.seed);
        let result = call(run, tool, shop, *visitor, &mut output).await;
        print_status(&output);
        result?;
        flaky.extend(flaky_tests(&output));
    }
    Ok(flaky)
}

/// Runs schemathesis as a visitor, and adds what it prints to the output.
async fn call(
    run: &TestRun,
    tool: &Path,
    shop: &TestShop,
    visitor: Visitor,
    output: &mut String,
) -> Result<()> {
    let folder = run.installation.folder().join("contract").join(visitor.name());
    std::fs::create_dir_all(&folder).with_context(|| format!("cannot create {}", folder.display()))?;
    let mut config = CONFIG.to_owned();
    let mut command = python(tool);
    command
        .current_dir(&folder)
        .env("SCHEMATHESIS_HOOKS", tool.join("hooks.py"))
        .args([
            "-m",
            "schemathesis.cli",
            "--config-file",
            "schemathesis.toml",
            "run",
        ])
        .arg(run.workspace.root.join("gateway/openapi.json"))
        .args(["--url", &shop.address, "--continue-on-failure"])
        // The database would repeat the failures of earlier runs first.
        .args(["--generation-database", "none"])
        .args(run.call_generation.arguments(visitor));
    if visitor != Visitor::Anonymous {
        let tokens = sign_in(tool, shop, visitor).await?;
        let scheme = match visitor {
            Visitor::Owner => "desk",
            _ => "session",
        };
        let _ = write!(
            config,
            "\n[auth.openapi.{scheme}]\napi_key = \"${{SESSION}}\"\n\n[auth.openapi.xsrf]\napi_key = \"${{XSRF}}\"\n"
        );
        command.env("SESSION", tokens.session).env("XSRF", tokens.xsrf);
    }
    if visitor == Visitor::Owner {
        command.args(["--include-path-regex", DESK]);
    } else {
        command.args(["--exclude-path-regex", DESK]);
    }
    // These operations end the session that all other calls use.
    let ended_by: &[&str] = match visitor {
        Visitor::Anonymous => &[],
        Visitor::Customer => &["sign_out", "validate_session"],
        Visitor::Owner => &["sign_in_to_desk", "sign_out_of_desk", "validate_desk_session"],
    };
    for operation in ended_by {
        command.args(["--exclude-operation-id", operation]);
    }
    std::fs::write(folder.join("schemathesis.toml"), config).context("cannot write schemathesis.toml")?;
    let label = format!("schemathesis as {}", visitor.name());
    let run = command::capture(&label, command, run.call_generation.timeout(), |line| {
        let _ = writeln!(output, "{line}");
    });
    run.await.map(|_| ())
}

async fn sign_in(tool: &Path, shop: &TestShop, visitor: Visitor) -> Result<Tokens> {
    let email = format!("{}@example.com", visitor.name());
    let run_visitor = async |action: &str| {
        let mut command = python(tool);
        command
            .arg(tool.join("visitor.py"))
            .args([action, &shop.address, &email]);
        command::capture(action, command, VISITOR_TIMEOUT, |_| {}).await
    };
    run_visitor("register").await?;
    if visitor == Visitor::Owner {
        let services = Topology::new(shop.options.clone()).services();
        let account = services
            .iter()
            .find(|spec| spec.name == "account")
            .context("the shop has no service account")?;
        run_subcommand(account, &["staff", "grant", &email]).await?;
    }
    let action = if visitor == Visitor::Owner {
        "enter-desk"
    } else {
        "sign-in"
    };
    serde_json::from_str(&run_visitor(action).await?).context("cannot parse the session")
}

fn python(tool: &Path) -> Command {
    let mut command = Command::new("python3");
    command.env("PYTHONPATH", tool).env("PYTHONUTF8", "1");
    command
}

/// Installs the pinned packages unless they are installed.
async fn install(folder: &Path) -> Result<()> {
    python::install_packages("schemathesis", folder, REQUIREMENTS).await?;
    for (name, text) in [("visitor.py", VISITOR), ("hooks.py", HOOKS)] {
        std::fs::write(folder.join(name), text).with_context(|| format!("cannot write {name}"))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_long_runs_have_a_random_default_seed() {
        assert_eq!(CallGeneration::new(false, None), CallGeneration::new(false, None));
        assert_ne!(CallGeneration::new(true, None), CallGeneration::new(true, None));
        assert_eq!(
            CallGeneration::new(true, Some(7)),
            CallGeneration::new(true, Some(7))
        );
        assert_ne!(
            CallGeneration::new(false, Some(7)),
            CallGeneration::new(false, None)
        );
    }
}
