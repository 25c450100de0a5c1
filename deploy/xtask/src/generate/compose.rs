//! The generated sections of `deploy/compose.yaml`.

use std::fmt::Write as _;

use local::{
    ServiceDefinition, ServiceKey, Topology, USUAL_MEMORY_LIMIT, nats_password_variable, nats_users,
};

use super::{Output, database_names, join_lines, service_lines};

const PATH: &str = "deploy/compose.yaml";

pub(super) fn outputs() -> Vec<Output> {
    let services: Vec<_> = Topology::definitions().iter().map(service).collect();
    vec![
        Output::section(PATH, "services", services.join("\n")),
        Output::section(
            PATH,
            "databases",
            format!("      SERVICES: {}\n", database_names()),
        ),
        Output::section(PATH, "nats-users", nats_passwords()),
        Output::section(
            PATH,
            "links",
            service_lines(|service| format!("      - {name}:{name}-admin", name = service.name)),
        ),
        Output::section(
            PATH,
            "operator",
            format!(
                "      SIGNING_KEYS: {}\n",
                keys(
                    Topology::operator_calls()
                        .iter()
                        .map(|called| (*called, "operator", *called))
                )
            ),
        ),
    ]
}

/// The container of a service, preceded by the one that migrates its database.
fn service(service: &ServiceDefinition) -> String {
    let name = service.name;
    if service.is_public {
        return public_service(service);
    }
    let memory = match service.memory_limit {
        USUAL_MEMORY_LIMIT => String::new(),
        limit => format!("    mem_limit: {limit}m\n"),
    };
    // Built by the service: two builds of one image would race.
    let migration = if service.has_database {
        format!(
            "  {name}-migrate:
    <<: *migration
    image: storefront/{name}
{memory}    environment:
      <<: *environment
{environment}    depends_on:
      postgres:
        condition: service_healthy

",
            environment = environment(service, &format!("{name}_owner")),
        )
    } else {
        String::new()
    };
    let migrated = format!("{name}-migrate");
    let dependencies = [
        (
            service.has_database,
            migrated.as_str(),
            "service_completed_successfully",
        ),
        (true, "nats", "service_healthy"),
        (service.sends_mail, "mailpit", "service_healthy"),
    ];
    let dependencies = dependencies.into_iter().filter(|(is_needed, ..)| *is_needed);
    let dependencies = dependencies.map(|(_, name, condition)| dependency(name, condition));
    format!(
        "{migration}  {name}:
    <<: *service
    image: storefront/{name}
    build:
      <<: *build
      args:
        <<: *build-arguments
        SERVICE: {name}
{memory}    environment:
      <<: *environment
{environment}{scratch}    depends_on:
{dependencies}",
        environment = environment(service, name),
        scratch = service
            .scratch
            .map(|folder| match folder.volume {
                Some(volume) => format!("    volumes: [{volume}:{}]\n", folder.path),
                None => format!("    tmpfs: [{}]\n", folder.path),
            })
            .unwrap_or_default(),
        dependencies = join_lines(dependencies),
    )
}

/// The passwords of NATS's users.
fn nats_passwords() -> String {
    join_lines(nats_users().map(|user| format!("      {}: trying-out", nats_password_variable(user))))
}

fn dependency(name: &str, condition: &str) -> String {
    format!("      {name}:\n        condition: {condition}")
}

/// A container that serves browsers, started after the services that it calls.
fn public_service(service: &ServiceDefinition) -> String {
    let calls = service.calls.iter();
    format!(
        "  {name}:
    <<: *service
    image: storefront/{name}
    build:
      <<: *build
      target: {name}
      args: *build-arguments
    environment:
      <<: *environment
{environment}    healthcheck:
      test: [CMD, /healthcheck, --http]
      interval: 5s
      timeout: 3s
      start_period: 30s
      start_interval: 1s
      retries: 3
    ports:
      - 127.0.0.1:{port}:{port}
    depends_on:
{dependencies}",
        name = service.name,
        port = service.port,
        environment = environment(service, service.name),
        dependencies = join_lines(calls.map(|called| dependency(called, "service_healthy"))),
    )
}

/// The variables of a service whose database role is `role`.
fn environment(service: &ServiceDefinition, role: &str) -> String {
    let mut text = String::new();
    let mut set = |variable: &str, value: &str| {
        let _ = writeln!(text, "      {variable}: {value}");
    };
    if service.has_database {
        let url = format!("postgres://{role}:trying-out@postgres:5432/{}", service.name);
        set("POSTGRES_URL", &url);
    }
    set(
        "NATS_URL",
        &format!("nats://{}:trying-out@nats:4222", service.name),
    );
    if service.is_public || service.sends_mail {
        set("PUBLIC_URL", "*public-url");
    }
    for called in service.calls {
        let variable = format!("{}_URL", called.to_uppercase());
        set(&variable, &format!("http://{called}:9100"));
    }
    // A migration neither calls nor is called, and writes no files.
    if role == service.name {
        if let Some(folder) = service.scratch {
            set(folder.variable, folder.path);
        }
        let signing = service
            .calls
            .iter()
            .map(|called| (*called, service.name, *called));
        let verification = Topology::callers(service.name).map(|caller| (caller, caller, service.name));
        for (setting, keys) in [
            ("SIGNING_KEYS", keys(signing)),
            ("VERIFICATION_KEYS", keys(verification)),
        ] {
            if !keys.is_empty() {
                set(setting, &keys);
            }
        }
    }
    for key in service.keys {
        let default = match key {
            ServiceKey::Refresh => "trying-out-refresh-key-trying-out-refresh",
            ServiceKey::SecondFactor => "trying-out-second-factor-key-trying-out",
            ServiceKey::Csrf => "trying-out-csrf-key-trying-out-csrf-key",
            ServiceKey::Offer => "trying-out-offer-key-trying-out-offer-key",
            ServiceKey::OrderLink => "trying-out-order-link-key-trying-out-order",
        };
        set(key.variable(), &format!("${{{}:-{default}}}", key.variable()));
    }
    if service.sends_mail {
        set("MAIL_FROM", "Şəbəkə <shop@example.com>");
        set("SHOP_EMAIL", "Şəbəkə <shop@example.com>");
        set("DEFAULT_LANG", "az");
        set("SMTP_URL", "smtp://mailpit:1025");
    }
    text
}

/// Keys of pairs of a caller and a called service, each by the name of the other side.
fn keys<'a>(pairs: impl Iterator<Item = (&'a str, &'a str, &'a str)>) -> String {
    let keys: Vec<_> = pairs
        .map(|(other, caller, called)| format!("{other}=trying-out-key-from-{caller}-to-{called}"))
        .collect();
    keys.join(";")
}
