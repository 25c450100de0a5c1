//! The contract's document against a real shop: thousands of made-up calls, as nobody, as a customer and as staff.

use std::{
    path::{Path, PathBuf},
    time::Duration,
};

use anyhow::{Context as _, Result, ensure};
use local::Topology;
use serde::Deserialize;
use tokio::process::Command;

use super::{Run, shop::TestShop};
use crate::{
    child::{self, run_shown},
    console::say,
    report::Outcome,
    shop::operate,
};

const INSTALL_DEADLINE: Duration = Duration::from_mins(10);
const CALL_DEADLINE: Duration = Duration::from_mins(1);

const REQUIREMENTS: &str = include_str!("../../tools/schemathesis/requirements.txt");
const RULES: &str = include_str!("../../tools/schemathesis/contract.toml");
const VISITOR: &str = include_str!("../../tools/schemathesis/visitor.py");

/// Who calls.
const VISITORS: [Visitor; 3] = [Visitor::Nobody, Visitor::Customer, Visitor::Staff];

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Visitor {
    Nobody,
    Customer,
    Staff,
}

impl Visitor {
    const fn name(self) -> &'static str {
        match self {
            Self::Nobody => "nobody",
            Self::Customer => "customer",
            Self::Staff => "staff",
        }
    }
}

/// Which calls are made up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Calls {
    /// What they grow from.
    seed: u64,
    bound: Bound,
}

/// When there were enough.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Bound {
    /// At random, so many for each operation, beside those that each of its fields suggests.
    Examples(u32),
    /// As many as so many seconds allow.
    Seconds(u32),
}

impl Calls {
    /// A check that everyone's changes wait for must not depend on chance: the usual calls are always the same, the
    /// long ones new each time, and either grow from the seed where one is given.
    pub(super) fn of(is_long: bool, seed: Option<u64>) -> Self {
        if is_long {
            Self {
                seed: seed.unwrap_or_else(rand::random),
                bound: Bound::Seconds(600),
            }
        } else {
            Self {
                seed: seed.unwrap_or(1),
                bound: Bound::Examples(15),
            }
        }
    }

    fn arguments(self) -> [String; 4] {
        let [name, value] = match self.bound {
            Bound::Examples(count) => ["--max-examples".to_owned(), count.to_string()],
            Bound::Seconds(seconds) => ["--max-time".to_owned(), seconds.to_string()],
        };
        ["--seed".to_owned(), self.seed.to_string(), name, value]
    }

    /// How long they may take on a slow machine.
    fn deadline(self) -> Duration {
        match self.bound {
            Bound::Examples(_) => Duration::from_mins(10),
            Bound::Seconds(seconds) => Duration::from_secs(u64::from(seconds) + 300),
        }
    }
}

/// What proves who a visitor is.
#[derive(Debug, Deserialize)]
struct Tokens {
    session: String,
    xsrf: String,
}

/// Starts a shop and calls it.
pub(crate) async fn run(run: &Run) -> Result<Outcome> {
    let tool = match install(&run.installation.folder().join("tools/schemathesis")).await {
        Ok(tool) => tool,
        Err(error) => {
            return Ok(Outcome::NotRun(format!(
                "schemathesis cannot be installed: {error:#}"
            )));
        }
    };
    // Cookies are named in the document as they are on https.
    let shop = TestShop::start(run, "https", "contract-logs").await?;
    let mut outcome = Ok(());
    for visitor in VISITORS {
        say(&format!(
            "as {}, with the seed {}",
            visitor.name(),
            run.calls.seed
        ));
        outcome = call(run, &tool, &shop, visitor).await;
        if outcome.is_err() {
            break;
        }
    }
    shop.stop().await?;
    outcome.map(|()| Outcome::Passed)
}

async fn call(run: &Run, tool: &Path, shop: &TestShop, visitor: Visitor) -> Result<()> {
    let folder = run.installation.folder().join("contract").join(visitor.name());
    std::fs::create_dir_all(&folder).with_context(|| format!("{} cannot be made", folder.display()))?;
    let mut rules = RULES.to_owned();
    let mut command = python(tool);
    command
        .current_dir(&folder)
        .args([
            "-m",
            "schemathesis.cli",
            "--config-file",
            "schemathesis.toml",
            "run",
        ])
        .arg(run.workspace.root.join("gateway/openapi.json"))
        .args(["--url", &shop.address, "--continue-on-failure"])
        // What an earlier run has found would be called first.
        .args(["--generation-database", "none"])
        .args(run.calls.arguments());
    if visitor != Visitor::Nobody {
        let tokens = sign_in(tool, shop, visitor).await?;
        rules.push_str("\n[auth.openapi.session]\napi_key = \"${SESSION}\"\n");
        rules.push_str("\n[auth.openapi.xsrf]\napi_key = \"${XSRF}\"\n");
        command
            .env("SESSION", tokens.session)
            .env("XSRF", tokens.xsrf)
            // They would end the session that all other calls need.
            .args(["--exclude-operation-id", "sign_out"])
            .args(["--exclude-operation-id", "validate_session"]);
    }
    std::fs::write(folder.join("schemathesis.toml"), rules).context("the rules cannot be written")?;
    run_shown(command, run.calls.deadline()).await
}

async fn sign_in(tool: &Path, shop: &TestShop, visitor: Visitor) -> Result<Tokens> {
    let email = format!("{}@example.com", visitor.name());
    let ask = async |what: &str| {
        let mut command = python(tool);
        command
            .arg(tool.join("visitor.py"))
            .args([what, &shop.address, &email]);
        child::run(what, command, CALL_DEADLINE, |_| {}).await
    };
    ask("register").await?;
    if visitor == Visitor::Staff {
        let services = Topology::new(shop.options.clone()).services();
        let account = services
            .iter()
            .find(|spec| spec.name == "account")
            .context("the shop has no service account")?;
        operate(account, &["staff", "grant", &email]).await?;
    }
    serde_json::from_str(&ask("sign-in").await?).context("the session cannot be read")
}

fn python(tool: &Path) -> Command {
    let mut command = Command::new("python3");
    command.env("PYTHONPATH", tool).env("PYTHONUTF8", "1");
    command
}

/// Installs the pinned packages into the folder, once.
async fn install(folder: &Path) -> Result<PathBuf> {
    let is_pinned =
        |file: &str, text: &str| std::fs::read_to_string(folder.join(file)).is_ok_and(|there| there == text);
    if is_pinned("requirements.txt", REQUIREMENTS) && is_pinned("visitor.py", VISITOR) {
        return Ok(folder.to_owned());
    }
    say(&format!(
        "installing schemathesis into {} (once)",
        folder.display()
    ));
    if folder.exists() {
        std::fs::remove_dir_all(folder).with_context(|| format!("{} cannot be removed", folder.display()))?;
    }
    std::fs::create_dir_all(folder).with_context(|| format!("{} cannot be made", folder.display()))?;
    let pinned = folder.with_extension("txt");
    std::fs::write(&pinned, REQUIREMENTS).context("the requirements cannot be written")?;
    let mut pip = Command::new("python3");
    pip.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check"])
        .args([
            "--no-deps",
            "--require-hashes",
            "--only-binary",
            ":all:",
            "--target",
        ])
        .arg(folder)
        .arg("--requirement")
        .arg(&pinned);
    child::run("installing schemathesis", pip, INSTALL_DEADLINE, |_| {}).await?;
    ensure!(
        folder.join("schemathesis").is_dir(),
        "pip has installed no schemathesis"
    );
    // Last, for they say that all of it is there.
    std::fs::write(folder.join("visitor.py"), VISITOR).context("visitor.py cannot be written")?;
    std::fs::write(folder.join("requirements.txt"), REQUIREMENTS)
        .context("the requirements cannot be written")?;
    Ok(folder.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_usual_calls_are_always_the_same_and_the_long_ones_are_new() {
        assert_eq!(Calls::of(false, None), Calls::of(false, None));
        assert_ne!(Calls::of(true, None), Calls::of(true, None));
        assert_eq!(Calls::of(true, Some(7)), Calls::of(true, Some(7)));
        assert_ne!(Calls::of(false, Some(7)), Calls::of(false, None));
    }
}
