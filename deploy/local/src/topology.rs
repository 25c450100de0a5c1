//! The settings of a shop's services.

use std::{collections::BTreeMap, path::PathBuf};

use crate::{
    Keys, MailOptions, Readiness, ServiceDefinition, ServiceKey, ServicePorts, ServiceSpec,
    nats_users::nats_url_for,
    services::{OPERATOR_CALLS, SERVICES, callers},
    sql::database_url,
};

/// The settings of a shop.
#[derive(Clone)]
pub struct TopologyOptions {
    /// The folder of the services' programs.
    pub binaries: PathBuf,
    /// The address of PostgreSQL, without a database.
    pub postgres_url: String,
    /// The address of NATS. In that of a private server, each service gets a user of its own.
    pub nats_url: String,
    /// The ports of the services.
    pub ports: ServicePorts,
    /// The keys.
    pub keys: Keys,
    /// The shop's public address.
    pub public_url: String,
    /// The folder of the built web app.
    pub web_dist: PathBuf,
    /// The mail settings.
    pub mail: MailOptions,
    /// The networks of proxies whose `X-Forwarded-For` the gateway believes; missing = none.
    pub trusted_proxies: Option<String>,
    /// The OTLP endpoint for traces; missing = none.
    pub otlp: Option<String>,
    /// The folder for one log file per service.
    pub log_folder: PathBuf,
}

/// The services of a shop with their settings.
pub struct Topology {
    options: TopologyOptions,
}

impl Topology {
    /// Creates the topology of a shop.
    pub fn new(options: TopologyOptions) -> Self {
        Self { options }
    }

    /// The definitions of all services in start order, ending with the gateway.
    pub fn definitions() -> &'static [ServiceDefinition] {
        SERVICES
    }

    /// The names of the programs (and crates) in start order.
    pub fn programs() -> impl Iterator<Item = &'static str> {
        SERVICES.iter().map(|service| service.name)
    }

    /// The names of the databases, each named like its service.
    pub fn databases() -> impl Iterator<Item = &'static str> {
        SERVICES
            .iter()
            .filter(|service| service.has_database)
            .map(|service| service.name)
    }

    /// The services that the operator's commands call.
    pub const fn operator_calls() -> &'static [&'static str] {
        OPERATOR_CALLS
    }

    /// The names of the processes that call a service, in start order, ending with the operator's commands.
    pub fn callers(service: &str) -> impl Iterator<Item = &'static str> {
        callers(service)
    }

    /// The durable names of all consumers.
    pub fn consumers() -> impl Iterator<Item = &'static str> {
        SERVICES
            .iter()
            .flat_map(|service| service.consumers)
            .map(|consumer| consumer.name)
    }

    /// The URL of NATS with the operator's user.
    pub fn nats_url(&self) -> &str {
        &self.options.nats_url
    }

    /// The address of a service, `host:port`.
    pub fn address(&self, service: &str) -> String {
        format!("127.0.0.1:{}", self.options.ports.serving(service))
    }

    /// Returns all services with their settings, in start order.
    pub fn services(&self) -> Vec<ServiceSpec> {
        SERVICES.iter().map(|service| self.spec(service)).collect()
    }

    fn spec(&self, service: &ServiceDefinition) -> ServiceSpec {
        let options = &self.options;
        let address = self.address(service.name);
        let readiness = if service.is_public {
            Readiness::Http(format!("http://{address}/health/ready"))
        } else {
            Readiness::Grpc(address.clone())
        };
        let mut environment = BTreeMap::from([
            ("LISTEN".to_owned(), address),
            (
                "ADMIN_ADDRESS".to_owned(),
                format!("127.0.0.1:{}", options.ports.admin(service.name)),
            ),
            (
                "NATS_URL".to_owned(),
                nats_url_for(&options.nats_url, service.name),
            ),
        ]);
        for (setting, keys) in [
            ("SIGNING_KEYS", options.keys.signing(service.name, service.calls)),
            ("VERIFICATION_KEYS", options.keys.verification(service.name)),
        ] {
            if !keys.is_empty() {
                environment.insert(setting.to_owned(), keys);
            }
        }
        for called in service.calls {
            environment.insert(
                format!("{}_URL", called.to_uppercase()),
                format!("http://{}", self.address(called)),
            );
        }
        for key in service.keys {
            let value = match key {
                ServiceKey::Refresh => options.keys.refresh.clone(),
                ServiceKey::SecondFactor => options.keys.second_factor(),
                ServiceKey::Csrf => options.keys.csrf.clone(),
                ServiceKey::Offer => options.keys.offer(),
                ServiceKey::OrderLink => options.keys.order_link(),
            };
            environment.insert(key.variable().to_owned(), value);
        }
        if service.has_database {
            environment.insert(
                "POSTGRES_URL".to_owned(),
                database_url(&options.postgres_url, service.name),
            );
        }
        if service.is_public {
            environment.insert("PUBLIC_URL".to_owned(), options.public_url.clone());
            environment.insert("WEB_DIST".to_owned(), options.web_dist.display().to_string());
            // Built beside the shop's app.
            let desk_dist = options.web_dist.with_file_name("dist-desk");
            environment.insert("DESK_DIST".to_owned(), desk_dist.display().to_string());
            if let Some(networks) = &options.trusted_proxies {
                environment.insert("TRUSTED_PROXIES".to_owned(), networks.clone());
            }
        }
        if service.sends_mail {
            let mail = &options.mail;
            environment.extend([
                ("PUBLIC_URL".to_owned(), options.public_url.clone()),
                // Overrides a variable in the environment of this process.
                ("SMTP_URL".to_owned(), mail.smtp_url.clone().unwrap_or_default()),
                ("MAIL_FOLDER".to_owned(), mail.folder.display().to_string()),
                ("MAIL_FROM".to_owned(), mail.from.clone()),
                ("SHOP_EMAIL".to_owned(), mail.shop.clone()),
                // The language of the shop's own mails.
                ("DEFAULT_LANG".to_owned(), "az".to_owned()),
            ]);
        }
        if service.name == "content" {
            let folder = options.log_folder.with_file_name("media");
            environment.insert("MEDIA_URL".to_owned(), folder.display().to_string());
        }
        if let Some(otlp) = &options.otlp {
            environment.insert("OTEL_EXPORTER_OTLP_ENDPOINT".to_owned(), otlp.clone());
        }
        ServiceSpec {
            name: service.name.to_owned(),
            binary: options.binaries.join(service.name),
            environment,
            log: options.log_folder.join(format!("{}.log", service.name)),
            readiness,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::services::OPERATOR;

    fn topology() -> Topology {
        let ports = [
            ("catalog", 1),
            ("account", 2),
            ("cart", 3),
            ("order", 4),
            ("inquiry", 6),
            ("content", 7),
            ("gateway", 5),
            ("notification", 8),
        ];
        Topology::new(TopologyOptions {
            binaries: "/bin".into(),
            postgres_url: "postgres://p@h:9".to_owned(),
            nats_url: "nats://h:8".to_owned(),
            ports: ServicePorts::from(ports),
            keys: keys(),
            public_url: "http://localhost:5".to_owned(),
            web_dist: "/dist".into(),
            mail: MailOptions::file_based("/mail".into()),
            trusted_proxies: None,
            otlp: None,
            log_folder: "/logs".into(),
        })
    }

    fn keys() -> Keys {
        Keys {
            caller: "c".to_owned(),
            csrf: "x".to_owned(),
            refresh: "r".to_owned(),
        }
    }

    /// The settings of a service without the keys of callers, and without LISTEN, `ADMIN_ADDRESS` and `NATS_URL`, which
    /// all services get.
    fn own_settings(name: &str) -> Vec<(String, String)> {
        let spec = topology()
            .services()
            .into_iter()
            .find(|spec| spec.name == name)
            .unwrap();
        let mut environment = spec.environment;
        for (setting, value) in [("ADMIN_ADDRESS", "127.0.0.1:0"), ("NATS_URL", "nats://h:8")] {
            assert_eq!(environment.remove(setting).as_deref(), Some(value), "{name}");
        }
        for setting in ["SIGNING_KEYS", "VERIFICATION_KEYS"] {
            environment.remove(setting);
        }
        assert_eq!(environment.remove("LISTEN"), Some(topology().address(name)));
        environment.into_iter().collect()
    }

    #[test]
    fn services_get_exactly_the_settings_they_need() {
        let (offer, order_link) = (keys().offer(), keys().order_link());
        let second_factor = keys().second_factor();
        let table: &[(&str, &[(&str, &str)])] = &[
            (
                "catalog",
                &[
                    ("CONTENT_URL", "http://127.0.0.1:7"),
                    ("POSTGRES_URL", "postgres://p@h:9/catalog"),
                ],
            ),
            (
                "account",
                &[
                    ("CATALOG_URL", "http://127.0.0.1:1"),
                    ("INQUIRY_URL", "http://127.0.0.1:6"),
                    ("POSTGRES_URL", "postgres://p@h:9/account"),
                    ("REFRESH_KEYS", "r"),
                    ("SECOND_FACTOR_KEYS", &second_factor),
                ],
            ),
            (
                "cart",
                &[
                    ("CATALOG_URL", "http://127.0.0.1:1"),
                    ("POSTGRES_URL", "postgres://p@h:9/cart"),
                ],
            ),
            (
                "order",
                &[
                    ("ACCOUNT_URL", "http://127.0.0.1:2"),
                    ("CATALOG_URL", "http://127.0.0.1:1"),
                    ("INQUIRY_URL", "http://127.0.0.1:6"),
                    ("ORDER_LINK_KEYS", &order_link),
                    ("POSTGRES_URL", "postgres://p@h:9/order"),
                ],
            ),
            (
                "content",
                &[
                    ("ACCOUNT_URL", "http://127.0.0.1:2"),
                    ("INQUIRY_URL", "http://127.0.0.1:6"),
                    ("MEDIA_URL", "/media"),
                    ("POSTGRES_URL", "postgres://p@h:9/content"),
                ],
            ),
            (
                "inquiry",
                &[
                    ("ACCOUNT_URL", "http://127.0.0.1:2"),
                    ("CATALOG_URL", "http://127.0.0.1:1"),
                    ("OFFER_KEYS", &offer),
                    ("ORDER_URL", "http://127.0.0.1:4"),
                    ("POSTGRES_URL", "postgres://p@h:9/inquiry"),
                ],
            ),
            (
                "notification",
                &[
                    ("ACCOUNT_URL", "http://127.0.0.1:2"),
                    ("CONTENT_URL", "http://127.0.0.1:7"),
                    ("DEFAULT_LANG", "az"),
                    ("INQUIRY_URL", "http://127.0.0.1:6"),
                    ("MAIL_FOLDER", "/mail"),
                    ("MAIL_FROM", "Şəbəkə <shop@example.com>"),
                    ("ORDER_URL", "http://127.0.0.1:4"),
                    ("POSTGRES_URL", "postgres://p@h:9/notification"),
                    ("PUBLIC_URL", "http://localhost:5"),
                    ("SHOP_EMAIL", "orders@example.com"),
                    ("SMTP_URL", ""),
                ],
            ),
            (
                "gateway",
                &[
                    ("ACCOUNT_URL", "http://127.0.0.1:2"),
                    ("CART_URL", "http://127.0.0.1:3"),
                    ("CATALOG_URL", "http://127.0.0.1:1"),
                    ("CONTENT_URL", "http://127.0.0.1:7"),
                    ("CSRF_KEYS", "x"),
                    ("DESK_DIST", "/dist-desk"),
                    ("INQUIRY_URL", "http://127.0.0.1:6"),
                    ("NOTIFICATION_URL", "http://127.0.0.1:8"),
                    ("ORDER_URL", "http://127.0.0.1:4"),
                    ("PUBLIC_URL", "http://localhost:5"),
                    ("WEB_DIST", "/dist"),
                ],
            ),
        ];
        assert_eq!(table.len(), Topology::programs().count());
        for (name, expected) in table {
            let expected: Vec<_> = expected
                .iter()
                .map(|(setting, value)| ((*setting).to_owned(), (*value).to_owned()))
                .collect();
            assert_eq!(own_settings(name), expected, "{name}");
        }
    }

    #[test]
    fn a_caller_and_its_service_share_a_key_that_no_other_process_has() {
        let mut holders: BTreeMap<String, Vec<String>> = BTreeMap::new();
        let processes = topology().services().into_iter().map(|spec| {
            let keys = ["SIGNING_KEYS", "VERIFICATION_KEYS"]
                .map(|name| spec.environment.get(name).cloned().unwrap_or_default());
            (spec.name, keys.join(";"))
        });
        let operator = topology().options.keys.signing(OPERATOR, OPERATOR_CALLS);
        for (process, keys) in processes.chain([(OPERATOR.to_owned(), operator)]) {
            for named in keys.split(';').filter(|named| !named.is_empty()) {
                let (other, key) = named.split_once('=').unwrap();
                let mut pair = vec![process.clone(), other.to_owned()];
                pair.sort();
                assert_eq!(*holders.entry(key.to_owned()).or_insert(pair.clone()), pair);
            }
        }
        let calls = SERVICES.iter().map(|service| service.calls.len()).sum::<usize>();
        assert_eq!(holders.len(), calls + OPERATOR_CALLS.len());
        let catalog: Vec<_> = Topology::callers("catalog").collect();
        assert_eq!(
            catalog,
            ["account", "cart", "order", "inquiry", "gateway", "operator"]
        );
        assert_eq!(Topology::callers("gateway").count(), 0);
    }

    #[test]
    fn every_service_but_the_gateway_has_a_database() {
        assert_eq!(
            Topology::databases().collect::<Vec<_>>(),
            [
                "catalog",
                "account",
                "cart",
                "order",
                "inquiry",
                "content",
                "notification"
            ]
        );
    }

    #[test]
    fn readiness_is_grpc_for_services_and_http_for_the_gateway() {
        let services = topology().services();
        assert_eq!(services[0].readiness, Readiness::Grpc("127.0.0.1:1".to_owned()));
        assert_eq!(
            services.last().unwrap().readiness,
            Readiness::Http("http://127.0.0.1:5/health/ready".to_owned())
        );
    }
}
