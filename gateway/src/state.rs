//! What all handlers share.

use std::{ops::Deref, sync::Arc};

use kit::{domain::Language, metrics::Metrics};

use crate::{
    cache::{CatalogueCache, ContentCache, SessionCache},
    clients::Clients,
    config::Config,
    cookies::Cookies,
    csrf::{CsrfKeys, Origins},
    network::Network,
};

/// What all handlers share. Cheap to clone.
#[derive(Clone)]
pub(crate) struct AppState(Arc<Shared>);

/// See [`AppState`].
pub(crate) struct Shared {
    pub(crate) metrics: Metrics,
    pub(crate) clients: Clients,
    pub(crate) sessions: SessionCache,
    pub(crate) catalogue: CatalogueCache,
    pub(crate) content: ContentCache,
    pub(crate) cookies: Cookies,
    pub(crate) csrf_keys: CsrfKeys,
    pub(crate) origins: Origins,
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
    /// From the settings.
    pub(crate) fn new(config: &Config) -> anyhow::Result<Self> {
        let metrics = Metrics::new("gateway");
        Ok(Self(Arc::new(Shared {
            clients: Clients::new(config, &metrics)?,
            metrics,
            sessions: SessionCache::default(),
            catalogue: CatalogueCache::default(),
            content: ContentCache::default(),
            cookies: Cookies::new(config.public_url.is_secure()),
            csrf_keys: config.csrf_keys.clone(),
            origins: Origins::new(config.public_url.origins()),
            default_language: config.default_language,
            trusted_proxies: config.trusted_proxies.clone(),
        })))
    }

    /// Forgets everything that was only remembered.
    pub(crate) fn empty_caches(&self) {
        self.sessions.clear();
        self.catalogue.clear();
        self.content.clear();
    }
}
