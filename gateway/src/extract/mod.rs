//! Extractors. They reject with an [`crate::error::ApiError`], so that no client reads a framework's own message.

mod client_address;
mod idempotency_key;
mod input;
mod json;
mod language;
mod path;
mod query;
mod session;
mod upload;

pub(crate) use client_address::{ClientAddress, client_address, is_in, parse_network};
pub(crate) use idempotency_key::{IdempotencyKey, Keyed};
pub(crate) use input::{Input, Optional};
pub(crate) use json::{Json, MAX_BODY_SIZE, NoFields};
pub(crate) use language::{RequestLanguage, negotiate};
pub(crate) use path::{InquiryNumber, OfferNumber, OrderNumber, PathId, PathOf, ProductCode, RecordId};
pub(crate) use query::{
    AnyCase, Assignee, Filter, FilterDay, Limit, LongPageQuery, PageQuery, Paging, Parameter, Parameters,
    Query, QueryValues, SetFilters, day_text, long_paging, paging,
};
pub(crate) use session::{CsrfChecked, Customer, FormCaller, OptionalSession};
pub(crate) use upload::{FileLimit, Form, Part};
