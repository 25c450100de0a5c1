//! The public REST contract, sessions and the pages of the shop.
//!
//! The gateway authenticates, translates, composes, caches and guards; it holds no business rule. [`routes`] has one
//! file for each call, [`pages`] serves the web app, [`layers`] is what every request passes through.

// The OpenAPI examples are large `json!` literals.
#![recursion_limit = "256"]

mod api_docs;
mod cache;
mod clients;
mod conditional;
mod config;
mod cookies;
mod csrf;
mod envelope;
mod error;
mod extract;
mod headers;
mod health;
mod invalidation;
mod language;
mod layers;
mod messages;
mod network;
mod openapi;
mod pages;
mod routes;
pub mod server;
mod session;
mod state;
#[cfg(test)]
mod testing;

pub use config::Config;
