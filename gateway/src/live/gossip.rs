//! Messages between the replicas about presence.

use std::{sync::Arc, time::Duration};

use async_nats::Client;
use kit::domain::FamilyId;
use serde::{Deserialize, Serialize};
use time::OffsetDateTime;

use super::{
    Live, Update, lock,
    presence::{MAX_ENTRIES, Report},
};

/// The subject of all messages. The stream of events does not store it.
pub(crate) const SUBJECT: &str = "gateway.presence";

/// Maximum size of a message in bytes.
const MAX_SIZE: usize = 512 * 1024;

/// Interval of messages without a change.
const INTERVAL: Duration = Duration::from_secs(15);

/// Delay of a message, in which more changes join it.
const DELAY: Duration = Duration::from_millis(100);

/// A message of a replica.
#[derive(Debug, Serialize, Deserialize)]
struct Message {
    report: Report,
    /// Sessions with the second until which they are valid.
    renewals: Vec<(FamilyId, i64)>,
}

/// Tells the other replicas of changes at this one, until dropped.
pub(crate) async fn run(live: Arc<Live>, client: Client) -> std::convert::Infallible {
    let mut was_told = false;
    loop {
        // The interval also removes lapsed entries.
        let _ = tokio::time::timeout(INTERVAL, live.to_tell.notified()).await;
        tokio::time::sleep(DELAY).await;
        let (lapsed, report) = {
            let mut presence = lock(&live.presence);
            (presence.sweep(), presence.report())
        };
        live.announce(lapsed);
        let renewals: Vec<_> = std::mem::take(&mut *lock(&live.renewals))
            .into_iter()
            .map(|(family, until)| (family, until.unix_timestamp()))
            .collect();
        let is_empty = report.online.is_empty() && report.looks.is_empty() && renewals.is_empty();
        if is_empty && !was_told {
            continue;
        }
        was_told = !is_empty;
        let Ok(message) = serde_json::to_vec(&Message { report, renewals }) else {
            continue;
        };
        if let Err(error) = client.publish(SUBJECT, message.into()).await {
            tracing::debug!(%error, "presence was not published");
        }
    }
}

impl Live {
    /// Applies a message of another replica; returns whether it is well-formed.
    pub(crate) fn hear(&self, payload: &[u8]) -> bool {
        let message = (payload.len() <= MAX_SIZE).then(|| serde_json::from_slice::<Message>(payload));
        let Some(Ok(message)) = message else {
            return false;
        };
        let changed = lock(&self.presence).apply(message.report);
        self.announce(changed);
        for (family, until) in message.renewals.into_iter().take(MAX_ENTRIES) {
            if let Ok(until) = OffsetDateTime::from_unix_timestamp(until) {
                self.send(Update::Renewed(family, until));
            }
        }
        true
    }
}
