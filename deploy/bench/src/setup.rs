//! A shop with products and buyers, and the tools that make load.

use std::{path::PathBuf, time::Duration};

use anyhow::{Context as _, Result};
use indicatif::{ProgressBar, ProgressStyle};
use toolkit::{console::print_status, installation::Installation};

use crate::{
    buyers::{self, Buyer},
    check::{self, Availability},
    load::{flow::FlowTool, oha::Oha, pgbench::Pgbench},
    products,
    rows::BASE_PRODUCTS,
    shop::{Shop, ShopOptions},
};

const TIMEOUT: Duration = Duration::from_secs(30);

/// The tools of measurements with timing.
pub(crate) struct Tools {
    pub(crate) oha: Oha,
    pub(crate) pgbench: Pgbench,
}

/// Setup of a measurement.
pub(crate) struct Setup {
    pub(crate) shop: Shop,
    pub(crate) http: reqwest::Client,
    pub(crate) flows: FlowTool,
    /// Missing for `--smoke`, and if no row needs them.
    tools: Option<Tools>,
    pub(crate) buyers: Vec<Buyer>,
    /// Ids of the first 1,000 products.
    pub(crate) products: Vec<i64>,
    pub(crate) product_count: i32,
}

/// Options of a setup.
#[derive(Debug, Clone)]
pub(crate) struct SetupOptions {
    pub(crate) shop: ShopOptions,
    pub(crate) buyers: u32,
    /// Whether oha and pgbench are needed.
    pub(crate) has_tools: bool,
    /// The path of pgbench.
    pub(crate) pgbench: Option<PathBuf>,
}

impl Setup {
    /// Installs the tools, and starts a shop with 1,000 products and some buyers.
    ///
    /// # Errors
    /// If a tool is missing, or the shop does not start.
    pub(crate) async fn start(installation: &Installation, options: SetupOptions) -> Result<Self> {
        let tools_folder = installation.folder().join("tools");
        let flows = FlowTool::install(&tools_folder).await?;
        let oha = if options.has_tools {
            Some(Oha::install(&tools_folder).await?)
        } else {
            None
        };
        let shop = Shop::start(installation, &options.shop).await?;
        let tools = match oha {
            Some(oha) => {
                let (url, port) = (shop.postgres().server_url(), shop.postgres().port());
                let pgbench = Pgbench::prepare(options.pgbench, &url, port).await?;
                Some(Tools { oha, pgbench })
            }
            None => None,
        };
        let http = reqwest::Client::builder().timeout(TIMEOUT).build()?;
        products::insert(&shop.postgres().url("catalog"), 0, BASE_PRODUCTS, |_| {}).await?;
        let buyers = buyers::sign_in(shop.url(), options.buyers).await?;
        let products = products::ids(&shop.postgres().url("catalog"), BASE_PRODUCTS).await?;
        check::wait_for_search(&http, shop.url(), BASE_PRODUCTS).await?;
        Ok(Self {
            shop,
            http,
            flows,
            tools,
            buyers,
            products,
            product_count: BASE_PRODUCTS,
        })
    }

    /// The tools of measurements with timing.
    pub(crate) fn tools(&self) -> Result<&Tools> {
        self.tools.as_ref().context("the rows need no oha and pgbench")
    }

    /// Inserts products until there are `target`, and waits until the search knows them. Returns whether the search
    /// answered meanwhile.
    ///
    /// # Errors
    /// If the database fails, or the search does not learn all.
    pub(crate) async fn grow(&mut self, target: i32) -> Result<Availability> {
        print_status(&format!("inserting products until there are {target}"));
        let progress = ProgressBar::new(u64::try_from(target)?);
        progress.set_style(ProgressStyle::with_template("{bar:30} {pos}/{len} products")?);
        let database = self.shop.postgres().url("catalog");
        let work = async {
            let on_progress = |count| progress.set_position(u64::try_from(count).unwrap_or_default());
            products::insert(&database, self.product_count, target, on_progress).await?;
            for url in self.shop.urls() {
                check::wait_for_search(&self.http, url, target).await?;
            }
            Ok(())
        };
        let availability = check::observe_during(&self.http, self.shop.url(), work).await?;
        progress.finish_and_clear();
        self.product_count = target;
        Ok(availability)
    }
}
