//! Middleware, outermost first: [`observe`], [`security_headers`], [`crate::health::close_connections`], compression,
//! [`errors`], [`etag`], [`limits::shed_load`], [`crate::csrf::check_origin`], panic handling, [`stale::mark`], the body size
//! limit, and for each call [`limits::timeout`] or another limit of its time.

pub(crate) mod errors;
pub(crate) mod etag;
pub(crate) mod limits;
pub(crate) mod observe;
pub(crate) mod refusals;
pub(crate) mod security_headers;
pub(crate) mod stale;
