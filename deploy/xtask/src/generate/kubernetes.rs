//! The generated files and sections of `k8s/`.

use std::fmt::Write as _;

use local::{ServiceDefinition, ServiceKey, Topology, nats_password_variable, nats_users};

use super::{Output, database_lines, database_names, grpc_tls, join_lines, service_lines};

const PROMETHEUS: &str = include_str!("../../../prometheus/prometheus.yaml");

/// Not among those settings, because compose has no components, and the Prometheus of some distributions does not know it.
const SCRAPE_FILES: &str = "# Each component with metrics brings its own jobs, so Prometheus looks for no program that is not installed.
scrape_config_files:
  - \"*.scrape.yaml\"
";

pub(super) fn outputs() -> Vec<Output> {
    let services = Topology::definitions();
    let mut outputs: Vec<_> = services
        .iter()
        .filter(|service| service.has_database)
        .map(|service| {
            let path = format!("k8s/base/{}/kustomization.yaml", service.name);
            Output::file(path, &base(service))
        })
        .collect();
    for service in services.iter().filter(|service| service.is_public) {
        let path = format!("k8s/base/{}/kustomization.yaml", service.name);
        outputs.push(Output::section(&path, "labels", call_labels(service)));
        outputs.push(Output::section(&path, "addresses", call_addresses(service)));
        let path = format!("k8s/base/{}/deployment.yaml", service.name);
        outputs.push(Output::section(
            &path,
            "keys",
            caller_variables(service, "            "),
        ));
    }
    outputs.extend([
        Output::section(
            "k8s/base/kustomization.yaml",
            "services",
            service_lines(|service| format!("  - {}", service.name)),
        ),
        Output::section(
            "k8s/overlays/local/kustomization.yaml",
            "images",
            service_lines(|service| format!("  - {{name: storefront/{}, newTag: dev}}", service.name)),
        ),
        Output::file("k8s/components/postgres-cluster/databases.yaml", &databases()),
        Output::file("k8s/components/postgres-cluster/roles.yaml", &cluster_roles()),
        Output::file(
            "k8s/components/postgres-single/databases.yaml",
            &single_databases(),
        ),
        Output::file("k8s/components/nats-single/users.yaml", &nats_users_patch()),
        Output::section(
            "k8s/components/development-secrets/kustomization.yaml",
            "nats-users",
            join_lines(nats_users().map(|user| format!("      - {user}=development"))),
        ),
        Output::section(
            "k8s/secrets.sh",
            "nats-users",
            format!("NATS_USERS=\"{}\"\n", nats_users().collect::<Vec<_>>().join(" ")),
        ),
        Output::file(
            "k8s/components/development-secrets/databases/kustomization.yaml",
            &development_secrets(),
        ),
        Output::section(
            "k8s/secrets.sh",
            "databases",
            format!("SERVICES=\"{}\"\n", database_names()),
        ),
        Output::section("k8s/images.sh", "images", image_names()),
        Output::section(
            "k8s/components/operator/jobs.yaml",
            "seed",
            signing_keys("                ", "operator", &["catalog", "content"]),
        ),
        Output::section(
            "k8s/components/operator/jobs.yaml",
            "operator",
            signing_keys("                ", "operator", Topology::operator_calls()),
        ),
        Output::section(
            "k8s/secrets.sh",
            "pairs",
            format!(
                "PAIRS=\"\n{}\"\n",
                join_lines(calls().map(|(caller, called)| pair(caller, called)))
            ),
        ),
        Output::file(
            "k8s/components/development-secrets/callers/kustomization.yaml",
            &development_caller_keys(),
        ),
        Output::file_from(
            "k8s/components/observability/settings/prometheus.yaml",
            "deploy/prometheus/prometheus.yaml",
            &format!("{PROMETHEUS}{SCRAPE_FILES}"),
        ),
    ]);
    outputs
}

/// The images of the services, and the one with the operator's commands.
fn image_names() -> String {
    let names: Vec<_> = Topology::programs().chain(["operator"]).collect();
    format!("IMAGES=\"{}\"\n", names.join(" "))
}

/// The labels that allow a service's calls, see `k8s/service/policies.yaml`.
fn call_labels(service: &ServiceDefinition) -> String {
    let labels = service.calls.iter();
    join_lines(labels.map(|called| format!("      calls-{called}: \"yes\"")))
}

fn call_addresses(service: &ServiceDefinition) -> String {
    grpc_tls::call_addresses("https", service)
}

/// The kustomization of a service with a database.
fn base(service: &ServiceDefinition) -> String {
    let name = service.name;
    let mut text = format!(
        "apiVersion: kustomize.config.k8s.io/v1beta1
kind: Kustomization
resources:
  - ../../service
components:
  - ../../service/database
labels:
  - pairs:
      app.kubernetes.io/name: {name}
    includeSelectors: true
"
    );
    if !service.calls.is_empty() {
        let _ = write!(
            text,
            "  - pairs:\n{}    includeTemplates: true\n",
            call_labels(service)
        );
    }
    text += &secret_variables(service);
    let _ = write!(text, "configMapGenerator:\n  - name: {name}\n");
    if !service.calls.is_empty() {
        let _ = write!(text, "    literals:\n{}", call_addresses(service));
    }
    text + "transformers:\n  - ../../service/name\n  - ../../service/database/name\n"
}

/// All calls, as pairs of a caller and the service that it calls.
fn calls() -> impl Iterator<Item = (&'static str, &'static str)> {
    Topology::programs().flat_map(|called| Topology::callers(called).map(move |caller| (caller, called)))
}

/// The name of the Secret that a caller shares with a service.
fn pair(caller: &str, called: &str) -> String {
    format!("{caller}-to-{called}")
}

/// A variable from a Secret.
fn secret_variable(indentation: &str, name: &str, secret: &str, key: &str) -> String {
    format!(
        "{indentation}- name: {name}
{indentation}  valueFrom:
{indentation}    secretKeyRef:
{indentation}      name: {secret}
{indentation}      key: {key}
"
    )
}

/// A setting with the keys of a process, from the Secrets that it shares with others: their names, and the Secrets.
fn key_variables<'a>(
    indentation: &str,
    setting: &str,
    prefix: &str,
    secrets: impl Iterator<Item = (&'a str, String)>,
) -> String {
    let mut text = String::new();
    let mut values = Vec::new();
    for (other, secret) in secrets {
        let name = format!("{prefix}_{}", other.to_uppercase());
        text += &secret_variable(indentation, &name, &secret, "keys");
        values.push(format!("{other}=$({name})"));
    }
    if !values.is_empty() {
        let _ = writeln!(
            text,
            "{indentation}- name: {setting}\n{indentation}  value: {}",
            values.join(";")
        );
    }
    text
}

/// The keys with which a process signs its calls.
fn signing_keys(indentation: &str, caller: &str, calls: &[&str]) -> String {
    let secrets = calls.iter().map(|called| (*called, pair(caller, called)));
    key_variables(indentation, "SIGNING_KEYS", "KEY_TO", secrets)
}

/// The keys with which a service signs its calls and verifies those of its callers.
fn caller_variables(service: &ServiceDefinition, indentation: &str) -> String {
    let callers = Topology::callers(service.name).map(|caller| (caller, pair(caller, service.name)));
    signing_keys(indentation, service.name, service.calls)
        + &key_variables(indentation, "VERIFICATION_KEYS", "KEY_FROM", callers)
}

/// The patch with the variables that a service reads from Secrets. The migration checks its own keys, too.
fn secret_variables(service: &ServiceDefinition) -> String {
    const INDENTATION: &str = "                  ";
    let variable = |name: &str, secret: &str, key: &str| secret_variable(INDENTATION, name, secret, key);
    let keys: String = service
        .keys
        .iter()
        .map(|key| {
            let secret = match key {
                ServiceKey::Refresh => "refresh-keys",
                ServiceKey::SecondFactor => "second-factor-keys",
                ServiceKey::Csrf => "csrf-keys",
                ServiceKey::Offer => "offer-keys",
                ServiceKey::OrderLink => "order-link-keys",
            };
            variable(key.variable(), secret, "keys")
        })
        .collect();
    let mut serving = keys.clone() + &caller_variables(service, INDENTATION);
    if service.sends_mail {
        serving += &variable("SMTP_URL", "mail", "smtp-url");
    }
    if let Some(folder) = service.scratch {
        let _ = write!(
            serving,
            "{INDENTATION}- name: {variable}
{INDENTATION}  value: {path}
                volumeMounts:
                  - name: scratch
                    mountPath: {path}
",
            variable = folder.variable,
            path = folder.path
        );
    }
    if serving.is_empty() {
        return String::new();
    }
    let mut text = "patches:
  - target:
      kind: Deployment
    patch: |
      apiVersion: apps/v1
      kind: Deployment
      metadata:
        name: NAME
      spec:
        template:
          spec:
"
    .to_owned();
    let containers = [
        ("initContainers", "migrate", keys),
        ("containers", "service", serving),
    ];
    for (list, container, variables) in containers {
        if !variables.is_empty() {
            let _ = write!(
                text,
                "            {list}:\n              - name: {container}\n                env:\n{variables}"
            );
        }
    }
    if let Some(folder) = service.scratch {
        let _ = write!(
            text,
            "            volumes:
              - name: scratch
                emptyDir:
                  sizeLimit: {}
",
            folder.size_limit
        );
    }
    text
}

/// The databases of the `CloudNativePG` cluster.
fn databases() -> String {
    let documents: Vec<_> = Topology::databases()
        .map(|name| {
            format!(
                "apiVersion: postgresql.cnpg.io/v1
kind: Database
metadata:
  name: {name}
  namespace: storefront
spec:
  cluster:
    name: postgres
  name: {name}
  owner: {name}_owner
  databaseReclaimPolicy: retain
"
            )
        })
        .collect();
    documents.join("---\n")
}

/// A patch of the `CloudNativePG` cluster: for each service an owner that migrates and a role that reads and writes rows,
/// both confined to their own database.
fn cluster_roles() -> String {
    let rules = database_lines(|name| format!("      - hostssl {name} {name}_owner all scram-sha-256"));
    let roles = database_lines(|name| {
        format!(
            "      - name: {name}_owner
        login: true
        passwordSecret:
          name: {name}-database-owner
      - name: {name}
        login: true
        inRoles: [pg_read_all_data, pg_write_all_data]
        passwordSecret:
          name: {name}-database"
        )
    });
    format!(
        "apiVersion: postgresql.cnpg.io/v1
kind: Cluster
metadata:
  name: postgres
  namespace: storefront
spec:
  postgresql:
    # A role connects to the database of its name, an owner to its own, all others to none. The operator puts its own
    # rules first.
    pg_hba:
      - hostssl sameuser all all scram-sha-256
{rules}      - host all all all reject
  managed:
    # For each service an owner that migrates, and a role that reads and writes rows.
    roles:
{roles}"
    )
}

/// A patch of the single PostgreSQL server: the databases to create, and the passwords of their roles.
fn single_databases() -> String {
    let source = |secret: &str, role: &str| {
        format!("              - secret: {{name: {secret}, items: [{{key: password, path: {role}}}]}}")
    };
    let sources = database_lines(|name| {
        let service = source(&format!("{name}-database"), name);
        let owner = source(&format!("{name}-database-owner"), &format!("{name}_owner"));
        format!("{service}\n{owner}")
    });
    format!(
        "apiVersion: apps/v1
kind: StatefulSet
metadata:
  name: postgres
  namespace: storefront
spec:
  template:
    spec:
      containers:
        - name: postgres
          env:
            - name: SERVICES
              value: {names}
      volumes:
        # The services' Secrets, one file per role.
        - name: passwords
          projected:
            defaultMode: 0440
            sources:
{sources}",
        names = database_names(),
    )
}

/// The keys of all callers in a developer's cluster.
fn development_caller_keys() -> String {
    let secrets = calls().map(|(caller, called)| {
        let name = pair(caller, called);
        format!(
            "  - name: {name}\n    namespace: storefront\n    literals: [keys=development-key-from-{name}]"
        )
    });
    format!(
        "apiVersion: kustomize.config.k8s.io/v1alpha1
kind: Component
generatorOptions:
  disableNameSuffixHash: true
secretGenerator:
{}",
        join_lines(secrets)
    )
}

/// A patch of the NATS servers: the passwords of their users.
fn nats_users_patch() -> String {
    let passwords = nats_users().map(|user| {
        format!(
            "            - name: {}
              valueFrom:
                secretKeyRef:
                  name: nats-users
                  key: {user}",
            nats_password_variable(user)
        )
    });
    format!(
        "apiVersion: apps/v1
kind: StatefulSet
metadata:
  name: nats
  namespace: storefront
spec:
  template:
    spec:
      containers:
        - name: nats
          env:
{}",
        join_lines(passwords)
    )
}

/// The passwords of all roles in a developer's cluster.
fn development_secrets() -> String {
    let secret = |name: &str, role: &str| {
        format!(
            "  - name: {name}
    namespace: storefront
    type: kubernetes.io/basic-auth
    literals: [username={role}, password=development]"
        )
    };
    let secrets = database_lines(|name| {
        let service = secret(&format!("{name}-database"), name);
        let owner = secret(&format!("{name}-database-owner"), &format!("{name}_owner"));
        format!("{service}\n{owner}")
    });
    format!(
        "apiVersion: kustomize.config.k8s.io/v1alpha1
kind: Component
generatorOptions:
  disableNameSuffixHash: true
secretGenerator:
{secrets}"
    )
}
