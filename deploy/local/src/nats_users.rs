//! The users of NATS and their permissions, which follow from the topology.

use std::fmt::Write as _;

use crate::{ServiceDefinition, Topology};

/// The user who may do everything: it creates, changes and deletes the stream.
pub const NATS_OPERATOR: &str = "operator";

/// The stream of all events.
const STREAM: &str = "STOREFRONT";

/// The password of all users of a private server, which listens on the loopback address.
pub(crate) const LOCAL_PASSWORD: &str = "local";

/// The users in the order of the configuration: the operator, then one per service.
pub fn nats_users() -> impl Iterator<Item = &'static str> {
    std::iter::once(NATS_OPERATOR).chain(Topology::programs())
}

/// The environment variable with a user's password.
pub fn nats_password_variable(user: &str) -> String {
    format!("NATS_PASSWORD_{}", user.to_uppercase())
}

/// Returns the address of NATS for a service. In the operator's address of a private server, the service's user replaces
/// the operator; an external server has one user for all.
pub fn nats_url_for(url: &str, service: &str) -> String {
    match url.strip_prefix(&format!("nats://{NATS_OPERATOR}:{LOCAL_PASSWORD}@")) {
        Some(server) if Topology::programs().any(|name| name == service) => {
            format!("nats://{service}:{LOCAL_PASSWORD}@{server}")
        }
        _ => url.to_owned(),
    }
}

/// Returns nats-server's `authorization` block. A service publishes its own events, reads those of its consumers and
/// subscriptions, and receives responses on its own inboxes; only the operator may change, purge or delete the stream.
pub fn nats_authorization() -> String {
    let mut users = format!(
        "    # Creates, changes and deletes the stream.\n    {{ user: {NATS_OPERATOR}, password: ${} }}\n",
        nats_password_variable(NATS_OPERATOR)
    );
    for service in Topology::definitions() {
        let publish = match publish_subjects(service) {
            subjects if subjects.is_empty() => "{ deny: \">\" }".to_owned(),
            subjects => format!("{{ allow: [\n{}        ] }}", lines(&subjects)),
        };
        let mut subscribe = vec![format!("_INBOX.{}.>", service.name)];
        subscribe.extend(service.subscriptions.iter().map(ToString::to_string));
        let _ = write!(
            users,
            "    {{ user: {name}, password: ${variable}, permissions: {{
        publish: {publish}
        subscribe: {{ allow: [\n{subscribe}        ] }}
    }} }}
",
            name = service.name,
            variable = nats_password_variable(service.name),
            subscribe = lines(&subscribe),
        );
    }
    format!("authorization {{\n  users: [\n{users}  ]\n}}\n")
}

/// The subjects that a service may publish on: its messages and events, and JetStream's API for the stream and its own consumers.
fn publish_subjects(service: &ServiceDefinition) -> Vec<String> {
    let mut subjects: Vec<_> = service.publications.iter().map(ToString::to_string).collect();
    if service.has_database {
        subjects.push(format!("storefront.{}.*", service.name));
        // Creates a missing stream; an existing one is unchanged.
        subjects.push(format!("$JS.API.STREAM.CREATE.{STREAM}"));
        subjects.push(format!("$JS.API.STREAM.INFO.{STREAM}"));
    }
    for consumer in service.consumers {
        let name = consumer.name;
        subjects.extend([
            format!("$JS.API.CONSUMER.CREATE.{STREAM}.{name}.{}", consumer.subject),
            format!("$JS.API.CONSUMER.INFO.{STREAM}.{name}"),
            format!("$JS.API.CONSUMER.MSG.NEXT.{STREAM}.{name}"),
            format!("$JS.ACK.{STREAM}.{name}.>"),
        ]);
    }
    subjects
}

fn lines(subjects: &[String]) -> String {
    let mut text = String::new();
    for subject in subjects {
        let _ = writeln!(text, "            \"{subject}\"");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn services_get_their_user_on_private_servers_only() {
        let private = "nats://operator:local@127.0.0.1:4222";
        assert_eq!(nats_url_for(private, "cart"), "nats://cart:local@127.0.0.1:4222");
        assert_eq!(nats_url_for(private, "test"), private);
        let external = "nats://shop:secret@nats.example.com:4222";
        assert_eq!(nats_url_for(external, "cart"), external);
    }
}
