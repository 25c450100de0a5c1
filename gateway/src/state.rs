//! State shared by all handlers.

use std::{ops::Deref, sync::Arc};

use kit::{domain::Language, metrics::Metrics};

use crate::{
    clients::Clients, config::Config, cookies::Cookies, csrf::CsrfKeys, network::Network,
    session::SessionCache,
};

/// State shared by all handlers. Cheap to clone.
#[derive(Clone)]
pub(crate) struct AppState(Arc<Shared>);

/// The fields of an [`AppState`].
pub(crate) struct Shared {
    pub(crate) metrics: Metrics,
    pub(crate) clients: Clients,
    pub(crate) sessions: SessionCache,
    pub(crate) cookies: Cookies,
    pub(crate) csrf_keys: CsrfKeys,
    pub(crate) default_language: Language,
    pub(crate) trusted_proxies: Vec<Network>,
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
        Ok(Self(Arc::new(Shared {
            clients: Clients::new(config, &metrics)?,
            metrics,
            sessions: SessionCache::default(),
            cookies: Cookies::new(config.public_url.is_secure()),
            csrf_keys: config.csrf_keys.clone(),
            default_language: config.default_language,
            trusted_proxies: config.trusted_proxies.clone(),
        })))
    }

    /// Empties all caches.
    pub(crate) fn clear_caches(&self) {
        self.sessions.invalidate_all();
        self.clients.catalog.cache.invalidate_all();
        self.clients.content.cache.invalidate_all();
    }
}
