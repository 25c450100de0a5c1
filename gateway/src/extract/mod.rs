//! Extractors. They reject with an [`crate::error::ApiError`], so that no client reads a framework's own message.

mod client_address;
mod idempotency_key;
mod json;
mod language;
mod paging;
mod session;
mod url;

pub(crate) use client_address::{ClientAddress, is_in, parse_network};
pub(crate) use idempotency_key::IdempotencyKey;
pub(crate) use json::{Json, MAX_BODY_SIZE, is_json, read_body};
pub(crate) use language::{RequestLanguage, negotiate};
pub(crate) use paging::{LongPageQuery, PageQuery, Paging, long_paging, paging};
pub(crate) use session::{CsrfChecked, Customer, FormCaller, OptionalSession, Staff};
pub(crate) use url::{PathId, Query};
