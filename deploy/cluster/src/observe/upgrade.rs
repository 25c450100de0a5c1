//! The shop is upgraded and rolled back while it is read and customers write, and no request fails.

use std::{
    collections::BTreeMap,
    sync::atomic::{AtomicBool, Ordering},
    time::{Duration, Instant},
};

use anyhow::{Context as _, Result, bail, ensure};
use local::Topology;
use toolkit::console::print_status;

use super::{
    Steps,
    load::{Kind, Load, Plan, Results, Write, keep},
    pods::{self, NAMESPACE},
    postgres::{self, CLUSTER},
    rollout,
};
use crate::{
    kubectl::Kubectl,
    manifests::{self, Object},
};

/// Time of load before the objects are applied, and after the rollouts are complete.
const MARGIN: Duration = Duration::from_secs(10);

/// Time in which all deployments replace their pods.
const ROLLOUT_TIMEOUT: Duration = Duration::from_mins(15);

/// The pod of a PostgreSQL without `CloudNativePG`.
const SINGLE_SERVER: &str = "postgres-0";

/// The numbers of the newest migrations of a service and of the kit, separated by `|`.
const MIGRATIONS: &str = "select (select coalesce(max(version), 0) from _sqlx_migrations where success), \
                          (select coalesce(max(version), 0) from kit_migrations where success)";

/// Two versions of a shop.
#[derive(Debug)]
pub(crate) struct Versions {
    /// The version that runs.
    pub(crate) previous: Vec<Object>,
    /// The same objects with other images.
    pub(crate) next: Vec<Object>,
}

impl Versions {
    /// Returns the names of the deployments that differ.
    fn deployments(&self) -> Vec<&str> {
        let pairs = self.previous.iter().zip(&self.next);
        pairs
            .filter(|(previous, next)| previous.kind == "Deployment" && previous.text != next.text)
            .map(|(previous, _)| previous.name.as_str())
            .collect()
    }
}

/// The shop to upgrade.
#[derive(Debug)]
pub(crate) struct Upgrade<'a> {
    pub(crate) kubectl: &'a Kubectl,
    /// The shop's address without a slash at its end.
    pub(crate) url: &'a str,
    pub(crate) versions: &'a Versions,
    /// Whether the shop limits the orders of an account and of an address, as it does by default.
    pub(crate) has_order_limits: bool,
}

impl Upgrade<'_> {
    /// Upgrades the shop under load, and rolls it back; returns whether no step failed. A version that an interrupted upgrade left
    /// is rolled back before.
    ///
    /// # Errors
    /// If the previous version does not run, or takes no orders.
    pub(crate) async fn run(&self) -> Result<bool> {
        let Versions { previous, next } = self.versions;
        let deployments = self.versions.deployments();
        ensure!(!deployments.is_empty(), "no deployment has another image");
        print_status("waiting until the previous version runs");
        self.roll_out(previous, &deployments).await?;
        let upgrade = self.prepare("upgrade", "during the upgrade").await?;

        let mut steps = Steps::default();
        steps
            .run("upgrade", self.observe(next, &deployments, upgrade))
            .await;
        steps
            .run("rollback", async {
                match self.prepare("rollback", "during the rollback").await {
                    Ok(load) => self.observe(previous, &deployments, load).await,
                    Err(error) => {
                        self.roll_out(previous, &deployments).await?;
                        Err(error.context("rolled back without load"))
                    }
                }
            })
            .await;
        print_status(&steps.report.summary_with_counts());
        Ok(steps.report.has_no_failure())
    }

    /// Registers the customers of a load; each buyer places a first order.
    async fn prepare(&self, name: &'static str, event: &'static str) -> Result<Load> {
        let plan = plan(name, event, self.has_order_limits);
        Load::prepare(&rollout::client()?, self.url, plan)
            .await
            .with_context(|| format!("the shop takes no orders at {}", self.url))
    }

    /// Applies a version under load, and checks reads, writes and orders; describes them and the migrations.
    ///
    /// # Errors
    /// If a rollout is not complete in time, a request failed, or an acknowledged order is missing or doubled.
    async fn observe(&self, version: &[Object], deployments: &[&str], mut load: Load) -> Result<String> {
        let mut problems = Vec::new();
        let before = keep(&mut problems, self.schemas().await);
        let (started, stopped) = (Instant::now(), AtomicBool::new(false));
        let change = async {
            tokio::time::sleep(MARGIN).await;
            let applied = Instant::now();
            let result = self.roll_out(version, deployments).await;
            let seconds = applied.elapsed().as_secs();
            tokio::time::sleep(MARGIN).await;
            stopped.store(true, Ordering::Relaxed);
            (result, seconds)
        };
        let (results, (rolled_out, seconds)) = tokio::join!(load.run(started, &stopped), change);

        keep(&mut problems, rolled_out);
        let reads = keep(&mut problems, results.reads.summary());
        let writes = keep(&mut problems, summarize_writes(&results));
        let orders = load.check_orders(&mut problems).await;
        let after = keep(&mut problems, self.schemas().await);

        let mut lines = vec![format!("{} deployments in {seconds} s", deployments.len())];
        lines.extend(reads.map(|reads| format!("reads: {reads}")));
        lines.extend(writes.map(|writes| format!("writes: {writes}")));
        if let (Some(before), Some(after)) = (before, after) {
            lines.push(format!("migrations: {}", describe_migrations(&before, &after)));
        }
        if problems.is_empty() {
            lines.push(format!("{orders} orders acknowledged, each there once"));
            Ok(lines.join("\n"))
        } else {
            lines.push(format!("{orders} orders acknowledged"));
            lines.extend(problems);
            bail!("{}", lines.join("\n"))
        }
    }

    /// Applies a version, and waits until only its pods are left, as stopping pods serve. The deployments follow one another: the
    /// nodes share the processors of one machine, which cannot start all pods beside the load.
    async fn roll_out(&self, version: &[Object], deployments: &[&str]) -> Result<()> {
        let deadline = Instant::now() + ROLLOUT_TIMEOUT;
        let (changed, others): (Vec<_>, Vec<_>) = version
            .iter()
            .cloned()
            .partition(|object| object.kind == "Deployment" && deployments.contains(&object.name.as_str()));
        manifests::apply(self.kubectl, &others).await?;
        for deployment in changed {
            let name = deployment.name.clone();
            manifests::apply(self.kubectl, &[deployment]).await?;
            rollout::wait_until_complete(self.kubectl, &name, deadline).await?;
        }
        for name in deployments {
            pods::wait_until_stopped(self.kubectl, name).await?;
        }
        Ok(())
    }

    /// Asks PostgreSQL for the schema of each service with a database.
    async fn schemas(&self) -> Result<BTreeMap<&'static str, Schema>> {
        let is_cluster = |object: &Object| object.kind == "Cluster" && object.name == CLUSTER;
        let server = if self.versions.previous.iter().any(is_cluster) {
            postgres::healthy_primary(self.kubectl).await?
        } else {
            SINGLE_SERVER.to_owned()
        };
        let mut schemas = BTreeMap::new();
        for database in Topology::databases() {
            let name = format!("--dbname={database}");
            let query = [
                "exec",
                &server,
                "--namespace",
                NAMESPACE,
                "--container=postgres",
                "--",
                "psql",
                "--username=postgres",
                &name,
                "--no-psqlrc",
                "--no-align",
                "--tuples-only",
                "--command",
                MIGRATIONS,
            ];
            let answer = self.kubectl.run(&query).await?;
            let schema = Schema::parse(&answer)
                .with_context(|| format!("psql printed no migrations of {database}: {answer:?}"))?;
            schemas.insert(database, schema);
        }
        Ok(schemas)
    }
}

/// Plans a load. With the default limits two loads stay below the 100 orders of an address in an hour; without limits the two
/// buyers order for twelve minutes.
const fn plan(name: &'static str, event: &'static str, has_limits: bool) -> Plan {
    let (orders, interval) = if has_limits { (12, 10) } else { (240, 3) };
    Plan {
        name,
        event,
        orders,
        interval: Duration::from_secs(interval),
    }
}

/// Describes the attempts to write.
///
/// # Errors
/// If one failed, or no attempt of a kind succeeded.
fn summarize_writes(results: &Results) -> Result<String> {
    let writes = &results.writes;
    let failed = || writes.iter().filter(|write| !write.succeeded);
    if let (Some(first), Some(last)) = (
        failed().map(|write| write.started).min(),
        failed().map(|write| write.ended).max(),
    ) {
        bail!(
            "{} of {} attempts to write failed, {:.1} to {:.1} s after the start of the load; the last: {}",
            failed().count(),
            writes.len(),
            first.as_secs_f64(),
            last.as_secs_f64(),
            results.last_failure.as_deref().unwrap_or_default()
        );
    }
    for kind in Kind::ALL {
        ensure!(
            writes.iter().any(|write: &Write| write.kind == kind),
            "{}: no write was sent",
            kind.plural()
        );
    }
    Ok(format!("{} attempts, 0 failed", writes.len()))
}

/// The numbers of the newest applied migrations of a database; 0 without any.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Schema {
    service: i64,
    /// The kit's tables have migrations of their own.
    kit: i64,
}

impl Schema {
    /// Parses the answer to [`MIGRATIONS`].
    fn parse(answer: &str) -> Option<Self> {
        let (service, kit) = answer.trim().split_once('|')?;
        Some(Self {
            service: service.parse().ok()?,
            kit: kit.parse().ok()?,
        })
    }
}

/// Lists the databases with new migrations, such as `content 10 -> 11, content (kit) 8 -> 9`.
fn describe_migrations(before: &BTreeMap<&str, Schema>, after: &BTreeMap<&str, Schema>) -> String {
    let mut changes = Vec::new();
    for (database, new) in after {
        let Some(old) = before.get(database) else {
            continue;
        };
        for (suffix, old, new) in [("", old.service, new.service), (" (kit)", old.kit, new.kit)] {
            if old != new {
                changes.push(format!("{database}{suffix} {old} -> {new}"));
            }
        }
    }
    if changes.is_empty() {
        "none".to_owned()
    } else {
        changes.join(", ")
    }
}

#[cfg(test)]
mod tests {
    use super::{super::rollout::Requests, *};

    fn objects(image: &str) -> Vec<Object> {
        manifests::parse(&format!(
            "kind: Deployment\nmetadata:\n  name: cart\nimage: {image}\n---\nkind: CronJob\nmetadata:\n  name: seed\nimage: \
             {image}\n---\nkind: Deployment\nmetadata:\n  name: probes\n"
        ))
    }

    fn results(succeeded: &[(Kind, bool)]) -> Results {
        let write = |(index, (kind, succeeded)): (usize, &(Kind, bool))| {
            let started = Duration::from_secs(u64::try_from(index).unwrap());
            Write {
                kind: *kind,
                started,
                ended: started + Duration::from_millis(500),
                succeeded: *succeeded,
            }
        };
        Results {
            reads: Requests::default(),
            writes: succeeded.iter().enumerate().map(write).collect(),
            last_failure: Some("orders: no response".to_owned()),
        }
    }

    #[test]
    fn deployments_with_another_image_are_rolled_out() {
        let versions = Versions {
            previous: objects("storefront/cart:dev"),
            next: objects("storefront/cart:dev-next"),
        };
        assert_eq!(versions.deployments(), ["cart"]);
    }

    #[test]
    fn two_limited_loads_stay_below_the_orders_of_an_address() {
        let plan = plan("upgrade", "during the upgrade", true);
        assert!(2 * super::super::load::BUYERS * plan.orders <= 100);
    }

    #[test]
    fn failed_attempt_to_write_is_an_error_with_count_and_time() {
        let (ok, failed) = ((Kind::Cart, true), (Kind::Order, false));
        assert_eq!(
            summarize_writes(&results(&[ok, (Kind::Order, true)])).unwrap(),
            "2 attempts, 0 failed"
        );
        assert_eq!(
            summarize_writes(&results(&[ok, failed, ok, failed, ok]))
                .unwrap_err()
                .to_string(),
            "2 of 5 attempts to write failed, 1.0 to 3.5 s after the start of the load; the last: orders: no response"
        );
        assert_eq!(
            summarize_writes(&results(&[ok])).unwrap_err().to_string(),
            "orders: no write was sent"
        );
    }

    #[test]
    fn parses_the_numbers_of_migrations() {
        let schema = Schema { service: 20, kit: 9 };
        assert_eq!(Schema::parse("20|9\n"), Some(schema));
        for answer in ["", "20", "20|", "a|b"] {
            assert_eq!(Schema::parse(answer), None, "{answer:?}");
        }
    }

    #[test]
    fn describes_new_migrations_of_services_and_of_the_kit() {
        let schemas =
            |content: Schema| BTreeMap::from([("cart", Schema { service: 4, kit: 9 }), ("content", content)]);
        let before = schemas(Schema { service: 10, kit: 8 });
        assert_eq!(describe_migrations(&before, &before), "none");
        let after = schemas(Schema { service: 11, kit: 9 });
        assert_eq!(
            describe_migrations(&before, &after),
            "content 10 -> 11, content (kit) 8 -> 9"
        );
    }
}
