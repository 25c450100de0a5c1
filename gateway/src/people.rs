//! Names of the people who changed something.

use std::{collections::BTreeSet, collections::HashMap, time::Duration};

use kit::{
    caller::{Caller, OPERATOR},
    domain::UserId,
    grpc::client::on_behalf_of,
};
use proto::account::v1::{ListStaffNamesRequest, StaffName};
use serde_json::{Value, json};

use crate::clients::Clients;

/// Time to live of a name. Events of account invalidate it earlier.
const TTL: Duration = Duration::from_mins(1);

/// Time limit of a request.
const TIMEOUT: Duration = Duration::from_millis(800);

/// Maximum number of cached names.
const CAPACITY: u64 = 2_000;

/// Maximum number of ids in a request.
const MAX_IDS: usize = 200;

/// Author of an action.
#[response]
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Person {
    /// UUID of the staff member; `null` for the command line.
    pub(crate) id: Option<String>,
    /// Name.
    pub(crate) name: String,
}

impl Person {
    /// The OpenAPI example.
    pub(crate) fn example() -> Value {
        json!({"id": "01936b2e-7c00-7000-8000-000000000001", "name": "Nigar Əliyeva"})
    }
}

/// Cached names of staff, by user.
pub(crate) struct People(moka::sync::Cache<UserId, String>);

impl Default for People {
    fn default() -> Self {
        let names = moka::sync::Cache::builder()
            .name("people")
            .max_capacity(CAPACITY)
            .time_to_live(TTL)
            .build();
        Self(names)
    }
}

impl People {
    /// Drops the name of a user.
    pub(crate) fn invalidate(&self, user: UserId) {
        self.0.invalidate(&user);
    }

    /// Drops all names.
    pub(crate) fn invalidate_all(&self) {
        self.0.invalidate_all();
    }

    /// Returns the names of actors, as services store them: UUIDs of staff, `operator`, or empty.
    ///
    /// A name is empty if account does not know it, and while account does not answer: a record is worth more than the
    /// names of its authors.
    pub(crate) async fn names<'a>(
        &self,
        clients: &Clients,
        caller: &Caller,
        actors: impl IntoIterator<Item = &'a str>,
    ) -> Names {
        let mut names = HashMap::new();
        let mut missing = BTreeSet::new();
        for user in actors.into_iter().filter_map(|actor| actor.parse().ok()) {
            match self.0.get(&user) {
                Some(name) => drop(names.insert(user, name)),
                None => drop(missing.insert(user)),
            }
        }
        let missing: Vec<_> = missing.into_iter().collect();
        for users in missing.chunks(MAX_IDS) {
            let message = ListStaffNamesRequest {
                user_ids: users.iter().map(ToString::to_string).collect(),
            };
            let request = on_behalf_of(caller, message);
            let mut client = clients.team.clone();
            let found = tokio::time::timeout(TIMEOUT, client.list_staff_names(request)).await;
            let found = match found {
                Ok(Ok(response)) => response.into_inner().names,
                Ok(Err(error)) => {
                    tracing::warn!(%error, "names of staff unavailable, they are empty");
                    break;
                }
                Err(_) => {
                    tracing::warn!("account too slow, names of staff are empty");
                    break;
                }
            };
            for found in found {
                if let Ok(user) = found.user_id.parse::<UserId>() {
                    let name = full_name(&found);
                    self.0.insert(user, name.clone());
                    names.insert(user, name);
                }
            }
        }
        Names(names)
    }
}

/// Names of the actors of a response.
#[derive(Debug, Default)]
pub(crate) struct Names(HashMap<UserId, String>);

impl Names {
    /// Returns the person of an actor; `None` for the system or a customer.
    pub(crate) fn person(&self, actor: &str) -> Option<Person> {
        if actor == OPERATOR {
            return Some(Person {
                id: None,
                name: OPERATOR.to_owned(),
            });
        }
        let user: UserId = actor.parse().ok()?;
        Some(Person {
            id: Some(user.to_string()),
            name: self.0.get(&user).cloned().unwrap_or_default(),
        })
    }

    /// Returns the people of actors, without the system and customers.
    pub(crate) fn people(&self, actors: &[String]) -> Vec<Person> {
        actors.iter().filter_map(|actor| self.person(actor)).collect()
    }
}

/// Returns first and last name.
pub(crate) fn full_name(name: &StaffName) -> String {
    format!("{} {}", name.name, name.lastname).trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tells_staff_the_command_line_and_others_apart() {
        let nigar = UserId::generate();
        let names = Names(HashMap::from([(nigar, "Nigar Əliyeva".to_owned())]));
        let id = Some(nigar.to_string());
        let name = "Nigar Əliyeva".to_owned();
        assert_eq!(names.person(&nigar.to_string()), Some(Person { id, name }));
        let operator = names.person("operator").unwrap();
        assert_eq!(json!(operator), json!({"id": null, "name": "operator"}));
        assert_eq!(names.person(""), None);
    }
}
