//! The crate that every service builds on.
//!
//! A service consists of its rpcs, rules and SQL. This crate provides the rest: settings ([`settings`]), logs and traces
//! ([`telemetry`]), metrics ([`metrics`]), the gRPC server and client ([`grpc`]), the database ([`database`]), the
//! outbox and consumers ([`events`]), answers while the database is away ([`copies`]), work at an interval ([`periodic`]), the clock ([`clock`]),
//! authentication of callers ([`caller`]), signing keys ([`keys`]), tokens of links ([`link_token`]), errors
//! ([`failure`]), changes as one unit ([`change`]), validation of requests ([`validation`]), roles of the staff ([`staff`]),
//! idempotency keys ([`idempotency`]), cursors of lists ([`cursor`]), text search ([`search`]), days ([`calendar`]), dates of
//! the shop's terms ([`working_days`]), closed sets of words ([`vocabulary`]) and the domain's value types ([`domain`]).
//! [`service`] runs them together.

#![warn(clippy::missing_errors_doc)]

mod audit;
pub mod calendar;
pub mod caller;
pub mod change;
pub mod client_address;
pub mod clock;
pub mod command;
pub mod convert;
pub mod copies;
pub mod csv;
pub mod cursor;
pub mod database;
pub mod domain;
pub mod events;
pub mod failure;
pub mod grpc;
mod health;
pub mod hours;
pub mod idempotency;
pub mod keyed_mutex;
pub mod keys;
pub mod lifecycle;
pub mod limits;
pub mod link_token;
pub mod listener;
pub mod metrics;
pub mod network;
mod operations;
mod outbox;
pub mod palette;
pub mod periodic;
pub mod pictures;
mod sampler;
pub mod search;
pub mod service;
pub mod settings;
pub mod staff;
pub mod telemetry;
pub mod validation;
pub mod vocabulary;
pub mod working_days;
