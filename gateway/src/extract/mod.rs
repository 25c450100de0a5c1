//! How parts of a request become values. Each refusal is an [`crate::error::ApiError`], so that a visitor never reads
//! a framework's own words.

mod address;
mod json;
mod key;
mod language;
mod paging;
mod path;
mod query;
mod visitor;

pub(crate) use address::ClientAddress;
pub(crate) use json::{Json, LIMIT};
pub(crate) use key::IdempotencyKey;
pub(crate) use language::RequestLanguage;
pub(crate) use paging::{LongPageQuery, PageQuery, Paging, long_paging, paging};
pub(crate) use path::PathId;
pub(crate) use query::Query;
pub(crate) use visitor::{Customer, MaybeCustomer, Sender, Visitor};
