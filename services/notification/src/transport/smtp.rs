//! Delivery over SMTP.

use std::{error::Error as _, sync::Arc, time::Duration};

use lettre::{
    Message,
    transport::smtp::{
        Error,
        authentication::{Credentials, Mechanism},
        client::{AsyncSmtpConnection, TlsParameters},
        commands::{Data, Mail, Rcpt},
        extension::ClientId,
    },
};
use tokio::time::{Instant, timeout};
use url::Url;

use crate::mail::SendError;

/// Timeout of connecting to one address.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);

/// Timeout of sending a message, including the connection.
const SEND_TIMEOUT: Duration = Duration::from_secs(45);

/// Timeout of QUIT.
const QUIT_TIMEOUT: Duration = Duration::from_secs(2);

/// Idle time after which a connection is closed, as servers may drop it silently.
const IDLE_TIMEOUT: Duration = Duration::from_secs(20);

/// The reply code with which a server closes the connection, at any command.
const SERVICE_NOT_AVAILABLE: u16 = 421;

/// An SMTP server with its credentials.
pub(crate) struct SmtpTransport {
    host: String,
    port: u16,
    encryption: Encryption,
    credentials: Option<Credentials>,
    /// Name sent in EHLO.
    client_id: ClientId,
}

/// Encryption of the connection.
enum Encryption {
    /// None, for a trusted network.
    None,
    /// STARTTLS if the server supports it.
    Opportunistic(TlsParameters),
    /// STARTTLS, or an error.
    Required(TlsParameters),
    /// TLS from the first byte.
    Implicit(TlsParameters),
}

/// Error of parsing `SMTP_URL`. Does not contain the URL, which may have a password.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub(crate) enum SmtpUrlError {
    /// Malformed URL.
    #[error("SMTP_URL: expected smtp://host:port, smtp://user:password@host:587?tls=required or smtps://…")]
    Malformed,
    /// The password would be sent without encryption.
    #[error("SMTP_URL: a password needs tls=required, or smtps://")]
    PlaintextPassword,
}

impl SmtpTransport {
    /// Parses `SMTP_URL`.
    pub(crate) fn parse(url: &str, client_id: &str) -> Result<Self, SmtpUrlError> {
        let url: Url = url.parse().map_err(|_| SmtpUrlError::Malformed)?;
        let host = url.host_str().filter(|host| !host.is_empty());
        let host = host.ok_or(SmtpUrlError::Malformed)?.to_owned();
        let parameters = || TlsParameters::new(host.clone()).map_err(|_| SmtpUrlError::Malformed);
        let tls = url
            .query_pairs()
            .find(|(name, _)| name == "tls")
            .map(|(_, value)| value.into_owned());
        let (encryption, default_port) = match (url.scheme(), tls.as_deref()) {
            ("smtps", None) => (Encryption::Implicit(parameters()?), 465),
            ("smtp", Some("required")) => (Encryption::Required(parameters()?), 587),
            ("smtp", Some("opportunistic")) => (Encryption::Opportunistic(parameters()?), 587),
            ("smtp", None) => (Encryption::None, 25),
            _ => return Err(SmtpUrlError::Malformed),
        };
        let credentials = match url.password() {
            Some(password) => Some(Credentials::new(
                percent_decode(url.username())?,
                percent_decode(password)?,
            )),
            None => None,
        };
        let is_plaintext = matches!(encryption, Encryption::None | Encryption::Opportunistic(_));
        if credentials.is_some() && is_plaintext {
            return Err(SmtpUrlError::PlaintextPassword);
        }
        Ok(Self {
            port: url.port().unwrap_or(default_port),
            host,
            encryption,
            credentials,
            client_id: ClientId::Domain(client_id.to_owned()),
        })
    }

    async fn connect(&self) -> Result<AsyncSmtpConnection, Error> {
        let implicit_tls = match &self.encryption {
            Encryption::Implicit(parameters) => Some(parameters.clone()),
            Encryption::None | Encryption::Opportunistic(_) | Encryption::Required(_) => None,
        };
        let server = (self.host.as_str(), self.port);
        let mut connection = AsyncSmtpConnection::connect_tokio1(
            server,
            Some(CONNECT_TIMEOUT),
            &self.client_id,
            implicit_tls,
            None,
        )
        .await?;
        match &self.encryption {
            Encryption::Required(parameters) => {
                connection.starttls(parameters.clone(), &self.client_id).await?;
            }
            Encryption::Opportunistic(parameters) if connection.can_starttls() => {
                connection.starttls(parameters.clone(), &self.client_id).await?;
            }
            Encryption::None | Encryption::Opportunistic(_) | Encryption::Implicit(_) => {}
        }
        if let Some(credentials) = &self.credentials {
            connection
                .auth(&[Mechanism::Plain, Mechanism::Login], credentials)
                .await?;
        }
        Ok(connection)
    }
}

/// Decodes a percent-encoded part of the URL.
fn percent_decode(part: &str) -> Result<String, SmtpUrlError> {
    // Form encoding has the same escapes, except that it decodes `+` as space.
    let form = format!("x={}", part.replace('+', "%2B"));
    url::form_urlencoded::parse(form.as_bytes())
        .next()
        .map(|(_, value)| value.into_owned())
        .filter(|value| !value.contains('\u{FFFD}'))
        .ok_or(SmtpUrlError::Malformed)
}

/// A connection that is reused for several messages.
pub(crate) struct SmtpSession {
    transport: Arc<SmtpTransport>,
    connection: Option<AsyncSmtpConnection>,
    last_used: Instant,
}

impl SmtpSession {
    pub(super) fn new(transport: Arc<SmtpTransport>) -> Self {
        Self {
            transport,
            connection: None,
            last_used: Instant::now(),
        }
    }

    /// Sends a message; returns once the server accepted it.
    pub(super) async fn send(&mut self, message: &Message) -> Result<(), SendError> {
        // A failure or cancellation drops the connection.
        let connection = self.connection.take();
        let sent = timeout(SEND_TIMEOUT, send(&self.transport, connection, message)).await;
        let timed_out =
            || SendError::ServerUnavailable(format!("the mail server took longer than {SEND_TIMEOUT:?}"));
        self.connection = Some(sent.map_err(|_| timed_out())??);
        self.last_used = Instant::now();
        Ok(())
    }

    /// Closes the connection after [`IDLE_TIMEOUT`].
    pub(super) async fn close_if_idle(&mut self) {
        if self.last_used.elapsed() > IDLE_TIMEOUT
            && let Some(mut connection) = self.connection.take()
        {
            // The connection is closed even if QUIT fails.
            let _ = timeout(QUIT_TIMEOUT, connection.quit()).await;
        }
    }
}

/// Sends a message command by command, as the failed command decides whether the error is permanent.
async fn send(
    transport: &SmtpTransport,
    connection: Option<AsyncSmtpConnection>,
    message: &Message,
) -> Result<AsyncSmtpConnection, SendError> {
    let mut connection = match if_alive(connection).await {
        Some(connection) => connection,
        None => transport
            .connect()
            .await
            .map_err(|error| SendError::ServerUnavailable(describe("connecting", &error)))?,
    };
    let envelope = message.envelope();
    connection
        .command(Mail::new(envelope.from().cloned(), Vec::new()))
        .await
        .map_err(|error| SendError::ServerUnavailable(describe("the sender", &error)))?;
    let (mut is_accepted, mut refusal) = (false, None);
    for recipient in envelope.to() {
        match connection.command(Rcpt::new(recipient.clone(), Vec::new())).await {
            Ok(_) => is_accepted = true,
            Err(error) => refusal = Some(rejection("the recipient", &error)),
        }
    }
    // One refused recipient does not keep the message from the others.
    if let Some(refusal) = refusal.filter(|_| !is_accepted) {
        return Err(refusal);
    }
    connection
        .command(Data)
        .await
        .map_err(|error| rejection("the message", &error))?;
    connection
        .message(&message.formatted())
        .await
        .map_err(|error| rejection("the message", &error))?;
    Ok(connection)
}

/// Returns the connection if the server still responds.
async fn if_alive(connection: Option<AsyncSmtpConnection>) -> Option<AsyncSmtpConnection> {
    let mut connection = connection?;
    connection.test_connected().await.then_some(connection)
}

/// Classifies the rejection of a recipient or message by its reply code.
fn rejection(step: &str, error: &Error) -> SendError {
    let description = describe(step, error);
    match error.status() {
        Some(code) if u16::from(code) == SERVICE_NOT_AVAILABLE => SendError::ServerUnavailable(description),
        Some(_) if error.is_permanent() => SendError::Permanent(description),
        Some(_) => SendError::Transient(description),
        None => SendError::ServerUnavailable(description),
    }
}

/// Describes an error without the text of the reply, which often contains the address.
fn describe(step: &str, error: &Error) -> String {
    if let Some(code) = error.status() {
        let reply = error.source().map(ToString::to_string).unwrap_or_default();
        let detail = enhanced_code(&reply)
            .map(|code| format!(" {code}"))
            .unwrap_or_default();
        return format!("the mail server refused {step}: {code}{detail}");
    }
    let reason = if error.is_timeout() {
        "took too long"
    } else if error.is_tls() {
        "the encryption failed"
    } else if error.is_client() {
        "it cannot do what is asked of it"
    } else {
        "the connection failed"
    };
    format!("the mail server, {step}: {reason}")
}

/// Returns the enhanced status code (`5.1.1`) at the start of a reply.
fn enhanced_code(reply: &str) -> Option<&str> {
    let code = reply.split_whitespace().next()?;
    let mut parts = code.split('.');
    let digits = |part: &str| (1..=3).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_digit());
    (parts.clone().count() == 3 && parts.all(digits)).then_some(code)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(url: &str) -> Result<SmtpTransport, SmtpUrlError> {
        SmtpTransport::parse(url, "shop.example")
    }

    #[test]
    fn a_server_is_read_with_the_default_port_of_its_kind() {
        for (url, port) in [
            ("smtp://localhost", 25),
            ("smtp://localhost:1025", 1025),
            ("smtp://mail.example?tls=required", 587),
            ("smtp://mail.example?tls=opportunistic", 587),
            ("smtps://mail.example", 465),
        ] {
            assert_eq!(parse(url).map(|server| server.port).ok(), Some(port), "{url}");
        }
    }

    #[test]
    fn rejects_invalid_urls_without_exposing_them() {
        for url in [
            "",
            "mail.example",
            "http://mail.example",
            "smtp://h?tls=maybe",
            "smtps://h?tls=required",
        ] {
            assert_eq!(parse(url).err(), Some(SmtpUrlError::Malformed), "{url}");
        }
        for url in ["smtp://user:secret@h", "smtp://user:secret@h?tls=opportunistic"] {
            let error = parse(url).err().unwrap();
            assert_eq!(error, SmtpUrlError::PlaintextPassword);
            assert!(!error.to_string().contains("secret"));
        }
    }

    #[test]
    fn decodes_special_characters_in_credentials() {
        assert_eq!(percent_decode("p%40ss+w%C9%99rd%25"), Ok("p@ss+wərd%".to_owned()));
        assert!(
            parse("smtps://shop%40example.com:p%3Aw@mail.example")
                .unwrap()
                .credentials
                .is_some()
        );
    }

    #[test]
    fn extracts_only_status_codes_from_replies() {
        assert_eq!(enhanced_code("5.1.1 <leyla@example.com>: unknown"), Some("5.1.1"));
        for words in [
            "<leyla@example.com> unknown",
            "1.2",
            "leyla.example.com",
            "5.1.1234 x",
            "",
        ] {
            assert_eq!(enhanced_code(words), None, "{words}");
        }
    }
}
