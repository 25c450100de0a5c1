//! Staff members as customers see them.

use std::time::Duration;

use kit::domain::UserId;
use proto::account::v1::GetStaffMemberRequest;

use crate::{clients::Clients, convert::non_empty, people::full_name};

/// Time to live of a sender. Events of account invalidate it earlier.
const TTL: Duration = Duration::from_mins(1);

/// Maximum number of cached senders.
const CAPACITY: u64 = 500;

/// Staff member whom a customer may ask.
#[response]
#[derive(Debug, Clone, PartialEq, Eq)]
#[schema(as = OfferSender)]
pub(crate) struct Sender {
    /// Name.
    name: String,
    /// Phone with country code.
    phone: Option<String>,
}

/// Cached senders, by user.
pub(crate) struct Senders(moka::sync::Cache<UserId, Sender>);

impl Default for Senders {
    fn default() -> Self {
        let senders = moka::sync::Cache::builder()
            .name("senders")
            .max_capacity(CAPACITY)
            .time_to_live(TTL)
            .build();
        Self(senders)
    }
}

impl Senders {
    /// Drops a user.
    pub(crate) fn invalidate(&self, user: UserId) {
        self.0.invalidate(&user);
    }

    /// Drops all users.
    pub(crate) fn invalidate_all(&self) {
        self.0.invalidate_all();
    }

    /// Returns the staff member of an actor; `None` for the command line, for who left the team, and while account does not
    /// answer.
    pub(crate) async fn get(&self, clients: &Clients, actor: &str) -> Option<Sender> {
        let user: UserId = actor.parse().ok()?;
        if let Some(sender) = self.0.get(&user) {
            return Some(sender);
        }
        let message = GetStaffMemberRequest {
            user_id: user.to_string(),
        };
        // The customer has no session: the gateway asks under its own name.
        match clients.team.clone().get_staff_member(message).await {
            Ok(response) => {
                let member = response.into_inner();
                let sender = Sender {
                    name: full_name(&member.name.unwrap_or_default()),
                    phone: non_empty(member.phone),
                };
                self.0.insert(user, sender.clone());
                Some(sender)
            }
            Err(error) => {
                tracing::debug!(%error, "the sender of an offer is unknown");
                None
            }
        }
    }
}
