//! `cargo xtask up`: from a fresh checkout to a shop that can be visited.

pub(crate) mod build;
mod requirements;
pub(crate) mod web;

use std::time::Instant;

use anyhow::{Result, ensure};
use local::{
    Keys, MailOptions, NatsOptions, Ports, PostgresOptions, ServicePorts, Topology, TopologyOptions,
};
use tokio::signal::unix::{SignalKind, signal};

use crate::{
    clients::Clients,
    console::say,
    installation::{Hold, Installation},
    seed,
    shop::{self, GivenServers, Servers, Services},
    workspace::{Profile, Workspace},
};

/// What a person may choose about the running shop.
#[derive(Debug, clap::Args)]
pub(crate) struct UpArguments {
    /// Start empty: remove the data, the logs and the keys of earlier runs.
    #[arg(long)]
    fresh: bool,
    /// The port of the shop; the next free one where it is taken.
    #[arg(long)]
    port: Option<u16>,
    /// Compile quickly instead of for speed, for those who change the services.
    #[arg(long)]
    dev: bool,
    /// Where traces go by OTLP over gRPC, such as `http://127.0.0.1:4317`.
    #[arg(long, env = "OTEL_EXPORTER_OTLP_ENDPOINT")]
    otlp: Option<String>,
    #[command(flatten)]
    servers: GivenServers,
    #[command(flatten)]
    mail: MailArguments,
}

/// How the shop's mail goes out.
#[derive(Debug, clap::Args)]
struct MailArguments {
    /// A mail server, `smtp://user:password@host:587?tls=required`; missing = files below the shop's data.
    #[arg(long, env = "SMTP_URL", hide_env_values = true)]
    smtp_url: Option<String>,
    /// Who the letters are from, `Name <address>`.
    #[arg(long, env = "MAIL_FROM")]
    mail_from: Option<String>,
    /// Where the shop reads its mail.
    #[arg(long, env = "SHOP_EMAIL")]
    shop_email: Option<String>,
}

impl MailArguments {
    /// With what was not said.
    fn into_options(self, folder: std::path::PathBuf) -> MailOptions {
        let usual = MailOptions::into_folder(folder);
        MailOptions {
            smtp_url: self.smtp_url.filter(|url| !url.is_empty()),
            from: self.mail_from.unwrap_or(usual.from),
            shop: self.shop_email.unwrap_or(usual.shop),
            folder: usual.folder,
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

    // Whatever runs when the start is broken off ends with its value.
    let started = tokio::select! {
        started = start(arguments) => started?,
        () = &mut stop => {
            say("stopped before the shop was ready");
            return Ok(());
        }
    };
    let Started {
        mut services,
        mut servers,
        hold,
    } = started;
    tokio::select! {
        () = services.supervise(&mut servers) => {}
        () = &mut stop => {}
    }
    say("stopping the services, then NATS and PostgreSQL; the data stays");
    services.stop().await?;
    servers.stop().await?;
    drop(hold);
    Ok(())
}

struct Started {
    services: Services,
    servers: Servers,
    hold: Hold,
}

async fn start(arguments: UpArguments) -> Result<Started> {
    let began = Instant::now();
    let workspace = Workspace::find().await?;
    requirements::check(&arguments.servers).await?;
    let installation = Installation::of(&workspace.root)?;
    let hold = installation.hold()?;
    say(&format!(
        "data, logs and servers are in {}",
        installation.folder().display()
    ));
    if arguments.fresh {
        ensure!(
            arguments.servers.postgres_url.is_none(),
            "--fresh removes private data only; drop the databases of STOREFRONT_POSTGRES_URL by hand"
        );
        hold.empty()?;
        say("removed the data of earlier runs");
    }
    let keys = installation.keys()?;
    let profile = if arguments.dev { Profile::Dev } else { Profile::Up };

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
        otlp: arguments.otlp,
        log_folder: installation.logs(),
    };
    let services = open(&options, &keys, &workspace).await?;
    hold.note(&options)?;
    say(&format!(
        "ready after {:.1} s; Ctrl-C stops it",
        began.elapsed().as_secs_f64()
    ));
    match &options.mail.smtp_url {
        Some(_) => say("mail goes to the given mail server"),
        None => say(&format!("mail goes into {}", options.mail.folder.display())),
    }
    say(&format!("the shop: {}", options.public_url));
    Ok(Started {
        services,
        servers,
        hold,
    })
}

/// Brings the databases up to date, starts the services and fills an empty catalogue.
pub(crate) async fn open(options: &TopologyOptions, keys: &Keys, workspace: &Workspace) -> Result<Services> {
    say("bringing the databases up to date");
    let topology = Topology::new(options.clone());
    shop::prepare(&topology, &options.postgres_url).await?;
    say("starting the services");
    let services = Services::start(&topology).await?;
    seed::fill_empty(&Clients::new(topology, keys)?, &workspace.root).await?;
    Ok(services)
}
