//! Each service restarts while the shop is read, and no request fails.

use std::{
    sync::atomic::{AtomicBool, Ordering},
    time::{Duration, Instant},
};

use anyhow::{Context as _, Result, bail, ensure};
use futures::future::join_all;

use super::pods::{self, NAMESPACE, Service};
use crate::kubectl::Kubectl;

/// Requests that are sent at the same time.
const READERS: usize = 4;

/// Pause of a reader between two requests; four readers send up to 40 requests each second.
const PAUSE: Duration = Duration::from_millis(100);
const DEADLINE: Duration = Duration::from_secs(10);

/// The longest wait of a call of kubectl, which is killed after five minutes.
const CALL_TIMEOUT: Duration = Duration::from_mins(4);

/// A page and a list; they reach the gateway, catalog and content. The readiness is not among them: a stopping gateway
/// says that it is not ready, and serves.
pub(super) const PATHS: [&str; 2] = ["/", "/api/v1.0/products?page=1&limit=12"];

/// Failures that the error shows.
const SHOWN_FAILURES: usize = 5;

/// The results of a reader's requests.
#[derive(Debug, Default)]
pub(super) struct Requests {
    succeeded: u64,
    failed: u64,
    /// The first failures.
    shown: Vec<String>,
}

impl Requests {
    fn fail(&mut self, failure: String) {
        self.failed += 1;
        if self.shown.len() < SHOWN_FAILURES {
            self.shown.push(failure);
        }
    }

    pub(super) fn add(mut self, other: Self) -> Self {
        self.succeeded += other.succeeded;
        self.failed += other.failed;
        self.shown.extend(other.shown);
        self.shown.truncate(SHOWN_FAILURES);
        self
    }

    /// Describes the requests.
    ///
    /// # Errors
    /// If one failed, or none was sent.
    pub(super) fn summary(&self) -> Result<String> {
        let (sent, failed) = (self.succeeded + self.failed, self.failed);
        ensure!(
            failed == 0,
            "{failed} of {sent} requests failed: {}",
            self.shown.join("; ")
        );
        ensure!(sent > 0, "no request was sent");
        Ok(format!("{sent} requests, 0 failed"))
    }
}

/// Restarts the services one after the other, each while readers send requests.
pub(super) async fn check(kubectl: &Kubectl, services: &[Service], url: &str) -> Result<String> {
    let http = client()?;
    let mut all = Requests::default();
    for service in services {
        let event = format!("while {} restarted", service.name);
        let (requests, restarted) = read_during(&http, url, &event, restart(kubectl, service)).await;
        restarted?;
        all = all.add(requests);
    }
    Ok(format!(
        "{} services restarted, {}",
        services.len(),
        all.summary()?
    ))
}

/// Sends requests to the shop at an address without a slash at its end while a change is made.
pub(super) async fn read_during<T>(
    http: &reqwest::Client,
    url: &str,
    event: &str,
    change: impl Future<Output = T>,
) -> (Requests, T) {
    let urls = PATHS.map(|path| format!("{url}{path}"));
    let stopped = AtomicBool::new(false);
    let readers = join_all((0..READERS).map(|_| read(http, &urls, event, &stopped)));
    let change = async {
        let result = change.await;
        stopped.store(true, Ordering::Relaxed);
        result
    };
    let (requests, result) = tokio::join!(readers, change);
    (
        requests.into_iter().fold(Requests::default(), Requests::add),
        result,
    )
}

/// Restarts a service, and waits until its stopping pods are gone, as they serve until then.
async fn restart(kubectl: &Kubectl, service: &Service) -> Result<()> {
    let deployment = format!("deployment/{}", service.name);
    let restart = ["rollout", "restart", &deployment, "--namespace", NAMESPACE];
    kubectl.run(&restart).await?;
    wait_until_complete(kubectl, &service.name, Instant::now() + CALL_TIMEOUT).await?;
    pods::wait_until_stopped(kubectl, &service.name).await
}

/// Waits until a deployment's rollout is complete.
///
/// # Errors
/// If it is not by the deadline, or a pod made no progress for as long as the deployment allows.
pub(super) async fn wait_until_complete(kubectl: &Kubectl, name: &str, deadline: Instant) -> Result<()> {
    let deployment = format!("deployment/{name}");
    loop {
        let left = deadline.saturating_duration_since(Instant::now());
        // A limit of 0 s would be none.
        let seconds = left.min(CALL_TIMEOUT).as_secs().max(1);
        let timeout = format!("--timeout={seconds}s");
        let status = [
            "rollout",
            "status",
            &deployment,
            "--namespace",
            NAMESPACE,
            &timeout,
        ];
        let output = kubectl.call(&status, "").await?;
        if output.code == 0 {
            return Ok(());
        }
        if !is_timeout(&output.stderr) || Instant::now() >= deadline {
            bail!("{deployment}: {}", output.stderr.trim());
        }
    }
}

/// Whether kubectl's error says that its `--timeout` has passed.
fn is_timeout(error: &str) -> bool {
    ["timed out waiting", "context deadline exceeded"]
        .iter()
        .any(|text| error.contains(text))
}

/// Creates a client whose requests have a deadline of 10 s.
pub(super) fn client() -> Result<reqwest::Client> {
    local::install_crypto();
    reqwest::Client::builder()
        .timeout(DEADLINE)
        .build()
        .context("cannot create an HTTP client")
}

/// Requests the URLs in turn until stopped. The failures name the event, such as "while cart restarted".
pub(super) async fn read(
    http: &reqwest::Client,
    urls: &[String],
    event: &str,
    stopped: &AtomicBool,
) -> Requests {
    let mut requests = Requests::default();
    for url in urls.iter().cycle() {
        if stopped.load(Ordering::Relaxed) {
            break;
        }
        match http.get(url).send().await {
            Ok(response) if response.status().is_success() => requests.succeeded += 1,
            Ok(response) => requests.fail(format!("{url} {event}: {}", response.status())),
            Err(error) => requests.fail(format!("{url} {event}: {error:#}")),
        }
        tokio::time::sleep(PAUSE).await;
    }
    requests
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exceeded_progress_deadline_is_no_timeout() {
        assert!(is_timeout("error: timed out waiting for the condition\n"));
        assert!(!is_timeout(
            "error: deployment \"cart\" exceeded its progress deadline\n"
        ));
    }

    #[test]
    fn summary_fails_with_the_first_failures_or_without_requests() {
        assert!(Requests::default().summary().is_err());
        let mut requests = Requests {
            succeeded: 3,
            ..Requests::default()
        };
        assert_eq!(requests.summary().unwrap(), "3 requests, 0 failed");
        for number in 0..9 {
            requests.fail(format!("/: {number}"));
        }
        let error = requests
            .add(Requests::default())
            .summary()
            .unwrap_err()
            .to_string();
        assert!(error.starts_with("9 of 12 requests failed: /: 0; "), "{error}");
        assert!(!error.contains("/: 5"), "{error}");
    }
}
