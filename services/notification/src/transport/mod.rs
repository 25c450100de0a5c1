//! Delivery of messages: over SMTP, or into a folder.

mod folder;
mod smtp;

use std::{path::PathBuf, sync::Arc};

use lettre::Message;

pub(crate) use self::smtp::SmtpTransport;
use self::{folder::MailFolder, smtp::SmtpSession};
use crate::mail::SendError;

/// The configured delivery method.
#[derive(Clone)]
pub(crate) enum Transport {
    Smtp(Arc<SmtpTransport>),
    Folder(PathBuf),
}

impl Transport {
    /// Creates the session of one worker.
    pub(crate) fn session(&self) -> Session {
        let delivery = match self {
            Self::Smtp(transport) => Delivery::Smtp(Box::new(SmtpSession::new(transport.clone()))),
            Self::Folder(folder) => Delivery::Folder(MailFolder::new(folder.clone())),
        };
        Session {
            delivery,
            failures: 0,
        }
    }
}

/// The delivery session of one worker, with its own SMTP connection.
pub(crate) struct Session {
    delivery: Delivery,
    /// Messages since the mail server last answered one.
    failures: i32,
}

enum Delivery {
    Smtp(Box<SmtpSession>),
    Folder(MailFolder),
}

impl Session {
    /// Sends a message. `name` is unique and stable across attempts.
    pub(crate) async fn send(&mut self, name: &str, message: &Message) -> Result<(), SendError> {
        let result = match &mut self.delivery {
            Delivery::Smtp(session) => session.send(message).await,
            Delivery::Folder(folder) => folder.write(name, message).await,
        };
        self.failures = match &result {
            Err(SendError::ServerUnavailable(_)) => self.failures.saturating_add(1),
            _ => 0,
        };
        result
    }

    /// Returns how many messages the mail server has not answered since it last answered one.
    pub(crate) const fn failures(&self) -> i32 {
        self.failures
    }

    /// Closes an idle connection.
    pub(crate) async fn close_if_idle(&mut self) {
        match &mut self.delivery {
            Delivery::Smtp(session) => session.close_if_idle().await,
            Delivery::Folder(_) => {}
        }
    }
}
