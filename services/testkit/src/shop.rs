//! The complete system: PostgreSQL, NATS, and all services and the gateway as processes.

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
    process::Stdio,
    time::Duration,
};

use kit::{
    caller::{Caller, CallerKind, Signer},
    domain::Language,
    events::bus::Bus,
    grpc::{Client, client::on_behalf_of},
    settings::{GrpcSettings, NatsSettings},
};
use local::{
    Keys, MailOptions, Nats, NatsOptions, Ports, Postgres, PostgresOptions, Readiness, Service, ServicePorts,
    ServiceSpec, Topology, TopologyOptions,
};
use proto::catalog::v1::{
    Category, CreateProductRequest, Product, catalog_service_client::CatalogServiceClient,
};
use sqlx::PgPool;

use crate::{
    Browser, Scrape, eventually_within,
    harness::{busy_consumers, missing_consumers},
    keys::TEST,
    wait::until_empty,
};

/// Options of [`Shop::start`].
#[derive(Debug, Clone, Default)]
pub struct ShopOptions {
    /// Whether PostgreSQL uses fsync, for tests that kill it.
    pub durable: bool,
    /// URL of the SMTP server; by default, mails are files in [`Shop::mail_folder`].
    pub smtp_url: Option<String>,
    /// OTLP endpoint for traces.
    pub otlp: Option<String>,
    /// Folder of the built web app; by default one without it.
    pub web_dist: Option<PathBuf>,
    /// Whether each service has two replicas, with a shutdown delay of 1 s. [`Shop::second_gateway`] starts the second
    /// gateway.
    pub replicated: bool,
    /// Settings of services, as service, name and value.
    pub settings: Vec<(&'static str, &'static str, &'static str)>,
}

/// The limits on orders, which are off unless a test sets them: tests place many orders from one address.
const ORDER_LIMITS: [&str; 11] = [
    "ORDERS_PER_ACCOUNT_HOUR",
    "ORDERS_PER_ACCOUNT_DAY",
    "ORDERS_PER_ADDRESS_HOUR",
    "ORDERS_PER_ADDRESS_DAY",
    "OPEN_ORDERS_PER_ACCOUNT",
    "HELD_PIECES_PER_ACCOUNT",
    "HELD_PIECES_PER_UNVERIFIED_ACCOUNT",
    "HELD_PIECES_PER_ADDRESS",
    "HELD_PERCENT_PER_ACCOUNT",
    "HELD_PERCENT_PER_UNVERIFIED_ACCOUNT",
    "HELD_PERCENT_PER_ADDRESS",
];

/// The running system, which stops on drop.
pub struct Shop {
    services: BTreeMap<String, Service>,
    topology: Topology,
    keys: Keys,
    /// NATS server.
    pub nats: Nats,
    /// PostgreSQL server.
    pub postgres: Postgres,
    public_url: String,
    bus: Bus,
    /// Drops before `folder`, which has the logs.
    _print_errors: PrintErrorsOnPanic,
    folder: tempfile::TempDir,
}

impl Shop {
    /// Starts all processes from the folder of the test binary and waits until they are ready.
    pub async fn start(options: ShopOptions) -> Self {
        let folder = tempfile::Builder::new()
            .prefix("shop")
            .tempdir()
            .expect("a folder");
        // PostgreSQL may run as another user.
        make_traversable(folder.path());
        let postgres = PostgresOptions {
            data: folder.path().join("postgres"),
            port: None,
            fsync: options.durable,
        };
        let postgres = Postgres::start(postgres).await.expect("PostgreSQL");
        let nats = Nats::start(NatsOptions {
            store: folder.path().join("nats"),
            port: None,
        })
        .await
        .expect("NATS");
        let bus = Bus::connect(&NatsSettings::new(nats.url()), "test")
            .await
            .expect("a valid URL");

        let ports = ServicePorts::any(&mut Ports::default()).expect("free ports");
        let public_url = format!("http://127.0.0.1:{}", ports.gateway());
        let keys = Keys {
            caller: "1".repeat(64),
            csrf: "2".repeat(64),
            refresh: "3".repeat(64),
        };
        let topology = Topology::new(TopologyOptions {
            binaries: binaries(),
            postgres_url: postgres.server_url(),
            nats_url: nats.url(),
            ports,
            keys: keys.clone(),
            public_url: public_url.clone(),
            web_dist: options
                .web_dist
                .clone()
                .unwrap_or_else(|| folder.path().to_owned()),
            mail: MailOptions {
                smtp_url: options.smtp_url.clone(),
                ..MailOptions::file_based(folder.path().join("mail"))
            },
            trusted_proxies: None,
            otlp: options.otlp.clone(),
            log_folder: folder.path().join("logs"),
        });

        for database in Topology::databases() {
            local::create_database(&postgres.server_url(), database)
                .await
                .expect("a database");
        }
        let mut specs = topology.services();
        configure(&mut specs, &options.settings);
        migrate(&specs).await;
        if options.replicated {
            replicate(&mut specs);
        }
        let mut services = BTreeMap::new();
        for spec in specs {
            services.insert(
                spec.name.clone(),
                Service::start(spec).expect("the program starts"),
            );
        }
        let mut shop = Self {
            services,
            topology,
            keys,
            nats,
            postgres,
            public_url,
            bus,
            _print_errors: PrintErrorsOnPanic(folder.path().join("logs")),
            folder,
        };
        for name in shop.service_names() {
            shop.service(&name)
                .wait_ready(Duration::from_secs(30))
                .await
                .expect("ready");
        }
        let consumers: Vec<_> = Topology::consumers().collect();
        until_empty(Duration::from_secs(10), "the consumers exist", || {
            missing_consumers(&shop.bus, &consumers)
        })
        .await;
        shop
    }

    /// Returns the public URL, without a trailing slash.
    pub fn url(&self) -> &str {
        &self.public_url
    }

    /// Returns the names of all services and the gateway.
    pub fn service_names(&self) -> Vec<String> {
        self.services.keys().cloned().collect()
    }

    /// Returns a process, to stop and restart it.
    pub fn service(&mut self, name: &str) -> &mut Service {
        self.services
            .get_mut(name)
            .unwrap_or_else(|| panic!("no service {name}"))
    }

    /// Starts a second gateway on a free port; returns it and its URL.
    pub async fn second_gateway(&self) -> (Service, String) {
        let mut spec = self.services["gateway"].spec().clone();
        let address = format!("127.0.0.1:{}", Ports::default().any().expect("a free port"));
        spec.environment.insert("LISTEN".to_owned(), address.clone());
        spec.log = self.folder.path().join("logs/gateway-2.log");
        spec.readiness = local::Readiness::Http(format!("http://{address}/health/ready"));
        let mut gateway = Service::start(spec).expect("the program starts");
        gateway.wait_ready(Duration::from_secs(30)).await.expect("ready");
        (gateway, format!("http://{address}"))
    }

    /// Runs a subcommand of a service and returns its standard output.
    pub async fn command(&self, service: &str, arguments: &[&str]) -> String {
        let spec = self.services[service].spec();
        let output = tokio::process::Command::new(&spec.binary)
            .args(arguments)
            .envs(&spec.environment)
            .output()
            .await
            .expect("the program starts");
        assert!(
            output.status.success(),
            "{arguments:?}: {}",
            String::from_utf8_lossy(&output.stderr)
        );
        String::from_utf8_lossy(&output.stdout).into_owned()
    }

    /// Creates a connection pool of the test for a service's database.
    pub fn database(&self, service: &str) -> PgPool {
        sqlx::postgres::PgPoolOptions::new()
            .max_connections(4)
            .acquire_timeout(Duration::from_secs(30))
            .connect_lazy(&self.postgres.url(service))
            .expect("a valid address")
    }

    /// Returns the test's connection to NATS.
    pub const fn bus(&self) -> &Bus {
        &self.bus
    }

    /// Creates a client for a service's rpcs, on behalf of every caller that may call it.
    pub fn client(&self, service: &str) -> Client {
        let keys = Topology::callers(service).map(|caller| {
            let keys = self.keys.pair(caller, service).parse();
            (caller.to_owned(), keys.expect("a key that is long enough"))
        });
        Client::new(
            &format!("http://{}", self.topology.address(service)),
            Signer::with_issuers(TEST, service, keys),
            &GrpcSettings::default(),
        )
        .expect("a valid address")
    }

    /// Creates an active product and returns its id. Without `stock`, it is made to order.
    pub async fn product(
        &self,
        code: &str,
        price_minor: i64,
        discount_percent: u32,
        stock: Option<i64>,
    ) -> i64 {
        let text = |suffix: &str| {
            Some(proto::common::v1::LocalizedText {
                az: format!("{code} şkaf {suffix}"),
                ru: format!("{code} шкаф {suffix}"),
                en: format!("{code} wardrobe {suffix}"),
            })
        };
        let product = Product {
            code: code.to_owned(),
            name: text(""),
            description: text("text"),
            external_measurement: text("outside"),
            internal_measurement: text("inside"),
            features: text("features"),
            price_minor,
            discount_percent,
            category: Some(Category {
                id: 1,
                ..Category::default()
            }),
            stock_quantity: stock,
            is_active: true,
            colors: vec!["oak".to_owned()],
            images: vec![proto::catalog::v1::Image {
                url: format!("/images/products/{}/1-960.svg", code.to_lowercase()),
                width: 960,
                height: 1200,
                ..Default::default()
            }],
            ..Product::default()
        };
        let request = on_behalf_of(
            &Caller {
                kind: CallerKind::Operator,
                language: Language::En,
            },
            CreateProductRequest {
                product: Some(product),
            },
        );
        let response = CatalogServiceClient::new(self.client("catalog"))
            .create_product(request)
            .await;
        response.expect("the product is created").into_inner().product_id
    }

    /// Creates a browser without cookies.
    pub fn visitor(&self) -> Browser {
        Browser::new(self.url())
    }

    /// Registers and signs in a customer.
    pub async fn customer(&self, name: &str) -> Browser {
        let browser = self.visitor();
        browser.register(name).await;
        browser.sign_in(name).await;
        browser
    }

    /// Waits at most 30 s until all outboxes are published and all consumers are idle.
    pub async fn wait_until_idle(&self) {
        self.wait_until_idle_within(Duration::from_secs(30)).await;
    }

    /// As [`Shop::wait_until_idle`], with a timeout.
    pub async fn wait_until_idle_within(&self, timeout: Duration) {
        for service in Topology::databases() {
            let pool = self.database(service);
            until_empty(
                timeout,
                &format!("the outbox of {service} is published"),
                || async {
                    let query = sqlx::query_scalar::<_, String>(
                        "select subject from outbox where published_at is null",
                    );
                    query
                        .fetch_all(&pool)
                        .await
                        .unwrap_or_else(|error| vec![error.to_string()])
                },
            )
            .await;
        }
        until_empty(timeout, "all events are handled", || busy_consumers(&self.bus)).await;
    }

    /// Restarts exited processes and waits until all are ready.
    pub async fn restart_exited(&mut self) {
        if self.postgres.has_exited() {
            self.postgres.restart().await.expect("PostgreSQL restarts");
        }
        if self.nats.has_exited() {
            self.nats.restart().await.expect("NATS restarts");
        }
        for service in self.services.values_mut() {
            if service.has_exited() {
                service.restart().await.expect("the program starts");
            }
        }
        for (name, service) in &mut self.services {
            let ready = service.wait_ready(Duration::from_mins(1)).await;
            ready.unwrap_or_else(|error| panic!("{name} is not ready: {error:#}"));
        }
    }

    /// Returns the last 40 lines of a service's log, for panic messages.
    pub fn log_tail(&self, service: &str) -> String {
        let log = self.folder.path().join(format!("logs/{service}.log"));
        let text = std::fs::read_to_string(log).unwrap_or_default();
        let lines: Vec<_> = text.lines().collect();
        lines
            .iter()
            .rev()
            .take(40)
            .rev()
            .copied()
            .collect::<Vec<_>>()
            .join("\n")
    }

    /// Returns a service's log.
    pub fn full_log(&self, service: &str) -> String {
        let log = self.folder.path().join(format!("logs/{service}.log"));
        std::fs::read_to_string(log).unwrap_or_default()
    }

    /// Fetches a service's metrics.
    pub async fn scrape(&self, service: &str) -> Scrape {
        Scrape::fetch(&self.admin_address(service)).await
    }

    /// Returns the address of a service's metrics as `host:port`; each start has a free port.
    pub fn admin_address(&self, service: &str) -> String {
        let log = self.full_log(service);
        let (_, after) = log
            .rsplit_once("\"admin\":\"")
            .expect("the admin address in the log");
        let (address, _) = after.split_once('"').expect("a JSON line");
        address.to_owned()
    }

    /// Returns the folder of all data; NATS's is `nats` in it.
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// Returns the folder of mails without an SMTP server.
    pub fn mail_folder(&self) -> PathBuf {
        self.folder.path().join("mail")
    }

    /// Waits at most 30 s until the cart is empty.
    pub async fn wait_until_cart_is_empty(&self, browser: &Browser) {
        eventually_within(Duration::from_secs(30), "the cart is empty", || async {
            let cart = browser.get("carts/current").await;
            let lines = cart.body["data"]["cartItems"].as_array().map(Vec::len);
            (cart.status == 200 && lines == Some(0)).then_some(())
        })
        .await;
    }
}

/// Turns the limits on orders off, and that on the mails of their unverified customers, and applies the settings of the test.
fn configure(specs: &mut [ServiceSpec], settings: &[(&'static str, &'static str, &'static str)]) {
    let no_limits = ORDER_LIMITS.map(|name| ("order", name, "0"));
    let many_mails = [
        ("notification", "MAIL_UNPROVEN_DAY", "1000000"),
        ("notification", "MAIL_SHOP_HOUR", "1000000"),
    ];
    for (service, name, value) in no_limits.iter().chain(&many_mails).chain(settings) {
        let spec = specs.iter_mut().find(|spec| spec.name == *service);
        let spec = spec.unwrap_or_else(|| panic!("no service {service}"));
        spec.environment.insert((*name).to_owned(), (*value).to_owned());
    }
}

async fn migrate(specs: &[ServiceSpec]) {
    let migrations = specs
        .iter()
        .filter(|spec| spec.environment.contains_key("POSTGRES_URL"))
        .map(|spec| {
            tokio::process::Command::new(&spec.binary)
                .arg("migrate")
                .envs(&spec.environment)
                .stdout(Stdio::null())
                .status()
        });
    for migrated in futures::future::join_all(migrations).await {
        assert!(
            migrated.expect("the program starts").success(),
            "migration failed"
        );
    }
}

/// Adds a replica `<service>-2` of each gRPC service, and its address to the settings of the callers.
fn replicate(specs: &mut Vec<ServiceSpec>) {
    let mut ports = Ports::default();
    let mut replicas = Vec::new();
    for first in specs
        .iter()
        .filter(|spec| matches!(spec.readiness, Readiness::Grpc(_)))
    {
        let address = format!("127.0.0.1:{}", ports.any().expect("a free port"));
        let mut replica = first.clone();
        replica.name = format!("{}-2", first.name);
        replica.log.set_file_name(format!("{}.log", replica.name));
        replica.readiness = Readiness::Grpc(address.clone());
        replica.environment.insert("LISTEN".to_owned(), address);
        replicas.push(replica);
    }
    specs.extend(replicas.clone());
    for spec in specs.iter_mut() {
        spec.environment
            .insert("SHUTDOWN_DELAY_SECONDS".to_owned(), "1".to_owned());
    }
    for replica in replicas {
        let service = replica.name.trim_end_matches("-2").to_uppercase();
        for caller in specs.iter_mut() {
            if let Some(url) = caller.environment.get_mut(&format!("{service}_URL")) {
                *url = format!("{url},http://{}", replica.environment["LISTEN"]);
            }
        }
    }
}

/// Returns the folder of the binaries: the test binary's, without `deps`.
fn binaries() -> PathBuf {
    let test = std::env::current_exe().expect("the path of the test binary");
    let folder = test.ancestors().nth(2).expect("target/<profile>/deps/<test>");
    let gateway = folder.join("gateway");
    assert!(
        gateway.exists(),
        "{} is missing: run `cargo build --bins` first",
        gateway.display()
    );
    folder.to_owned()
}

fn make_traversable(folder: &Path) {
    use std::os::unix::fs::PermissionsExt as _;
    std::fs::set_permissions(folder, std::fs::Permissions::from_mode(0o755)).expect("own folder");
}

/// Prints logged errors if the test panics, as the logs are deleted with the shop.
struct PrintErrorsOnPanic(PathBuf);

impl Drop for PrintErrorsOnPanic {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            return;
        }
        let logs = std::fs::read_dir(&self.0).into_iter().flatten().flatten();
        for log in logs {
            let text = std::fs::read(log.path()).unwrap_or_default();
            let text = String::from_utf8_lossy(&text);
            let errors: Vec<_> = text.lines().filter(|line| line.contains("ERROR")).collect();
            for line in errors.iter().rev().take(10).rev() {
                eprintln!("{}: {line}", log.file_name().display());
            }
        }
    }
}
