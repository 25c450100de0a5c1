//! What every service stands on.
//!
//! A service is its rpcs, rules and SQL; all else that it needs to be a good citizen is here, once: settings
//! ([`settings`]), logs and traces ([`telemetry`]), numbers ([`metrics`]), the gRPC server and client ([`grpc`]), the
//! database ([`database`]), events out and in ([`events`]), who calls ([`caller`]), the secrets that sign ([`keys`]), what
//! can go wrong ([`failure`]), what a searched word means ([`search`]), and the values that the whole shop speaks of
//! ([`domain`]). [`service`] puts them together.

pub mod audit;
pub mod caller;
pub mod client_address;
pub mod command;
pub mod database;
pub mod domain;
pub mod events;
pub mod failure;
pub mod grpc;
pub mod keys;
pub mod lifecycle;
pub mod limits;
pub mod listener;
pub mod metrics;
pub mod search;
pub mod service;
pub mod settings;
pub mod telemetry;
