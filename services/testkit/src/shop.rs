//! The whole shop: PostgreSQL, NATS and each service as a process of its own.

use std::{collections::BTreeMap, path::PathBuf, process::Stdio, time::Duration};

use kit::{
    caller::{Caller, CallerKeys, CallerKind},
    domain::Language,
    events::bus::Bus,
    grpc::{Client, client::on_behalf_of},
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
    Scrape, Shopper,
    bench::{missing, unhandled},
    eventually_within,
    wait::until_empty,
};

/// What the services hear with: a shop is not whole before the stream knows all of them.
const CONSUMERS: [&str; 13] = [
    "cart-subtract-ordered",
    "catalog-count-quotes",
    "catalog-mark-sold",
    "catalog-release",
    "catalog-return",
    "notification-greet-user",
    "notification-send-catalogue",
    "notification-send-reset",
    "notification-tell-cancel",
    "notification-tell-message",
    "notification-tell-move",
    "notification-tell-order",
    "notification-tell-quote",
];

/// How a shop is started.
#[derive(Debug, Clone, Default)]
pub struct ShopOptions {
    /// Whether PostgreSQL syncs to disk, as it does in earnest. Tests that kill it need that.
    pub durable: bool,
    /// The mail server; missing = files in [`Shop::mail_folder`].
    pub smtp_url: Option<String>,
    /// Where traces go.
    pub otlp: Option<String>,
    /// The folder of the built web app; missing = a folder without one.
    pub web_dist: Option<PathBuf>,
    /// Whether each service runs twice, its callers know both, and whoever is to stop takes requests for another second.
    /// The second gateway is [`Shop::second_gateway`].
    pub replicated: bool,
}

/// See the module. All of it ends with this value.
pub struct Shop {
    services: BTreeMap<String, Service>,
    topology: Topology,
    keys: Keys,
    /// The shop's NATS.
    pub nats: Nats,
    /// The shop's PostgreSQL.
    pub postgres: Postgres,
    public_url: String,
    bus: Bus,
    /// Speaks before the folder goes.
    _last_words: LastWords,
    folder: tempfile::TempDir,
}

impl Shop {
    /// Starts everything and waits until it is ready. The programs are those beside the test's own.
    pub async fn start(options: ShopOptions) -> Self {
        let folder = tempfile::Builder::new()
            .prefix("shop")
            .tempdir()
            .expect("a folder");
        // PostgreSQL may run as another user, who must be able to pass through.
        set_passable(folder.path());
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
        let bus = Bus::connect(&nats.url(), "test")
            .await
            .expect("an address of NATS");

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
                ..MailOptions::into_folder(folder.path().join("mail"))
            },
            otlp: options.otlp.clone(),
            log_folder: folder.path().join("logs"),
        });

        for database in Topology::databases() {
            local::create_database(&postgres.server_url(), database)
                .await
                .expect("a database");
        }
        let mut specs = topology.services();
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
            _last_words: LastWords(folder.path().join("logs")),
            folder,
        };
        for name in shop.service_names() {
            shop.service(&name)
                .wait_ready(Duration::from_secs(30))
                .await
                .expect("ready");
        }
        until_empty(Duration::from_secs(10), "the consumers are there", || {
            missing(&shop.bus, &CONSUMERS)
        })
        .await;
        shop
    }

    /// The shop's address, without a slash at the end.
    pub fn url(&self) -> &str {
        &self.public_url
    }

    /// The names of all processes of ours.
    pub fn service_names(&self) -> Vec<String> {
        self.services.keys().cloned().collect()
    }

    /// One of the processes, to kill and start.
    pub fn service(&mut self, name: &str) -> &mut Service {
        self.services
            .get_mut(name)
            .unwrap_or_else(|| panic!("there is no service {name}"))
    }

    /// Starts another gateway beside the first, on a port of its own; answers it and its address.
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

    /// Runs a subcommand of a service with its settings; answers what it printed.
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

    /// Connections to a service's database, beside its own.
    pub fn database(&self, service: &str) -> PgPool {
        sqlx::postgres::PgPoolOptions::new()
            .max_connections(4)
            .acquire_timeout(Duration::from_secs(30))
            .connect_lazy(&self.postgres.url(service))
            .expect("an address made here")
    }

    /// The test's own connection to NATS.
    pub const fn bus(&self) -> &Bus {
        &self.bus
    }

    /// A client for a service's rpcs; what it signs is accepted.
    pub fn client(&self, service: &str) -> Client {
        let keys: CallerKeys = self.keys.caller.parse().expect("a key that is long enough");
        Client::new(
            &format!("http://{}", self.topology.address(service)),
            "test",
            keys,
        )
        .expect("an address made here")
    }

    /// Adds an active product; answers its id. `stock` missing = made to order.
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
                kind: CallerKind::Staff(None),
                language: Language::En,
            },
            CreateProductRequest {
                product: Some(product),
            },
        );
        let answer = CatalogServiceClient::new(self.client("catalog"))
            .create_product(request)
            .await;
        answer
            .expect("the catalogue takes a product")
            .into_inner()
            .product_id
    }

    /// A visitor with an empty cookie jar.
    pub fn visitor(&self) -> Shopper {
        Shopper::new(self.url())
    }

    /// A customer who has just registered and signed in.
    pub async fn customer(&self, name: &str) -> Shopper {
        let shopper = self.visitor();
        shopper.register(name).await;
        shopper.sign_in(name).await;
        shopper
    }

    /// Waits until everything that happened has had its effect everywhere.
    pub async fn settle(&self) {
        self.settle_within(Duration::from_secs(30)).await;
    }

    /// As [`Shop::settle`], with patience of one's own.
    pub async fn settle_within(&self, patience: Duration) {
        for service in Topology::databases() {
            let pool = self.database(service);
            until_empty(patience, &format!("the outbox of {service} is sent"), || async {
                let left =
                    sqlx::query_scalar::<_, String>("select subject from outbox where published_at is null");
                left.fetch_all(&pool)
                    .await
                    .unwrap_or_else(|error| vec![error.to_string()])
            })
            .await;
        }
        until_empty(patience, "everything is handled", || unhandled(&self.bus)).await;
    }

    /// Starts what has died and waits until all is ready again.
    pub async fn heal(&mut self) {
        if self.postgres.has_exited() {
            self.postgres.restart().await.expect("PostgreSQL starts again");
        }
        if self.nats.has_exited() {
            self.nats.restart().await.expect("NATS starts again");
        }
        for service in self.services.values_mut() {
            if service.has_exited() {
                service.restart().await.expect("the program starts");
            }
        }
        for (name, service) in &mut self.services {
            let ready = service.wait_ready(Duration::from_mins(1)).await;
            ready.unwrap_or_else(|error| panic!("{name} is not ready again: {error:#}"));
        }
    }

    /// The last lines of a service's log, for a failing test to show.
    pub fn log(&self, service: &str) -> String {
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

    /// All that a service has logged.
    pub fn whole_log(&self, service: &str) -> String {
        let log = self.folder.path().join(format!("logs/{service}.log"));
        std::fs::read_to_string(log).unwrap_or_default()
    }

    /// What a service shows of itself now.
    pub async fn scrape(&self, service: &str) -> Scrape {
        let log = self.whole_log(service);
        // It picked a port by itself; a service that was started again has said so twice.
        let (_, after) = log
            .rsplit_once("\"admin\":\"")
            .expect("the log says where operators ask");
        let (address, _) = after.split_once('"').expect("a line of JSON");
        Scrape::of(address).await
    }

    /// Where letters lie as files.
    pub fn mail_folder(&self) -> PathBuf {
        self.folder.path().join("mail")
    }

    /// Waits until a shopper's cart has no lines.
    pub async fn cart_is_cleared(&self, shopper: &Shopper) {
        eventually_within(Duration::from_secs(30), "the cart is cleared", || async {
            let cart = shopper.get("carts/current").await;
            let lines = cart.body["data"]["cartItems"].as_array().map(Vec::len);
            (cart.status == 200 && lines == Some(0)).then_some(())
        })
        .await;
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
            "a migration has failed"
        );
    }
}

/// Adds a second process, named `<service>-2`, for each that has rpcs, and tells all who call it.
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

/// The folder of the programs: the test's own, without `deps`.
fn binaries() -> PathBuf {
    let test = std::env::current_exe().expect("the test's own path");
    let folder = test.ancestors().nth(2).expect("target/<profile>/deps/<test>");
    let gateway = folder.join("gateway");
    assert!(
        gateway.exists(),
        "{} is missing: run `cargo build --bins` first",
        gateway.display()
    );
    folder.to_owned()
}

fn set_passable(folder: &std::path::Path) {
    use std::os::unix::fs::PermissionsExt as _;
    std::fs::set_permissions(folder, std::fs::Permissions::from_mode(0o755)).expect("own folder");
}

/// Shows what the services logged as errors where a test fails: the logs go with the shop.
struct LastWords(PathBuf);

impl Drop for LastWords {
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
