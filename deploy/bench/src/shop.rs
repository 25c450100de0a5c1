//! A shop for measurements, with servers and databases of its own.

use std::{
    path::{Path, PathBuf},
    time::Duration,
};

use anyhow::{Context as _, Result};
use futures::future::try_join_all;
use local::{
    Keys, MailOptions, Nats, NatsOptions, Ports, Postgres, PostgresOptions, Readiness, Service, ServicePorts,
    ServiceSpec, Topology, TopologyOptions,
};
use toolkit::{
    console::print_status,
    installation::{Installation, ScratchFolder, generate_key},
    services::prepare_servers,
};

use crate::process::Watched;

const READY_TIMEOUT: Duration = Duration::from_mins(1);

/// Settings that a measurement needs: the load comes from one address, and each buyer orders more than a customer may.
const SETTINGS: &[(&str, &[(&str, &str)])] = &[
    (
        "order",
        &[
            ("ORDERS_PER_ACCOUNT_HOUR", "0"),
            ("ORDERS_PER_ACCOUNT_DAY", "0"),
            ("ORDERS_PER_ADDRESS_HOUR", "0"),
            ("ORDERS_PER_ADDRESS_DAY", "0"),
            ("OPEN_ORDERS_PER_ACCOUNT", "0"),
            ("HELD_PIECES_PER_ACCOUNT", "0"),
            ("HELD_PIECES_PER_UNVERIFIED_ACCOUNT", "0"),
            ("HELD_PIECES_PER_ADDRESS", "0"),
            ("HELD_PERCENT_PER_ACCOUNT", "0"),
            ("HELD_PERCENT_PER_UNVERIFIED_ACCOUNT", "0"),
            ("HELD_PERCENT_PER_ADDRESS", "0"),
        ],
    ),
    (
        "notification",
        &[
            ("MAIL_RECIPIENT_HOUR", "1000000"),
            ("MAIL_RECIPIENT_DAY", "1000000"),
            ("MAIL_UNPROVEN_DAY", "1000000"),
            ("MAIL_SHOP_HOUR", "1000000"),
        ],
    ),
];

/// Options of a shop.
#[derive(Debug, Clone)]
pub(crate) struct ShopOptions {
    /// The folder of the services' programs.
    pub(crate) binaries: PathBuf,
    /// The folder of the built web app.
    pub(crate) web_dist: PathBuf,
    /// Processes of each service.
    pub(crate) replicas: u16,
    /// Whether a commit waits for the disk.
    pub(crate) fsync: bool,
}

/// A running shop. Its data is removed on drop.
pub(crate) struct Shop {
    services: Vec<Service>,
    nats: Nats,
    postgres: Postgres,
    urls: Vec<String>,
    /// Admin address of each catalog process.
    catalog_admin: Vec<String>,
    data: ScratchFolder,
    logs: PathBuf,
}

impl Shop {
    /// Starts a shop without products.
    ///
    /// # Errors
    /// If a server or service is not ready within its time.
    pub(crate) async fn start(installation: &Installation, options: &ShopOptions) -> Result<Self> {
        let data = installation.create_scratch()?;
        let logs = installation.folder().join("bench-logs");
        let mut ports = Ports::default();
        let service_ports = ServicePorts::any(&mut ports)?;
        let (postgres, nats) = tokio::try_join!(
            Postgres::start(PostgresOptions {
                data: data.path().join("postgres"),
                port: None,
                fsync: options.fsync,
            }),
            Nats::start(NatsOptions {
                store: data.path().join("nats"),
                port: None,
            }),
        )?;
        let topology = Topology::new(TopologyOptions {
            binaries: options.binaries.clone(),
            postgres_url: postgres.server_url(),
            nats_url: nats.url(),
            public_url: format!("http://localhost:{}", service_ports.gateway()),
            ports: service_ports,
            keys: Keys {
                caller: generate_key(),
                csrf: generate_key(),
                refresh: generate_key(),
            },
            web_dist: options.web_dist.clone(),
            mail: MailOptions::file_based(data.path().join("mail")),
            trusted_proxies: Some("127.0.0.0/8,::1/128".to_owned()),
            otlp: None,
            log_folder: logs.clone(),
        });
        prepare_servers(&topology, &postgres.server_url()).await?;

        let mut specs = topology.services();
        for spec in &mut specs {
            let admin = format!("127.0.0.1:{}", ports.any()?);
            spec.environment.insert("ADMIN_ADDRESS".to_owned(), admin);
            spec.environment.extend(settings(&spec.name));
        }
        let specs = replicate(&specs, options.replicas, &mut ports)?;
        let setting = |name: &str, setting: &'static str| -> Vec<String> {
            specs
                .iter()
                .filter(|spec| spec.name == name)
                .filter_map(|spec| spec.environment.get(setting).cloned())
                .collect()
        };
        let urls = setting("gateway", "LISTEN")
            .iter()
            .map(|address| format!("http://{address}"))
            .collect();
        let catalog_admin = setting("catalog", "ADMIN_ADDRESS");
        print_status(&format!("starting {} processes", specs.len()));
        let mut services = specs
            .into_iter()
            .map(Service::start)
            .collect::<Result<Vec<_>>>()?;
        try_join_all(
            services
                .iter_mut()
                .map(|service| service.wait_ready(READY_TIMEOUT)),
        )
        .await
        .context("the shop does not start")?;
        Ok(Self {
            services,
            nats,
            postgres,
            urls,
            catalog_admin,
            data,
            logs,
        })
    }

    /// Addresses of the gateways.
    pub(crate) fn urls(&self) -> &[String] {
        &self.urls
    }

    /// Address of the first gateway.
    pub(crate) fn url(&self) -> &str {
        self.urls.first().map_or("", String::as_str)
    }

    /// Admin addresses of the catalog's processes, `host:port`.
    pub(crate) fn catalog_admin(&self) -> &[String] {
        &self.catalog_admin
    }

    /// The server of all databases.
    pub(crate) fn postgres(&self) -> &Postgres {
        &self.postgres
    }

    /// The folder of all data.
    pub(crate) fn folder(&self) -> &Path {
        self.data.path()
    }

    /// The folder of the log files.
    pub(crate) fn logs(&self) -> &Path {
        &self.logs
    }

    /// The services' processes.
    pub(crate) fn service_processes(&self) -> Vec<Watched> {
        let processes = self.services.iter().map(|service| Watched {
            name: service.spec().name.clone(),
            pid: service.pid(),
        });
        processes.collect()
    }

    /// The processes of services and servers.
    pub(crate) fn processes(&self) -> Vec<Watched> {
        let mut processes = self.service_processes();
        processes.push(Watched {
            name: "NATS".to_owned(),
            pid: self.nats.pid(),
        });
        processes.push(Watched {
            name: "PostgreSQL".to_owned(),
            pid: self.postgres.pid(),
        });
        processes
    }

    /// Stops services, then servers.
    ///
    /// # Errors
    /// If one does not stop.
    pub(crate) async fn stop(mut self) -> Result<()> {
        for service in self.services.iter_mut().rev() {
            service.stop().await?;
        }
        self.nats.stop().await?;
        self.postgres.stop().await
    }
}

fn settings(service: &str) -> impl Iterator<Item = (String, String)> {
    SETTINGS
        .iter()
        .filter(move |(name, _)| *name == service)
        .flat_map(|(_, settings)| settings.iter())
        .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
}

/// Returns `replicas` processes of each service, each with its own ports; callers balance over all of them.
fn replicate(specs: &[ServiceSpec], replicas: u16, ports: &mut Ports) -> Result<Vec<ServiceSpec>> {
    let mut replicated = Vec::new();
    let mut addresses = Vec::new();
    for spec in specs {
        let address = spec.environment.get("LISTEN").cloned().unwrap_or_default();
        let mut all = vec![address];
        for _ in 1..replicas {
            all.push(format!("127.0.0.1:{}", ports.any()?));
        }
        addresses.push((spec.name.clone(), all));
    }
    for (spec, (_, own)) in specs.iter().zip(&addresses) {
        for (number, address) in own.iter().enumerate() {
            let mut replica = spec.clone();
            replica.environment.insert("LISTEN".to_owned(), address.clone());
            for (name, all) in &addresses {
                let setting = format!("{}_URL", name.to_uppercase());
                if let Some(urls) = replica.environment.get_mut(&setting) {
                    let all: Vec<_> = all.iter().map(|address| format!("http://{address}")).collect();
                    *urls = all.join(",");
                }
            }
            if number > 0 {
                let admin = format!("127.0.0.1:{}", ports.any()?);
                replica.environment.insert("ADMIN_ADDRESS".to_owned(), admin);
                replica
                    .log
                    .set_file_name(format!("{}-{}.log", spec.name, number + 1));
            }
            replica.readiness = match spec.readiness {
                Readiness::Grpc(_) => Readiness::Grpc(address.clone()),
                Readiness::Http(_) => Readiness::Http(format!("http://{address}/health/ready")),
            };
            replicated.push(replica);
        }
    }
    Ok(replicated)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spec(name: &str, environment: &[(&str, &str)]) -> ServiceSpec {
        ServiceSpec {
            name: name.to_owned(),
            binary: name.into(),
            environment: environment
                .iter()
                .map(|(setting, value)| ((*setting).to_owned(), (*value).to_owned()))
                .collect(),
            log: format!("/logs/{name}.log").into(),
            readiness: Readiness::Grpc(String::new()),
        }
    }

    #[test]
    fn callers_of_replicas_know_all_addresses() {
        let specs = [
            spec("catalog", &[("LISTEN", "127.0.0.1:1")]),
            spec(
                "cart",
                &[("LISTEN", "127.0.0.1:2"), ("CATALOG_URL", "http://127.0.0.1:1")],
            ),
        ];
        let replicas = replicate(&specs, 2, &mut Ports::default()).unwrap();
        assert_eq!(replicas.len(), 4);
        let second = replicas[1].environment["LISTEN"].clone();
        assert_ne!(second, "127.0.0.1:1");
        assert_eq!(replicas[1].readiness, Readiness::Grpc(second.clone()));
        assert_eq!(replicas[1].log, Path::new("/logs/catalog-2.log"));
        for cart in &replicas[2..] {
            let expected = format!("http://127.0.0.1:1,http://{second}");
            assert_eq!(cart.environment["CATALOG_URL"], expected);
        }
    }

    #[test]
    fn settings_name_existing_services() {
        let programs: Vec<_> = Topology::programs().collect();
        for (service, _) in SETTINGS {
            assert!(programs.contains(service), "{service}");
        }
    }
}
