//! The primary of PostgreSQL dies while the shop is read and customers write: no read fails, no acknowledged order is lost,
//! and carts and orders are soon back.

use std::{
    sync::atomic::{AtomicBool, Ordering},
    time::{Duration, Instant},
};

use anyhow::{Context as _, Result, bail, ensure};

use super::{
    load::{Kind, Load, Plan, Write, keep},
    pods,
    postgres::{self, CLUSTER, HEALTHY, States},
    rollout,
};
use crate::kubectl::Kubectl;

/// The longest time without a successful change of a cart, and without a new order, over all customers. The operations
/// documentation promises it.
const MAX_OUTAGE: Duration = Duration::from_secs(15);

/// Time of load before the primary is killed, and after the cluster is healthy again.
const MARGIN: Duration = Duration::from_secs(10);

/// Time in which another server becomes the primary and the cluster healthy.
const FAILOVER_TIMEOUT: Duration = Duration::from_mins(3);

/// Orders of a buyer: the default limits of the shop for an account, in an hour and unpaid. All buyers stay below the limit of
/// an address, of 100 orders in an hour; a second run in the hour needs a higher `ORDERS_PER_ADDRESS_HOUR`.
const PLAN: Plan = Plan {
    name: "failover",
    event: "during the failover",
    orders: 20,
    interval: Duration::from_secs(2),
};

/// Kills the primary under load, and checks reads, writes and orders.
///
/// # Errors
/// Before the kill: if there is no healthy cluster of `CloudNativePG` with a replica, or the shop refuses an order. After it: if
/// a read failed, writes were away too long, an acknowledged order is missing or doubled, or the cluster is not healthy.
pub(super) async fn check(kubectl: &Kubectl, url: &str) -> Result<String> {
    let primary = postgres::healthy_primary(kubectl).await?;
    let http = rollout::client()?;
    let mut load = Load::prepare(&http, url, PLAN)
        .await
        .context("before the primary was killed")?;

    let (started, stopped) = (Instant::now(), AtomicBool::new(false));
    let kill = async {
        let result = fail_over(kubectl, &primary, started).await;
        stopped.store(true, Ordering::Relaxed);
        result
    };
    let (results, failover) = tokio::join!(load.run(started, &stopped), kill);
    let failover = failover?;

    let mut problems: Vec<_> = failover.problem.iter().cloned().collect();
    let reads = keep(&mut problems, results.reads.summary());
    let outages = Kind::ALL.map(|kind| keep(&mut problems, outage(&results.writes, kind, failover.killed)));
    if outages.contains(&None) {
        problems.extend(
            results
                .last_failure
                .map(|failure| format!("last failed write: {failure}")),
        );
    }
    let acknowledged = load.check_orders(&mut problems).await;
    match (reads, outages) {
        (Some(reads), [Some(carts), Some(orders)]) if problems.is_empty() => Ok(format!(
            "{}; carts away for {:.1} s, orders for {:.1} s; reads: {reads}; {acknowledged} orders acknowledged, all there",
            failover.describe(&primary),
            carts.as_secs_f64(),
            orders.as_secs_f64(),
        )),
        _ => bail!("{}\n{}", failover.describe(&primary), problems.join("\n")),
    }
}

/// A failover.
#[derive(Debug)]
struct Failover {
    /// Time from the start of the load to the kill.
    killed: Duration,
    /// The next primary, and the time from the kill until it was seen.
    next: Option<(String, Duration)>,
    /// Why the cluster is not healthy again, if it is not.
    problem: Option<String>,
}

impl Failover {
    fn describe(&self, killed: &str) -> String {
        self.next.as_ref().map_or_else(
            || format!("{killed} killed"),
            |(next, after)| format!("{killed} killed, {next} is primary after {} s", after.as_secs()),
        )
    }
}

/// Kills the primary after 10 s, waits until another one has replaced it and the cluster is healthy, at most 3 minutes, and 10 s
/// more.
async fn fail_over(kubectl: &Kubectl, primary: &str, started: Instant) -> Result<Failover> {
    tokio::time::sleep(MARGIN).await;
    let killed = Instant::now();
    kubectl.run(&pods::kill(primary)).await?;
    let mut failover = Failover {
        killed: killed.duration_since(started),
        next: None,
        problem: None,
    };
    let mut phase = String::new();
    let healthy = until_healthy(kubectl, primary, killed, &mut failover.next, &mut phase);
    if let Ok(result) = tokio::time::timeout(FAILOVER_TIMEOUT, healthy).await {
        result?;
    } else {
        let seconds = FAILOVER_TIMEOUT.as_secs();
        failover.problem = Some(match failover.next {
            Some(_) => format!("after {seconds} s the cluster {CLUSTER} is: {phase}"),
            None => format!("after {seconds} s {primary} is still the primary"),
        });
    }
    tokio::time::sleep(MARGIN).await;
    Ok(failover)
}

/// Waits until another server is the primary and the cluster healthy; notes the first other primary and the last phase.
async fn until_healthy(
    kubectl: &Kubectl,
    primary: &str,
    killed: Instant,
    next: &mut Option<(String, Duration)>,
    phase: &mut String,
) -> Result<()> {
    let mut states = States::watch(kubectl)?;
    loop {
        let status = states.next().await?;
        if next.is_none() && status.has_other_primary(primary) {
            *next = Some((status.current_primary, killed.elapsed()));
        }
        if next.is_some() && status.phase == HEALTHY {
            return Ok(());
        }
        *phase = status.phase;
    }
}

/// Returns the longest time between the ends of consecutive successes, over all customers. A failure after the last success
/// counts as an end, too.
fn longest_gap(writes: &[Write], kind: Kind) -> Duration {
    let of_kind = || writes.iter().filter(|write| write.kind == kind);
    let mut ends: Vec<_> = of_kind()
        .filter(|write| write.succeeded)
        .map(|write| write.ended)
        .collect();
    ends.extend(of_kind().map(|write| write.ended).max());
    ends.sort_unstable();
    ends.iter()
        .zip(ends.iter().skip(1))
        .map(|(one, next)| next.saturating_sub(*one))
        .max()
        .unwrap_or_default()
}

/// Returns how long writes of a kind were away.
///
/// # Errors
/// If none succeeded before the kill or after it, or they were away longer than [`MAX_OUTAGE`].
fn outage(writes: &[Write], kind: Kind, killed: Duration) -> Result<Duration> {
    let name = kind.plural();
    let mut succeeded = writes
        .iter()
        .filter(|write| write.kind == kind && write.succeeded);
    ensure!(
        succeeded.clone().any(|write| write.ended < killed),
        "{name}: no write succeeded before the kill"
    );
    ensure!(
        succeeded.any(|write| write.started > killed),
        "{name}: no write succeeded after the kill"
    );
    let gap = longest_gap(writes, kind);
    ensure!(
        gap <= MAX_OUTAGE,
        "{name} were away for {:.1} s, longer than {} s",
        gap.as_secs_f64(),
        MAX_OUTAGE.as_secs()
    );
    Ok(gap)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn write(kind: Kind, ended: u64, succeeded: bool) -> Write {
        Write {
            kind,
            started: Duration::from_millis(1_000 * ended - 500),
            ended: Duration::from_secs(ended),
            succeeded,
        }
    }

    /// Carts that change at these seconds.
    fn carts(seconds: &[u64]) -> Vec<Write> {
        seconds
            .iter()
            .map(|ended| write(Kind::Cart, *ended, true))
            .collect()
    }

    #[test]
    fn longest_gap_is_between_successes_of_a_kind_over_all_customers() {
        let gap = |writes: &[Write]| longest_gap(writes, Kind::Cart).as_secs();
        assert_eq!(gap(&[]), 0);
        assert_eq!(gap(&carts(&[5])), 0);
        // The writes of a customer follow those of another one.
        let mut writes = carts(&[1, 4, 20, 2, 12]);
        assert_eq!(gap(&writes), 8);
        writes.push(write(Kind::Cart, 8, false));
        writes.push(write(Kind::Order, 8, true));
        assert_eq!(gap(&writes), 8);
        writes.push(write(Kind::Cart, 19, true));
        assert_eq!(gap(&writes), 8);
        writes.push(write(Kind::Cart, 8, true));
        assert_eq!(gap(&writes), 7);
    }

    #[test]
    fn failure_after_the_last_success_ends_a_gap() {
        let mut writes = carts(&[1, 2]);
        writes.push(write(Kind::Cart, 12, false));
        assert_eq!(longest_gap(&writes, Kind::Cart).as_secs(), 10);
    }

    #[test]
    fn outage_needs_successes_before_and_after_the_kill_and_ends_in_15_s() {
        let killed = Duration::from_secs(10);
        let outage = |seconds: &[u64]| {
            let result = outage(&carts(seconds), Kind::Cart, killed);
            result.map(|gap| gap.as_secs()).map_err(|error| error.to_string())
        };
        assert_eq!(outage(&[9, 24]), Ok(15));
        assert_eq!(
            outage(&[9, 25]).unwrap_err(),
            "carts were away for 16.0 s, longer than 15 s"
        );
        assert_eq!(
            outage(&[12, 13]).unwrap_err(),
            "carts: no write succeeded before the kill"
        );
        assert_eq!(
            outage(&[8, 9]).unwrap_err(),
            "carts: no write succeeded after the kill"
        );
    }
}
