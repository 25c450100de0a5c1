//! Campaigns.

pub(crate) mod active;
pub(crate) mod campaign;
pub(crate) mod create;
pub(crate) mod delete;
pub(crate) mod get;
pub(crate) mod list;
pub(crate) mod update;
