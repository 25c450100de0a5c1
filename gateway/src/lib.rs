//! The gateway: REST API, sessions and the pages of the shop.
//!
//! It authenticates, translates, composes, caches and protects; it has no business rules. [`routes`] has one file for
//! each call, [`pages`] serves the web app, [`layers`] is the middleware.

// For the OpenAPI examples, which are large `json!` literals.
#![recursion_limit = "256"]

#[macro_use]
extern crate gateway_macros;

mod address_limits;
mod api_docs;
mod app;
mod cache;
mod clients;
mod config;
mod connections;
mod convert;
mod cookies;
mod csrf;
mod design_limits;
mod desk;
mod encodings;
mod envelope;
mod error;
mod extract;
mod health;
mod invalidation;
mod layers;
mod link_limits;
mod live;
mod messages;
mod openapi;
mod pages;
mod people;
mod responses;
mod routes;
mod script_error_limits;
mod senders;
pub mod server;
mod session;
mod state;
mod static_file;
#[cfg(test)]
mod testing;
mod unknown_proxies;
mod words;

pub use config::Config;
