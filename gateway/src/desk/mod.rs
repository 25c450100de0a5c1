//! Sessions, access, requests and responses of the calls of the desk.
//!
//! A call of the desk is refused in the order of the contract: (1) the origin, by [`crate::csrf::check_origin`];
//! (2) the session, (3) its step, (4) the CSRF token, (5) the role and (6) the step-up, by [`Member`]; (7) the body, by
//! [`Body`]; (8) the idempotency key, by [`Keyed`]; (9) the fields, by the handler and the service. So a handler names
//! [`Member`] as its first extractor and [`Body`] as its last one. Each call declares its [`Requirement`] where its
//! route is registered.

mod body;
mod call;
mod cookies;
mod device;
mod envelope;
pub(crate) mod live;
mod member;
mod path;
mod people;
mod query;
mod render;
mod sender;
mod session;
#[cfg(test)]
mod tests;
mod value;

pub(crate) use body::{Body, Change, Input, Keyed, NoFields};
pub(crate) use call::{Call, Requirement, router};
pub(crate) use cookies::{DeskCookies, Lasting};
pub(crate) use device::device_name;
pub(crate) use envelope::{DeskErrorEnvelope, DeskList, ValidEnvelope};
pub(crate) use member::{DeskCsrfChecked, Member, SignedInLanguage};
pub(crate) use path::{InquiryNumber, OfferNumber, OrderNumber, PathOf, RecordId};
pub(crate) use people::{Names, People, Person, full_name};
pub(crate) use query::{QueryValues, parse_date};
pub(crate) use render::{has_desk_errors, is_desk, is_stale, refusal, set_headers};
pub(crate) use sender::{Sender, Senders, sender};
pub(crate) use session::{DeskSession, Progress, Step, language, role_message, staff_role};
pub(crate) use value::{amount, date, midnight, moment, non_empty, parse_amount, percent, rfc3339};

use std::sync::Arc;

use crate::session::SessionCache;

/// Path below which all calls of the desk are.
pub(crate) const BASE_PATH: &str = "/api/v1.0/desk";

/// State of the desk.
pub(crate) struct Desk {
    pub(crate) cookies: DeskCookies,
    pub(crate) sessions: SessionCache<DeskSession>,
    pub(crate) people: People,
    pub(crate) senders: Senders,
    pub(crate) live: Arc<live::Live>,
}

impl Desk {
    /// Creates the state. `is_secure` is whether the shop is on https.
    pub(crate) fn new(is_secure: bool) -> Self {
        Self {
            cookies: DeskCookies::new(is_secure),
            sessions: SessionCache::default(),
            people: People::default(),
            senders: Senders::default(),
            live: Arc::default(),
        }
    }
}
