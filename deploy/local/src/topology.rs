//! Which services there are, and what each of them needs. This is the one place that knows.

use std::{collections::BTreeMap, path::PathBuf};

use anyhow::Result;
use serde::{Deserialize, Serialize};

use crate::{MailOptions, Ports, Readiness, ServiceSpec, sql::database_url};

/// The name of the service that browsers talk to.
const GATEWAY: &str = "gateway";

/// The name of the service that sends mail.
const NOTIFICATION: &str = "notification";

/// A service and its needs.
struct Part {
    name: &'static str,
    /// The port that it gets where that is free.
    port: u16,
    /// Whether it has a database, named like itself.
    database: bool,
    /// The services that it calls; it hears of each by `<NAME>_URL`.
    calls: &'static [&'static str],
    /// The secrets beside the key that signs callers.
    secrets: &'static [Secret],
    /// Whether it serves browsers.
    public: bool,
}

/// The first port where operators ask, where that is free; each service has one, in the order of [`PARTS`].
const ADMIN_PORT: u16 = 9201;

#[derive(Clone, Copy)]
enum Secret {
    Refresh,
    Csrf,
}

/// In the order of their start; the last one is what a visitor sees.
const PARTS: &[Part] = &[
    Part {
        name: "catalog",
        port: 9101,
        database: true,
        calls: &[],
        secrets: &[],
        public: false,
    },
    Part {
        name: "account",
        port: 9102,
        database: true,
        calls: &["catalog"],
        secrets: &[Secret::Refresh],
        public: false,
    },
    Part {
        name: "cart",
        port: 9103,
        database: true,
        calls: &["catalog"],
        secrets: &[],
        public: false,
    },
    Part {
        name: "order",
        port: 9104,
        database: true,
        calls: &["catalog", "account"],
        secrets: &[],
        public: false,
    },
    Part {
        name: "inquiry",
        port: 9105,
        database: true,
        calls: &["catalog"],
        secrets: &[],
        public: false,
    },
    Part {
        name: "content",
        port: 9106,
        database: true,
        calls: &[],
        secrets: &[],
        public: false,
    },
    Part {
        name: NOTIFICATION,
        port: 9107,
        database: true,
        calls: &["account", "order", "inquiry", "content"],
        secrets: &[],
        public: false,
    },
    Part {
        name: GATEWAY,
        port: 8080,
        database: false,
        calls: &["catalog", "account", "cart", "order", "inquiry", "content"],
        secrets: &[Secret::Csrf],
        public: true,
    },
];

/// The keys of one installation, each one or two values parted by a comma; the first is used, both are accepted.
#[derive(Clone, Serialize, Deserialize)]
pub struct Keys {
    /// Signs who calls a service.
    pub caller: String,
    /// Makes the tokens against cross-site requests.
    pub csrf: String,
    /// Makes the successors of refresh tokens.
    pub refresh: String,
}

/// Where each service listens, by name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ServicePorts {
    serving: BTreeMap<String, u16>,
    /// Where operators ask; 0 = the service picks one and says so in its log.
    admin: BTreeMap<String, u16>,
}

impl ServicePorts {
    /// The usual ports, or the next free ones; `gateway` in place of the gateway's usual one.
    pub fn choose(free: &mut Ports, gateway: Option<u16>) -> Result<Self> {
        // What a person asked for comes first: no other part may step onto it.
        let mut parts: Vec<_> = PARTS.iter().collect();
        parts.sort_by_key(|part| !part.public);
        let port = |part: &Part| gateway.filter(|_| part.public).unwrap_or(part.port);
        let serving = parts
            .into_iter()
            .map(|part| Ok((part.name.to_owned(), free.prefer(port(part))?)))
            .collect::<Result<_>>()?;
        let admin = PARTS
            .iter()
            .zip(ADMIN_PORT..)
            .map(|(part, port)| Ok((part.name.to_owned(), free.prefer(port)?)))
            .collect::<Result<_>>()?;
        Ok(Self { serving, admin })
    }

    /// Any free ports, for shops that start beside each other.
    pub fn any(ports: &mut Ports) -> Result<Self> {
        let serving = PARTS
            .iter()
            .map(|part| Ok((part.name.to_owned(), ports.any()?)))
            .collect::<Result<_>>()?;
        Ok(Self {
            serving,
            admin: BTreeMap::new(),
        })
    }

    /// The port of a service; 0 for a name that is none.
    pub fn of(&self, service: &str) -> u16 {
        self.serving.get(service).copied().unwrap_or_default()
    }

    fn admin_of(&self, service: &str) -> u16 {
        self.admin.get(service).copied().unwrap_or_default()
    }

    /// The port of the gateway.
    pub fn gateway(&self) -> u16 {
        self.of(GATEWAY)
    }
}

/// What a shop is made of.
#[derive(Clone)]
pub struct TopologyOptions {
    /// The folder of the services' programs.
    pub binaries: PathBuf,
    /// The PostgreSQL server, without a database.
    pub postgres_url: String,
    /// The NATS server.
    pub nats_url: String,
    /// Where each service listens.
    pub ports: ServicePorts,
    /// The keys.
    pub keys: Keys,
    /// The shop's address as visitors type it.
    pub public_url: String,
    /// The folder of the built web app.
    pub web_dist: PathBuf,
    /// How mail goes out.
    pub mail: MailOptions,
    /// Where traces go; missing = nowhere.
    pub otlp: Option<String>,
    /// The folder for one log file each.
    pub log_folder: PathBuf,
}

/// A shop: its services with their settings.
pub struct Topology {
    options: TopologyOptions,
}

impl Topology {
    /// Of these parts.
    pub fn new(options: TopologyOptions) -> Self {
        Self { options }
    }

    /// The programs (and crates) to build.
    pub fn programs() -> impl Iterator<Item = &'static str> {
        PARTS.iter().map(|part| part.name)
    }

    /// The databases to create, each named like its service.
    pub fn databases() -> impl Iterator<Item = &'static str> {
        PARTS.iter().filter(|part| part.database).map(|part| part.name)
    }

    /// Where a service listens, `host:port`.
    pub fn address(&self, service: &str) -> String {
        format!("127.0.0.1:{}", self.options.ports.of(service))
    }

    /// All services in the order of their start.
    pub fn services(&self) -> Vec<ServiceSpec> {
        PARTS.iter().map(|part| self.spec(part)).collect()
    }

    fn spec(&self, part: &Part) -> ServiceSpec {
        let options = &self.options;
        let address = self.address(part.name);
        let readiness = if part.public {
            Readiness::Http(format!("http://{address}/health/ready"))
        } else {
            Readiness::Grpc(address.clone())
        };
        let mut environment = BTreeMap::from([
            ("LISTEN".to_owned(), address),
            (
                "ADMIN_ADDRESS".to_owned(),
                format!("127.0.0.1:{}", options.ports.admin_of(part.name)),
            ),
            ("NATS_URL".to_owned(), options.nats_url.clone()),
            ("CALLER_KEYS".to_owned(), options.keys.caller.clone()),
        ]);
        for called in part.calls {
            environment.insert(
                format!("{}_URL", called.to_uppercase()),
                format!("http://{}", self.address(called)),
            );
        }
        for secret in part.secrets {
            let (name, value) = match secret {
                Secret::Refresh => ("REFRESH_KEYS", &options.keys.refresh),
                Secret::Csrf => ("CSRF_KEYS", &options.keys.csrf),
            };
            environment.insert(name.to_owned(), value.clone());
        }
        if part.database {
            environment.insert(
                "POSTGRES_URL".to_owned(),
                database_url(&options.postgres_url, part.name),
            );
        }
        if part.public {
            environment.insert("PUBLIC_URL".to_owned(), options.public_url.clone());
            environment.insert("WEB_DIST".to_owned(), options.web_dist.display().to_string());
        }
        if part.name == NOTIFICATION {
            let mail = &options.mail;
            environment.extend([
                ("PUBLIC_URL".to_owned(), options.public_url.clone()),
                // Empty where there is none: one of this process's own environment is not meant.
                ("SMTP_URL".to_owned(), mail.smtp_url.clone().unwrap_or_default()),
                ("MAIL_FOLDER".to_owned(), mail.folder.display().to_string()),
                ("MAIL_FROM".to_owned(), mail.from.clone()),
                ("SHOP_EMAIL".to_owned(), mail.shop.clone()),
            ]);
        }
        if let Some(otlp) = &options.otlp {
            environment.insert("OTEL_EXPORTER_OTLP_ENDPOINT".to_owned(), otlp.clone());
        }
        ServiceSpec {
            name: part.name.to_owned(),
            binary: options.binaries.join(part.name),
            environment,
            log: options.log_folder.join(format!("{}.log", part.name)),
            readiness,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
            ports: ServicePorts {
                serving: ports.map(|(name, port)| (name.to_owned(), port)).into(),
                admin: BTreeMap::new(),
            },
            keys: Keys {
                caller: "c".to_owned(),
                csrf: "x".to_owned(),
                refresh: "r".to_owned(),
            },
            public_url: "http://localhost:5".to_owned(),
            web_dist: "/dist".into(),
            mail: MailOptions::into_folder("/mail".into()),
            otlp: None,
            log_folder: "/logs".into(),
        })
    }

    /// What a service is given beside LISTEN, `ADMIN_ADDRESS`, `NATS_URL` and `CALLER_KEYS`, which all have.
    fn own_settings(name: &str) -> Vec<(String, String)> {
        let spec = topology()
            .services()
            .into_iter()
            .find(|spec| spec.name == name)
            .unwrap();
        let mut environment = spec.environment;
        for (setting, value) in [
            ("ADMIN_ADDRESS", "127.0.0.1:0"),
            ("NATS_URL", "nats://h:8"),
            ("CALLER_KEYS", "c"),
        ] {
            assert_eq!(environment.remove(setting).as_deref(), Some(value), "{name}");
        }
        assert_eq!(environment.remove("LISTEN"), Some(topology().address(name)));
        environment.into_iter().collect()
    }

    #[test]
    fn each_service_is_given_exactly_what_it_needs() {
        let table: &[(&str, &[(&str, &str)])] = &[
            ("catalog", &[("POSTGRES_URL", "postgres://p@h:9/catalog")]),
            (
                "account",
                &[
                    ("CATALOG_URL", "http://127.0.0.1:1"),
                    ("POSTGRES_URL", "postgres://p@h:9/account"),
                    ("REFRESH_KEYS", "r"),
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
                    ("POSTGRES_URL", "postgres://p@h:9/order"),
                ],
            ),
            ("content", &[("POSTGRES_URL", "postgres://p@h:9/content")]),
            (
                "inquiry",
                &[
                    ("CATALOG_URL", "http://127.0.0.1:1"),
                    ("POSTGRES_URL", "postgres://p@h:9/inquiry"),
                ],
            ),
            (
                "notification",
                &[
                    ("ACCOUNT_URL", "http://127.0.0.1:2"),
                    ("CONTENT_URL", "http://127.0.0.1:7"),
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
                    ("INQUIRY_URL", "http://127.0.0.1:6"),
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
    fn readiness_is_asked_in_the_way_of_the_service() {
        let services = topology().services();
        assert_eq!(services[0].readiness, Readiness::Grpc("127.0.0.1:1".to_owned()));
        assert_eq!(
            services.last().unwrap().readiness,
            Readiness::Http("http://127.0.0.1:5/health/ready".to_owned())
        );
    }

    #[test]
    fn a_wanted_port_is_the_gateways() {
        let mut ports = Ports::default();
        let wanted = ports.any().unwrap();
        let chosen = ServicePorts::choose(&mut Ports::default(), Some(wanted)).unwrap();
        assert_eq!(chosen.gateway(), wanted);
        // Nobody has the port of another one, operators' ports included.
        let given: std::collections::BTreeSet<_> =
            chosen.serving.values().chain(chosen.admin.values()).collect();
        assert_eq!(given.len(), 2 * PARTS.len());
    }
}
