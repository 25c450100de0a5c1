//! SQL statements.

pub(crate) mod address;
pub(crate) mod desk_session;
pub(crate) mod enrolment;
pub(crate) mod export;
pub(crate) mod known_client;
pub(crate) mod push_subscription;
pub(crate) mod reset;
pub(crate) mod second_factor;
pub(crate) mod session;
pub(crate) mod staff;
pub(crate) mod team;
pub(crate) mod user;
pub(crate) mod verification;
pub(crate) mod view;
pub(crate) mod wish;
