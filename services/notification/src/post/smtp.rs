//! Letters to a mail server.

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

use crate::mail::Setback;

/// How long connecting to one address may take.
const CONNECT_PATIENCE: Duration = Duration::from_secs(10);

/// How long a letter may take in all, the connection included.
const SEND_PATIENCE: Duration = Duration::from_secs(45);

/// How long saying good-bye may take.
const QUIT_PATIENCE: Duration = Duration::from_secs(2);

/// A connection that was not used for so long is closed: servers close them too, and not always so that one sees it.
const IDLE: Duration = Duration::from_secs(20);

/// Where letters go, and how.
pub(crate) struct SmtpServer {
    host: String,
    port: u16,
    encryption: Encryption,
    credentials: Option<Credentials>,
    /// What this side calls itself.
    own_name: ClientId,
}

/// How a connection is kept from others' eyes.
enum Encryption {
    /// Not at all: on this machine, or in a network of our own.
    None,
    /// From the second command on, where the server can.
    IfPossible(TlsParameters),
    /// From the second command on, or not at all.
    Required(TlsParameters),
    /// From the first byte.
    Always(TlsParameters),
}

/// An address that names no mail server. The address itself may hold a password and is not repeated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub(crate) enum BadSmtpUrl {
    /// No address at all.
    #[error("SMTP_URL: expected smtp://host:port, smtp://user:password@host:587?tls=required or smtps://…")]
    Unreadable,
    /// A password would be sent for all to read.
    #[error("SMTP_URL: a password needs tls=required, or smtps://")]
    OpenPassword,
}

impl SmtpServer {
    /// Reads `SMTP_URL`.
    pub(crate) fn parse(url: &str, own_name: &str) -> Result<Self, BadSmtpUrl> {
        let url: Url = url.parse().map_err(|_| BadSmtpUrl::Unreadable)?;
        let host = url.host_str().filter(|host| !host.is_empty());
        let host = host.ok_or(BadSmtpUrl::Unreadable)?.to_owned();
        let parameters = || TlsParameters::new(host.clone()).map_err(|_| BadSmtpUrl::Unreadable);
        let wanted = url
            .query_pairs()
            .find(|(name, _)| name == "tls")
            .map(|(_, value)| value.into_owned());
        let (encryption, usual_port) = match (url.scheme(), wanted.as_deref()) {
            ("smtps", None) => (Encryption::Always(parameters()?), 465),
            ("smtp", Some("required")) => (Encryption::Required(parameters()?), 587),
            ("smtp", Some("opportunistic")) => (Encryption::IfPossible(parameters()?), 587),
            ("smtp", None) => (Encryption::None, 25),
            _ => return Err(BadSmtpUrl::Unreadable),
        };
        let credentials = match url.password() {
            Some(password) => Some(Credentials::new(decoded(url.username())?, decoded(password)?)),
            None => None,
        };
        let is_open = matches!(encryption, Encryption::None | Encryption::IfPossible(_));
        if credentials.is_some() && is_open {
            return Err(BadSmtpUrl::OpenPassword);
        }
        Ok(Self {
            port: url.port().unwrap_or(usual_port),
            host,
            encryption,
            credentials,
            own_name: ClientId::Domain(own_name.to_owned()),
        })
    }

    async fn connect(&self) -> Result<AsyncSmtpConnection, Error> {
        let at_once = match &self.encryption {
            Encryption::Always(parameters) => Some(parameters.clone()),
            Encryption::None | Encryption::IfPossible(_) | Encryption::Required(_) => None,
        };
        let server = (self.host.as_str(), self.port);
        let mut connection = AsyncSmtpConnection::connect_tokio1(
            server,
            Some(CONNECT_PATIENCE),
            &self.own_name,
            at_once,
            None,
        )
        .await?;
        match &self.encryption {
            Encryption::Required(parameters) => {
                connection.starttls(parameters.clone(), &self.own_name).await?;
            }
            Encryption::IfPossible(parameters) if connection.can_starttls() => {
                connection.starttls(parameters.clone(), &self.own_name).await?;
            }
            Encryption::None | Encryption::IfPossible(_) | Encryption::Always(_) => {}
        }
        if let Some(credentials) = &self.credentials {
            connection
                .auth(&[Mechanism::Plain, Mechanism::Login], credentials)
                .await?;
        }
        Ok(connection)
    }
}

/// A part of the address, where letters may be written as `%40`.
fn decoded(part: &str) -> Result<String, BadSmtpUrl> {
    // A form's value has the same escapes; only its plus is another one's space.
    let form = format!("x={}", part.replace('+', "%2B"));
    url::form_urlencoded::parse(form.as_bytes())
        .next()
        .map(|(_, value)| value.into_owned())
        .filter(|value| !value.contains('\u{FFFD}'))
        .ok_or(BadSmtpUrl::Unreadable)
}

/// One connection, kept from letter to letter.
pub(crate) struct Session {
    server: Arc<SmtpServer>,
    connection: Option<AsyncSmtpConnection>,
    used_at: Instant,
}

impl Session {
    pub(super) fn new(server: Arc<SmtpServer>) -> Self {
        Self {
            server,
            connection: None,
            used_at: Instant::now(),
        }
    }

    /// Sends a message; says yes once the server has taken it.
    pub(super) async fn send(&mut self, message: &Message) -> Result<(), Setback> {
        // Whatever fails, or is broken off, takes the connection with it.
        let kept = self.connection.take();
        let sent = timeout(SEND_PATIENCE, attempt(&self.server, kept, message)).await;
        let late = || Setback::NotNow(format!("the mail server took longer than {SEND_PATIENCE:?}"));
        self.connection = Some(sent.map_err(|_| late())??);
        self.used_at = Instant::now();
        Ok(())
    }

    /// Says good-bye where nothing was sent for a while.
    pub(super) async fn rest(&mut self) {
        if self.used_at.elapsed() > IDLE
            && let Some(mut connection) = self.connection.take()
        {
            // It is closed either way.
            let _ = timeout(QUIT_PATIENCE, connection.quit()).await;
        }
    }
}

/// Step by step, because it matters at which one the server says no.
async fn attempt(
    server: &SmtpServer,
    kept: Option<AsyncSmtpConnection>,
    message: &Message,
) -> Result<AsyncSmtpConnection, Setback> {
    let mut connection = match alive(kept).await {
        Some(kept) => kept,
        None => server
            .connect()
            .await
            .map_err(|error| Setback::NotNow(said("connecting", &error)))?,
    };
    let envelope = message.envelope();
    connection
        .command(Mail::new(envelope.from().cloned(), Vec::new()))
        .await
        .map_err(|error| Setback::NotNow(said("the sender", &error)))?;
    for recipient in envelope.to() {
        connection
            .command(Rcpt::new(recipient.clone(), Vec::new()))
            .await
            .map_err(|error| refused("the recipient", &error))?;
    }
    connection
        .command(Data)
        .await
        .map_err(|error| refused("the message", &error))?;
    connection
        .message(&message.formatted())
        .await
        .map_err(|error| refused("the message", &error))?;
    Ok(connection)
}

/// The connection, where the server still answers on it.
async fn alive(kept: Option<AsyncSmtpConnection>) -> Option<AsyncSmtpConnection> {
    let mut kept = kept?;
    kept.test_connected().await.then_some(kept)
}

/// A no to this recipient or message: for good, where the server says so.
fn refused(what: &str, error: &Error) -> Setback {
    if error.is_permanent() {
        Setback::Never(said(what, error))
    } else {
        Setback::NotNow(said(what, error))
    }
}

/// What the server said, without its words: they often repeat the address.
fn said(what: &str, error: &Error) -> String {
    if let Some(code) = error.status() {
        let words = error.source().map(ToString::to_string).unwrap_or_default();
        let detail = enhanced_code(&words)
            .map(|code| format!(" {code}"))
            .unwrap_or_default();
        return format!("the mail server refused {what}: {code}{detail}");
    }
    let why = if error.is_timeout() {
        "took too long"
    } else if error.is_tls() {
        "the encryption failed"
    } else if error.is_client() {
        "it cannot do what is asked of it"
    } else {
        "the connection failed"
    };
    format!("the mail server, {what}: {why}")
}

/// `5.1.1` at the beginning of a server's words.
fn enhanced_code(words: &str) -> Option<&str> {
    let code = words.split_whitespace().next()?;
    let mut parts = code.split('.');
    let digits = |part: &str| (1..=3).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_digit());
    (parts.clone().count() == 3 && parts.all(digits)).then_some(code)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(url: &str) -> Result<SmtpServer, BadSmtpUrl> {
        SmtpServer::parse(url, "shop.example")
    }

    #[test]
    fn a_server_is_read_with_the_usual_port_of_its_kind() {
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
    fn what_is_no_server_is_refused_without_repeating_it() {
        for url in [
            "",
            "mail.example",
            "http://mail.example",
            "smtp://h?tls=maybe",
            "smtps://h?tls=required",
        ] {
            assert_eq!(parse(url).err(), Some(BadSmtpUrl::Unreadable), "{url}");
        }
        for url in ["smtp://user:secret@h", "smtp://user:secret@h?tls=opportunistic"] {
            let refused = parse(url).err().unwrap();
            assert_eq!(refused, BadSmtpUrl::OpenPassword);
            assert!(!refused.to_string().contains("secret"));
        }
    }

    #[test]
    fn a_password_may_hold_anything() {
        assert_eq!(decoded("p%40ss+w%C9%99rd%25"), Ok("p@ss+wərd%".to_owned()));
        assert!(
            parse("smtps://shop%40example.com:p%3Aw@mail.example")
                .unwrap()
                .credentials
                .is_some()
        );
    }

    #[test]
    fn only_codes_are_repeated_of_what_a_server_says() {
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
