//! What can go wrong, as all services say it.
//!
//! A service has an error type in its own words; each case becomes one [`Failure`]: a [`Code`] of this short list,
//! a stable reason (a message key that the gateway translates), the fields at fault, and the cause for the log. The
//! cause never leaves the process.

use std::{collections::HashMap, time::Duration};

use tonic_types::{ErrorDetails, StatusExt as _};

/// Who is speaking in the error details.
const DOMAIN: &str = "storefront";

/// The kinds of failure, with what gRPC and HTTP call them side by side.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Code {
    /// The request itself is wrong.
    Invalid,
    /// Nobody is signed in, or not rightly.
    Unauthenticated,
    /// Signed in, but not allowed.
    Forbidden,
    /// Not there, or not the caller's.
    NotFound,
    /// The present state or stock does not allow it.
    Conflict,
    /// The same idempotency key came with another body.
    KeyReused,
    /// Too many tries.
    LimitReached,
    /// Something that is needed is away; the same request may succeed later.
    Unavailable,
    /// Our own mistake.
    Internal,
}

impl Code {
    /// The gRPC code.
    pub const fn grpc(self) -> tonic::Code {
        match self {
            Self::Invalid => tonic::Code::InvalidArgument,
            Self::Unauthenticated => tonic::Code::Unauthenticated,
            Self::Forbidden => tonic::Code::PermissionDenied,
            Self::NotFound => tonic::Code::NotFound,
            Self::Conflict => tonic::Code::FailedPrecondition,
            Self::KeyReused => tonic::Code::AlreadyExists,
            Self::LimitReached => tonic::Code::ResourceExhausted,
            Self::Unavailable => tonic::Code::Unavailable,
            Self::Internal => tonic::Code::Internal,
        }
    }

    /// The HTTP status.
    pub const fn http(self) -> u16 {
        match self {
            Self::Invalid => 400,
            Self::Unauthenticated => 401,
            Self::Forbidden => 403,
            Self::NotFound => 404,
            Self::Conflict => 409,
            Self::KeyReused => 422,
            Self::LimitReached => 429,
            Self::Unavailable => 503,
            Self::Internal => 500,
        }
    }

    /// The reason to give where a service has none of its own.
    const fn reason(self) -> &'static str {
        match self {
            Self::Invalid => "ERROR.INVALID",
            Self::Unauthenticated => "ERROR.SIGN_IN",
            Self::Forbidden => "ERROR.FORBIDDEN",
            Self::NotFound => "ERROR.NOT_FOUND",
            Self::Conflict => "ERROR.CONFLICT",
            Self::KeyReused => "ERROR.KEY_REUSED",
            Self::LimitReached => "ERROR.TOO_MANY",
            Self::Unavailable => "ERROR.UNAVAILABLE",
            Self::Internal => "ERROR.INTERNAL",
        }
    }
}

impl From<tonic::Code> for Code {
    fn from(code: tonic::Code) -> Self {
        match code {
            tonic::Code::InvalidArgument | tonic::Code::OutOfRange => Self::Invalid,
            tonic::Code::Unauthenticated => Self::Unauthenticated,
            tonic::Code::PermissionDenied => Self::Forbidden,
            tonic::Code::NotFound => Self::NotFound,
            tonic::Code::FailedPrecondition => Self::Conflict,
            tonic::Code::AlreadyExists => Self::KeyReused,
            tonic::Code::ResourceExhausted => Self::LimitReached,
            // No service of ours says `Unknown`: it is what tonic makes of a connection that broke.
            tonic::Code::Unavailable
            | tonic::Code::Unknown
            | tonic::Code::DeadlineExceeded
            | tonic::Code::Aborted
            | tonic::Code::Cancelled => Self::Unavailable,
            tonic::Code::Ok | tonic::Code::Unimplemented | tonic::Code::Internal | tonic::Code::DataLoss => {
                Self::Internal
            }
        }
    }
}

/// A failure on its way to the caller.
#[derive(Debug)]
pub struct Failure {
    /// What kind it is.
    pub code: Code,
    /// A message key, stable: `CART.FULL`.
    pub reason: String,
    /// The fields at fault, each with a message key.
    pub fields: Vec<(String, String)>,
    /// Values for the message, such as what is left in stock.
    pub parameters: HashMap<String, String>,
    /// When a new try makes sense.
    pub retry_after: Option<Duration>,
    /// For the log only.
    cause: Option<Box<dyn std::error::Error + Send + Sync>>,
}

impl Failure {
    /// Creates a failure with a specific reason, a message key such as `CART.FULL`.
    pub fn with_reason(code: Code, reason: impl Into<String>) -> Self {
        Self {
            code,
            reason: reason.into(),
            fields: Vec::new(),
            parameters: HashMap::new(),
            retry_after: None,
            cause: None,
        }
    }

    /// Creates a failure with the default reason of its code.
    pub fn new(code: Code) -> Self {
        Self::with_reason(code, code.reason())
    }

    /// Creates a failure of [`Code::Invalid`] for one field.
    pub fn invalid_field(name: impl Into<String>, key: impl Into<String>) -> Self {
        Self::new(Code::Invalid).with_field(name, key)
    }

    /// Adds a field with the message key of its error.
    #[must_use]
    pub fn with_field(mut self, name: impl Into<String>, key: impl Into<String>) -> Self {
        self.fields.push((name.into(), key.into()));
        self
    }

    /// Adds a parameter of the message.
    #[must_use]
    pub fn with_parameter(mut self, name: &str, value: impl std::fmt::Display) -> Self {
        self.parameters.insert(name.to_owned(), value.to_string());
        self
    }

    /// Sets how long the client waits before it retries.
    #[must_use]
    pub const fn with_retry_after(mut self, wait: Duration) -> Self {
        self.retry_after = Some(wait);
        self
    }

    /// Sets the cause, which is logged and never sent.
    #[must_use]
    pub fn with_source(mut self, cause: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> Self {
        self.cause = Some(cause.into());
        self
    }

    /// What another service said, read back from its status.
    pub fn from_status(status: &tonic::Status) -> Self {
        let details = status.get_error_details();
        let code = Code::from(status.code());
        let mut failure = Self::new(code);
        if let Some(info) = details.error_info().filter(|info| info.domain == DOMAIN) {
            failure.reason.clone_from(&info.reason);
            failure.parameters.clone_from(&info.metadata);
        }
        if let Some(request) = details.bad_request() {
            failure.fields = request
                .field_violations
                .iter()
                .map(|violation| (violation.field.clone(), violation.description.clone()))
                .collect();
        }
        failure.retry_after = details.retry_info().and_then(|info| info.retry_delay);
        failure
    }
}

impl std::fmt::Display for Failure {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "{:?} {}", self.code, self.reason)
    }
}

impl std::error::Error for Failure {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        self.cause
            .as_deref()
            .map(|cause| -> &(dyn std::error::Error + 'static) { cause })
    }
}

/// Logs the cause, once, at the edge of the process, and sends the rest.
impl From<Failure> for tonic::Status {
    fn from(failure: Failure) -> Self {
        let cause = failure
            .cause
            .as_deref()
            .map(|cause| error_chain(cause))
            .unwrap_or_default();
        match failure.code {
            Code::Internal => tracing::error!(reason = failure.reason, cause, "the request failed"),
            Code::Unavailable => {
                tracing::warn!(reason = failure.reason, cause, "the request cannot be served now");
            }
            _ => tracing::debug!(reason = failure.reason, cause, "the request was refused"),
        }
        let mut details = ErrorDetails::new();
        details.set_error_info(failure.reason.clone(), DOMAIN, failure.parameters);
        for (field, key) in failure.fields {
            details.add_bad_request_violation(field, key);
        }
        if failure.retry_after.is_some() {
            details.set_retry_info(failure.retry_after);
        }
        Self::with_error_details(failure.code.grpc(), failure.reason, details)
    }
}

/// A failed statement: the database is away, or the statement is wrong.
impl From<sqlx::Error> for Failure {
    fn from(error: sqlx::Error) -> Self {
        let code = if is_transient(&error) {
            Code::Unavailable
        } else {
            Code::Internal
        };
        Self::new(code).with_source(error)
    }
}

/// Whether the same statement may succeed later: the database is away, busy or chose this transaction to fail.
pub fn is_transient(error: &sqlx::Error) -> bool {
    match error {
        sqlx::Error::Io(_)
        | sqlx::Error::Tls(_)
        | sqlx::Error::PoolTimedOut
        | sqlx::Error::PoolClosed
        | sqlx::Error::WorkerCrashed
        | sqlx::Error::Protocol(_)
        | sqlx::Error::BeginFailed => true,
        sqlx::Error::Database(error) => error.code().is_some_and(|code| {
            // Connection, resources, operator, system; serialisation, deadlock; a lock or transaction that took too
            // long; a server that has just become a standby.
            ["08", "53", "57", "58"]
                .iter()
                .any(|class| code.starts_with(class))
                || ["40001", "40P01", "55P03", "25P03", "25P04", "25006"].contains(&code.as_ref())
        }),
        _ => false,
    }
}

/// Another service's answer, passed on as our own where it is away or broken; callers handle what they expect first.
impl From<tonic::Status> for Failure {
    fn from(status: tonic::Status) -> Self {
        let code = match Code::from(status.code()) {
            Code::Unavailable => Code::Unavailable,
            Code::LimitReached => Code::LimitReached,
            _ => Code::Internal,
        };
        Self::new(code).with_source(status)
    }
}

/// An error with all that led to it, on one line.
pub fn error_chain(error: &(dyn std::error::Error + 'static)) -> String {
    let mut text = error.to_string();
    let mut next = error.source();
    while let Some(source) = next {
        let part = source.to_string();
        // Many errors already quote their source.
        if !text.contains(&part) {
            text.push_str(": ");
            text.push_str(&part);
        }
        next = source.source();
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failure_survives_the_wire() {
        let sent = Failure::with_reason(Code::Conflict, "CART.NOT_ENOUGH")
            .with_field("quantity", "CART.NOT_ENOUGH")
            .with_parameter("available", 3)
            .with_retry_after(Duration::from_secs(7));
        let status = tonic::Status::from(sent);
        let received = Failure::from_status(&status);
        assert_eq!(received.code, Code::Conflict);
        assert_eq!(received.reason, "CART.NOT_ENOUGH");
        assert_eq!(
            received.fields,
            [("quantity".to_owned(), "CART.NOT_ENOUGH".to_owned())]
        );
        assert_eq!(received.parameters["available"], "3");
        assert_eq!(received.retry_after, Some(Duration::from_secs(7)));
    }

    #[test]
    fn a_cause_stays_here() {
        let status =
            tonic::Status::from(Failure::new(Code::Internal).with_source("relation \"secret\" is missing"));
        assert!(!format!("{status:?}").contains("secret"));
    }

    #[test]
    fn a_connection_that_broke_is_an_outage() {
        let broken = std::io::Error::from(std::io::ErrorKind::BrokenPipe);
        let status = tonic::Status::from_error(Box::new(broken));
        assert_eq!(Failure::from(status).code, Code::Unavailable);
    }

    #[test]
    fn every_code_comes_back_as_itself() {
        for code in [
            Code::Invalid,
            Code::Unauthenticated,
            Code::Forbidden,
            Code::NotFound,
            Code::Conflict,
            Code::KeyReused,
            Code::LimitReached,
            Code::Unavailable,
            Code::Internal,
        ] {
            assert_eq!(Code::from(code.grpc()), code);
        }
    }
}
