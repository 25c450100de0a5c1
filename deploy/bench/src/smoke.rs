//! `--smoke`: each row with a few requests, without timing.

use anyhow::{Context as _, Result, ensure};
use toolkit::console::print_status;

use crate::{
    desk, import,
    limit::LimitServer,
    load::flow::{Amount, Flow, Task},
    measure::{check_read, run_flow},
    metrics, process,
    rows::{Limit, Load, READERS, Read, Row},
    setup::Setup,
};

/// Requests of a read.
const READS: u32 = 64;

/// The most clients of a flow: an unoptimized build on a busy machine would time out with more.
pub(crate) const CLIENTS: u32 = 8;

/// Flows of each client.
const FLOWS: u32 = 2;

/// Shoppers beside an import.
const SHOPPERS: u32 = 2;

/// Records of the desk.
const QUOTES: i32 = 100;
const ORDERS: i32 = 200;

/// Products of the rows at a large number.
pub(crate) const LARGE: i32 = 2_000;

/// Checks that each row gets the right answers.
///
/// # Errors
/// If one is wrong; the error names the row.
pub(crate) async fn run(setup: &mut Setup, rows: &[Row]) -> Result<()> {
    for row in rows {
        run_row(setup, *row)
            .await
            .with_context(|| format!("the row {} failed", row.name()))?;
        print_status(&format!("{}: right answers", row.name()));
    }
    Ok(())
}

async fn run_row(setup: &mut Setup, row: Row) -> Result<()> {
    if row.is_large() && setup.product_count < LARGE {
        setup.grow(LARGE).await?;
    }
    if row == Row::Desk {
        desk::insert(setup.shop.postgres(), QUOTES, ORDERS).await?;
    }
    if row == Row::DeskLarge {
        desk::insert_team(setup.shop.postgres()).await?;
    }
    let definition = row.definition();
    match definition.load {
        Load::Read(read) => {
            let answer = check_read(setup, read).await?;
            if definition.limit == Limit::SameBytes {
                let folder = setup.shop.folder();
                LimitServer::start(folder, &row.name(), &answer.content_type, &answer.body).await?;
            }
            let reads = send_reads(setup, read);
            if row == Row::ListBusy {
                let calls = metrics::list_calls(setup).await?;
                ensure!(calls > 0.0, "the catalog counts no ListProducts");
                let buyers = run_flow(setup, Flow::Purchase, 4, Amount::Flows(4 * FLOWS));
                tokio::try_join!(reads, async { buyers.await.map(|_| ()) })?;
            } else {
                reads.await?;
            }
        }
        Load::Flow(flow, clients) => {
            let clients = clients.min(CLIENTS);
            let sample = run_flow(setup, flow, clients, Amount::Flows(clients * FLOWS)).await?;
            ensure!(
                sample.count >= f64::from(clients * FLOWS),
                "{} of {} flows were completed",
                sample.count,
                clients * FLOWS
            );
        }
        Load::Import(_) => {
            import::run(setup, import::SMOKE, SHOPPERS).await?;
        }
        Load::None => {
            let memory = process::memory(&setup.shop.service_processes())?;
            ensure!(
                memory.values().all(|memory| memory.peak > 0),
                "no memory: {memory:?}"
            );
            let times = process::processor_times(&setup.shop.processes())?;
            ensure!(
                times.values().any(|time| !time.is_zero()),
                "no processor time: {times:?}"
            );
        }
    }
    Ok(())
}

async fn send_reads(setup: &Setup, read: Read) -> Result<()> {
    let task = Task {
        flow: Flow::Read,
        urls: setup.shop.urls().to_vec(),
        connections: READERS,
        paths: read
            .paths(&setup.products)
            .into_iter()
            .take(usize::try_from(READS)?)
            .collect(),
        contains: read.contains().to_owned(),
        cookie: read.cookie(),
        buyers: Vec::new(),
        products: Vec::new(),
    };
    let sample = setup.flows.run(&task, Amount::Flows(READS)).await?;
    ensure!(sample.refused == 0.0, "{} requests were refused", sample.refused);
    Ok(())
}
