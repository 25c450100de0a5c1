//! State shared by all handlers.

use std::{ops::Deref, sync::Arc, time::Duration};

use ipnet::IpNet;
use kit::{
    domain::{Language, UserId},
    metrics::{Counters, Metrics},
};

use tokio::sync::Semaphore;

use crate::{
    cache::{CacheMetrics, Changes, Topic},
    clients::{CacheSettings, Clients},
    config::Config,
    cookies::{Cookies, DeskCookies},
    csrf::CsrfKeys,
    design_limits::DesignLimits,
    link_limits::LinkLimits,
    live::Live,
    people::People,
    responses::ResponseCache,
    script_error_limits::ScriptErrorLimits,
    senders::Senders,
    session::{DeskSession, Session, SessionCache},
    unknown_proxies::UnknownProxies,
};

/// Time to live of data of the services. Changes invalidate it earlier.
const TTL: Duration = Duration::from_secs(30);

/// Maximum number of papers and files of the workshop that are made at a time, each on a processor of its own.
const WORKSHOP_TASKS: usize = 2;

/// State shared by all handlers. Cheap to clone.
#[derive(Clone)]
pub(crate) struct AppState(Arc<Shared>);

/// The fields of an [`AppState`].
pub(crate) struct Shared {
    pub(crate) metrics: Metrics,
    pub(crate) clients: Clients,
    /// Finished responses.
    pub(crate) responses: ResponseCache,
    /// Changes of what the responses and the caches of the clients were made from.
    pub(crate) changes: Arc<Changes<Topic>>,
    pub(crate) sessions: SessionCache<Session>,
    pub(crate) desk: Desk,
    pub(crate) cookies: Cookies,
    pub(crate) csrf_keys: CsrfKeys,
    /// Requests that were refused for security, by kind.
    pub(crate) refusals: Counters<1>,
    pub(crate) default_language: Language,
    /// Company, tax number and telephone on printed papers.
    pub(crate) company_details: Arc<[String]>,
    /// Origin of the shop's pages, without a trailing slash.
    pub(crate) public_origin: String,
    /// Limits of the public calls of offers and orders by a link.
    pub(crate) link_limits: LinkLimits,
    /// Limits of the calls of designs.
    pub(crate) design_limits: DesignLimits,
    /// Limits of reported script errors.
    pub(crate) script_error_limits: ScriptErrorLimits,
    pub(crate) trusted_proxies: Vec<IpNet>,
    pub(crate) unknown_proxies: UnknownProxies,
}

/// State of the desk.
pub(crate) struct Desk {
    pub(crate) cookies: DeskCookies,
    pub(crate) sessions: SessionCache<DeskSession>,
    pub(crate) people: People,
    pub(crate) senders: Senders,
    pub(crate) live: Arc<Live>,
    /// Papers and files of the workshop that are made at a time.
    pub(crate) workshop: Arc<Semaphore>,
}

impl Deref for AppState {
    type Target = Shared;

    fn deref(&self) -> &Shared {
        &self.0
    }
}

impl AppState {
    /// Creates the state from the settings.
    pub(crate) fn new(config: &Config) -> anyhow::Result<Self> {
        let metrics = Metrics::new("gateway");
        let changes = Arc::new(Changes::new(TTL));
        // Half of the memory holds finished responses, the other half what they are made from.
        let half = config.cache_bytes() / 2;
        let cache = CacheSettings {
            max_bytes: half,
            changes: Arc::clone(&changes),
            metrics: CacheMetrics::new(&metrics),
        };
        let refusals = metrics.counters(
            "storefront_gateway_refusals",
            "Requests that were refused for security, by kind",
        );
        let unknown_proxies = UnknownProxies::new(config.trusted_proxies.clone(), &metrics);
        let is_secure = config.public_url.is_secure();
        Ok(Self(Arc::new(Shared {
            clients: Clients::new(config, &metrics, &cache)?,
            responses: ResponseCache::new(half, &changes, &cache.metrics, is_secure),
            changes,
            metrics,
            sessions: SessionCache::default(),
            desk: Desk {
                cookies: DeskCookies::new(is_secure),
                sessions: SessionCache::default(),
                people: People::default(),
                senders: Senders::default(),
                live: Arc::default(),
                workshop: Arc::new(Semaphore::new(WORKSHOP_TASKS)),
            },
            cookies: Cookies::new(is_secure),
            csrf_keys: config.csrf_keys.clone(),
            refusals,
            default_language: config.default_language,
            company_details: config
                .company_details
                .iter()
                .map(|line| line.trim().to_owned())
                .collect(),
            public_origin: config.public_url.origin(),
            link_limits: LinkLimits::default(),
            design_limits: DesignLimits::default(),
            script_error_limits: ScriptErrorLimits::default(),
            unknown_proxies,
            trusted_proxies: config.trusted_proxies.clone(),
        })))
    }

    /// Drops what is cached of a member of the team who was changed.
    pub(crate) fn invalidate_member(&self, user: UserId) {
        self.sessions.invalidate_user(user);
        self.desk.sessions.invalidate_user(user);
        self.desk.people.invalidate(user);
        self.desk.senders.invalidate(user);
    }

    /// Empties all caches.
    pub(crate) fn clear_caches(&self) {
        self.sessions.invalidate_all();
        self.desk.sessions.invalidate_all();
        self.desk.people.invalidate_all();
        self.desk.senders.invalidate_all();
        self.desk.live.missed();
        self.changes.record_all();
    }
}
