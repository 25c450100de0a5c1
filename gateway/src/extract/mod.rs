//! How parts of a request become values. Each refusal is an [`crate::error::ApiError`], so that a visitor never reads
//! a framework's own words.

mod json;
mod key;
mod paging;
mod path;
mod query;

pub(crate) use json::{Json, LIMIT};
pub(crate) use key::IdempotencyKey;
pub(crate) use paging::{LongPageQuery, PageQuery, Paging, long_paging, paging};
pub(crate) use path::PathId;
pub(crate) use query::Query;
