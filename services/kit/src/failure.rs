//! The common error type of rpcs.
//!
//! A [`Failure`] has a [`Code`], a stable reason (a message key that the gateway translates), the invalid fields, and a
//! source for the log, which never leaves the process.

use std::{collections::HashMap, time::Duration};

use tonic_types::{ErrorDetails, StatusExt as _};

/// Domain of the error details.
const DOMAIN: &str = "storefront";

/// Error codes, each with a gRPC code and an HTTP status.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Code {
    /// The request is invalid.
    Invalid,
    /// The caller is not signed in, or has invalid credentials.
    Unauthenticated,
    /// The caller lacks permission.
    Forbidden,
    /// The entity does not exist, or belongs to another user.
    NotFound,
    /// The current state or stock does not allow the request.
    Conflict,
    /// The idempotency key was used with another body.
    KeyReused,
    /// A rate limit is reached.
    LimitReached,
    /// A dependency is unavailable; a retry may succeed.
    Unavailable,
    /// A bug, or a broken dependency.
    Internal,
}

impl Code {
    /// Returns the gRPC code.
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

    /// Returns the HTTP status.
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

    /// Returns the default reason.
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
            tonic::Code::InvalidArgument => Self::Invalid,
            tonic::Code::Unauthenticated => Self::Unauthenticated,
            tonic::Code::PermissionDenied => Self::Forbidden,
            tonic::Code::NotFound => Self::NotFound,
            tonic::Code::FailedPrecondition => Self::Conflict,
            tonic::Code::AlreadyExists => Self::KeyReused,
            tonic::Code::ResourceExhausted => Self::LimitReached,
            // No service returns `Unknown`: tonic maps broken connections to it.
            tonic::Code::Unavailable
            | tonic::Code::Unknown
            | tonic::Code::DeadlineExceeded
            | tonic::Code::Aborted
            | tonic::Code::Cancelled => Self::Unavailable,
            // No service returns `OutOfRange`: tonic maps messages that are too large to it.
            tonic::Code::Ok
            | tonic::Code::OutOfRange
            | tonic::Code::Unimplemented
            | tonic::Code::Internal
            | tonic::Code::DataLoss => Self::Internal,
        }
    }
}

/// An error response of an rpc.
#[derive(Debug)]
pub struct Failure {
    /// Error code.
    pub code: Code,
    /// Stable message key, such as `CART.FULL`.
    pub reason: String,
    /// Invalid fields, each with a message key.
    pub fields: Vec<(String, String)>,
    /// Parameters of the message, such as the available stock.
    pub parameters: HashMap<String, String>,
    /// Time before a retry can succeed.
    pub retry_after: Option<Duration>,
    /// Logged, never sent.
    source: Option<Box<dyn std::error::Error + Send + Sync>>,
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
            source: None,
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

    /// Sets the source error, which is logged and never sent.
    #[must_use]
    pub fn with_source(mut self, source: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> Self {
        self.source = Some(source.into());
        self
    }

    /// Decodes the failure of another service from its status.
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
        self.source
            .as_deref()
            .map(|source| -> &(dyn std::error::Error + 'static) { source })
    }
}

/// Logs the source and encodes the rest.
impl From<Failure> for tonic::Status {
    fn from(failure: Failure) -> Self {
        let cause = failure
            .source
            .as_deref()
            .map(|source| error_chain(source))
            .unwrap_or_default();
        match failure.code {
            Code::Internal => tracing::error!(reason = failure.reason, cause, "request failed"),
            Code::Unavailable => {
                tracing::warn!(
                    reason = failure.reason,
                    cause,
                    "request failed, dependency unavailable"
                );
            }
            _ => tracing::debug!(reason = failure.reason, cause, "request rejected"),
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

/// Maps transient database errors to [`Code::Unavailable`], others to [`Code::Internal`].
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

/// Returns whether a retry may succeed: the database is unreachable or overloaded, or aborted the transaction.
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
            // Classes: connection, resources, operator intervention, system. Codes: serialization failure, deadlock,
            // lock and transaction timeouts, read-only transaction (a new standby).
            ["08", "53", "57", "58"]
                .iter()
                .any(|class| code.starts_with(class))
                || ["40001", "40P01", "55P03", "25P03", "25P04", "25006"].contains(&code.as_ref())
        }),
        _ => false,
    }
}

/// Maps an unexpected error of another service; callers handle expected ones before.
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

/// Formats an error with its sources on one line.
pub fn error_chain(error: &(dyn std::error::Error + 'static)) -> String {
    let mut text = error.to_string();
    let mut next = error.source();
    while let Some(source) = next {
        let part = source.to_string();
        // Many errors already contain their source.
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
    fn failure_round_trips() {
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
    fn does_not_send_the_source() {
        let status =
            tonic::Status::from(Failure::new(Code::Internal).with_source("relation \"secret\" is missing"));
        assert!(!format!("{status:?}").contains("secret"));
    }

    #[test]
    fn maps_broken_connections_to_unavailable() {
        let broken = std::io::Error::from(std::io::ErrorKind::BrokenPipe);
        let status = tonic::Status::from_error(Box::new(broken));
        assert_eq!(Failure::from(status).code, Code::Unavailable);
    }

    #[test]
    fn codes_round_trip() {
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
