//! `cargo xtask up`: builds and runs the shop.

pub(crate) mod build;
mod requirements;
pub(crate) mod web;

use std::time::Instant;

use anyhow::{Result, ensure};
use local::{
    Keys, MailOptions, NatsOptions, Ports, PostgresOptions, ServicePorts, Topology, TopologyOptions,
};
use operator::{Clients, seed};
use tokio::signal::unix::{SignalKind, signal};
use toolkit::{
    console::print_status,
    installation::{Installation, InstallationLock},
    services::prepare_servers,
    workspace::{Profile, Workspace},
};

use crate::servers::{ExternalServers, Servers, Services};

/// Options of `up`.
#[derive(Debug, clap::Args)]
pub(crate) struct UpArguments {
    /// Remove the data, logs and keys of earlier runs first.
    #[arg(long)]
    fresh: bool,
    /// The preferred port of the shop.
    #[arg(long)]
    port: Option<u16>,
    /// Compile as for the images, for measurements; the first time takes minutes longer.
    #[arg(long)]
    release: bool,
    /// The OTLP endpoint (gRPC) for traces, such as `http://127.0.0.1:4317`.
    #[arg(long, env = "OTEL_EXPORTER_OTLP_ENDPOINT")]
    otlp: Option<String>,
    #[command(flatten)]
    servers: ExternalServers,
    #[command(flatten)]
    mail: MailArguments,
}

/// Mail settings.
#[derive(Debug, clap::Args)]
struct MailArguments {
    /// The mail server, `smtp://user:password@host:587?tls=required`; missing = files in the data folder.
    #[arg(long, env = "SMTP_URL", hide_env_values = true)]
    smtp_url: Option<String>,
    /// The sender, `Name <address>`.
    #[arg(long, env = "MAIL_FROM")]
    mail_from: Option<String>,
    /// The address at which the shop receives mail.
    #[arg(long, env = "SHOP_EMAIL")]
    shop_email: Option<String>,
}

impl MailArguments {
    /// Fills in the defaults.
    fn into_options(self, folder: std::path::PathBuf) -> MailOptions {
        let defaults = MailOptions::file_based(folder);
        MailOptions {
            smtp_url: self.smtp_url.filter(|url| !url.is_empty()),
            from: self.mail_from.unwrap_or(defaults.from),
            shop: self.shop_email.unwrap_or(defaults.shop),
            folder: defaults.folder,
        }
    }
}

/// Runs the shop until Ctrl-C or SIGTERM.
pub(crate) async fn run(arguments: UpArguments) -> Result<()> {
    let mut interrupt = signal(SignalKind::interrupt())?;
    let mut terminate = signal(SignalKind::terminate())?;
    let mut stop = std::pin::pin!(async {
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
        }
    });

    // Dropping the future stops the processes that it has started.
    let started = tokio::select! {
        started = start(arguments) => started?,
        () = &mut stop => {
            print_status("stopped before the shop was ready");
            return Ok(());
        }
    };
    let Started {
        mut services,
        mut servers,
        lock,
    } = started;
    tokio::select! {
        () = services.supervise(&mut servers) => {}
        () = &mut stop => {}
    }
    print_status("stopping the services, then NATS and PostgreSQL; the data stays");
    services.stop().await?;
    servers.stop().await?;
    drop(lock);
    Ok(())
}

struct Started {
    services: Services,
    servers: Servers,
    lock: InstallationLock,
}

async fn start(arguments: UpArguments) -> Result<Started> {
    let started = Instant::now();
    let workspace = Workspace::find().await?;
    requirements::check(&arguments.servers).await?;
    let installation = Installation::open(&workspace.root)?;
    let lock = installation.lock()?;
    print_status(&format!(
        "data, logs and servers are in {}",
        installation.folder().display()
    ));
    if arguments.fresh {
        ensure!(
            arguments.servers.postgres_url.is_none(),
            "--fresh removes private data only; drop the databases of STOREFRONT_POSTGRES_URL by hand"
        );
        lock.remove_data()?;
        print_status("removed the data of earlier runs");
    }
    let keys = installation.keys()?;
    let profile = if arguments.release {
        Profile::Dist
    } else {
        Profile::Dev
    };

    let mut ports = Ports::default();
    let service_ports = ServicePorts::choose(&mut ports, arguments.port)?;
    let postgres = PostgresOptions {
        data: installation.postgres(),
        port: None,
        fsync: true,
    };
    let nats = NatsOptions {
        store: installation.nats(),
        port: None,
    };
    let (servers, (), ()) = tokio::try_join!(
        Servers::start(arguments.servers, &mut ports, postgres, nats),
        build::services(&workspace, profile),
        web::build(&workspace),
    )?;

    let options = TopologyOptions {
        binaries: workspace.binaries(profile),
        postgres_url: servers.postgres_url(),
        nats_url: servers.nats_url(),
        public_url: format!("http://localhost:{}", service_ports.gateway()),
        ports: service_ports,
        keys: keys.clone(),
        web_dist: workspace.web_dist(),
        mail: arguments.mail.into_options(installation.mail()),
        trusted_proxies: None,
        otlp: arguments.otlp,
        log_folder: installation.logs(),
    };
    let services = start_services(&options, &keys, &workspace).await?;
    lock.record_running(&options)?;
    print_status(&format!(
        "ready after {:.1} s; Ctrl-C stops it",
        started.elapsed().as_secs_f64()
    ));
    match &options.mail.smtp_url {
        Some(_) => print_status("mail goes to the given mail server"),
        None => print_status(&format!("mail goes into {}", options.mail.folder.display())),
    }
    print_status(&format!("the shop: {}", options.public_url));
    Ok(Started {
        services,
        servers,
        lock,
    })
}

/// Migrates the databases, starts the services, and seeds an empty shop.
pub(crate) async fn start_services(
    options: &TopologyOptions,
    keys: &Keys,
    workspace: &Workspace,
) -> Result<Services> {
    print_status("migrating the databases");
    let topology = Topology::new(options.clone());
    prepare_servers(&topology, &options.postgres_url).await?;
    print_status("starting the services");
    let services = Services::start(&topology).await?;
    seed::fill_empty(&Clients::new(topology, keys)?, &workspace.root).await?;
    Ok(services)
}
