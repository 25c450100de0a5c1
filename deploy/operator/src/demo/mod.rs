//! `cargo xtask seed --demo`: a team at the desk with a week of quotes, offers and orders.
//!
//! Each person calls the gateway with a session of their own, so that roles, rules, audit and mails are those of real work.

mod offers;
mod orders;
mod play;
mod quotes;
mod script;
mod team;
mod visitor;

use std::{collections::BTreeMap, path::Path, time::Duration};

use anyhow::{Context as _, Result, ensure};
use reqwest::Method;
use serde_json::Value;
use toolkit::{console::print_status, installation::Installation};

use self::team::Team;
use crate::clients::Clients;

/// Number of times that the desk is asked for what follows from events, and the pause between.
const TRIES: u32 = 20;
const PAUSE: Duration = Duration::from_millis(500);

/// Numbers of the demo's quotes, offers and orders.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// Quotes by status.
    pub quotes: BTreeMap<String, usize>,
    /// Latest revisions and their predecessors by state.
    pub offers: BTreeMap<String, usize>,
    /// Orders by status.
    pub orders: BTreeMap<String, usize>,
}

/// Fills the shop that `cargo xtask up` runs, and prints once how its team signs in.
///
/// # Errors
/// If no shop runs, the shop sends mail to a mail server, the shop is on another machine, or it refuses a call.
pub async fn run() -> Result<()> {
    let root = local::checkout_root()?;
    let clients = Clients::connect()?;
    clients.topology()?;
    let shop = Installation::open(&root)?.running_shop()?;
    ensure!(
        !shop.sends_mail,
        "this shop sends mail to a mail server, and the people of the demo do not exist; start it without SMTP_URL"
    );
    let Some(demo) = fill(&clients, &root, &shop.public_url).await? else {
        print_status(
            "seed: the demo is there already; nothing is changed (cargo xtask up --fresh starts over)",
        );
        return Ok(());
    };
    print_status(&demo.to_string());
    Ok(())
}

/// The filled demo.
pub struct Demo {
    team: Team,
    /// Number of each quote, and the status in which it ends.
    quotes: Vec<(String, String)>,
    summary: Summary,
    shop: String,
}

impl Demo {
    /// Returns what the desk showed after the last step.
    pub const fn summary(&self) -> &Summary {
        &self.summary
    }

    /// Counts again what the desk shows.
    ///
    /// # Errors
    /// If the desk does not answer, or a quote is not in the status in which its script ends.
    pub async fn count(&self) -> Result<Summary> {
        summarize(&self.team, &self.quotes).await
    }
}

/// The counts, and how the team signs in.
impl std::fmt::Display for Demo {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let line = |counts: &BTreeMap<String, usize>| {
            let parts: Vec<_> = counts
                .iter()
                .map(|(name, count)| format!("{count} {name}"))
                .collect();
            parts.join(", ")
        };
        writeln!(formatter, "seed: quotes: {}", line(&self.summary.quotes))?;
        writeln!(formatter, "seed: offers: {}", line(&self.summary.offers))?;
        writeln!(formatter, "seed: orders: {}", line(&self.summary.orders))?;
        writeln!(
            formatter,
            "the desk: {}/desk; add the secrets to an authenticator app by hand (TOTP). They are shown only now and stored \
             nowhere else:",
            self.shop
        )?;
        formatter.write_str(&self.team.credentials())
    }
}

/// Adds the demo to a local shop; `None` if it is there already.
///
/// # Errors
/// If the files are invalid or the shop refuses a call. What was added before stays.
pub async fn fill(clients: &Clients, root: &Path, shop: &str) -> Result<Option<Demo>> {
    if team::exists(clients, root).await? {
        return Ok(None);
    }
    let scripts = script::read(root)?;
    let products = quotes::products(clients).await?;
    print_status("seed: the demo's team");
    let team = team::create(clients, root, shop).await?;
    print_status(&format!("seed: {} quotes", scripts.len()));
    let mut numbers = Vec::new();
    for (index, script) in scripts.iter().enumerate() {
        let number = quotes::play(&team, shop, &products, index, script).await;
        let number =
            number.with_context(|| format!("quote {} of quotes.json, {}", index + 1, script.name))?;
        numbers.push((number, script.ends.clone()));
    }
    let summary = summarize(&team, &numbers).await?;
    Ok(Some(Demo {
        team,
        quotes: numbers,
        summary,
        shop: shop.to_owned(),
    }))
}

/// Makes a new account with this e-mail the owner of a local shop, and returns its password. The second factor is not set up.
///
/// # Errors
/// If the shop refuses a call.
pub async fn create_owner(clients: &Clients, shop: &str, email: &str) -> Result<String> {
    team::create_owner(clients, shop, email).await
}

/// Counts the quotes with their offers and orders at the desk.
///
/// # Errors
/// If a quote does not reach the status in which its script ends.
async fn summarize(team: &Team, numbers: &[(String, String)]) -> Result<Summary> {
    let owner = &team.owner()?.visitor;
    let mut summary = Summary::default();
    for (number, ends) in numbers {
        let quote = settled(owner, number, ends).await?;
        *summary.quotes.entry(ends.clone()).or_default() += 1;
        for offer in items(&quote, "offers") {
            *summary
                .offers
                .entry(text(offer, "state")?.to_owned())
                .or_default() += 1;
        }
        for entry in items(&quote, "timeline") {
            let Some(order) = entry.pointer("/detail/orderNumber").and_then(Value::as_str) else {
                continue;
            };
            let order = owner
                .desk(Method::GET, &format!("orders/{order}"), &Value::Null)
                .await?;
            *summary
                .orders
                .entry(text(&order, "status")?.to_owned())
                .or_default() += 1;
        }
    }
    Ok(summary)
}

/// Waits for what follows from events, at most 10 s, and returns the quote.
async fn settled(owner: &visitor::Visitor, number: &str, ends: &str) -> Result<Value> {
    let path = format!("quotes/{number}");
    for _ in 0..TRIES {
        let quote = owner.desk(Method::GET, &path, &Value::Null).await?;
        if quote.get("status").and_then(Value::as_str) == Some(ends) {
            return Ok(quote);
        }
        tokio::time::sleep(PAUSE).await;
    }
    anyhow::bail!("the quote {number} does not become {ends}")
}

/// Returns a text of an answer.
fn text<'a>(value: &'a Value, name: &str) -> Result<&'a str> {
    value
        .get(name)
        .and_then(Value::as_str)
        .with_context(|| format!("the answer has no {name}"))
}

/// Returns the items of an array of an answer; none if it is missing.
fn items<'a>(value: &'a Value, name: &str) -> impl Iterator<Item = &'a Value> {
    value.get(name).and_then(Value::as_array).into_iter().flatten()
}
