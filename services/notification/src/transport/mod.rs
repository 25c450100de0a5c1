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
        match self {
            Self::Smtp(transport) => Session::Smtp(Box::new(SmtpSession::new(transport.clone()))),
            Self::Folder(folder) => Session::Folder(MailFolder::new(folder.clone())),
        }
    }
}

/// The delivery session of one worker, with its own SMTP connection.
pub(crate) enum Session {
    Smtp(Box<SmtpSession>),
    Folder(MailFolder),
}

impl Session {
    /// Sends a message. `name` is unique and stable across attempts.
    pub(crate) async fn send(&mut self, name: &str, message: &Message) -> Result<(), SendError> {
        match self {
            Self::Smtp(session) => session.send(message).await,
            Self::Folder(folder) => folder.write(name, message).await,
        }
    }

    /// Closes an idle connection.
    pub(crate) async fn close_if_idle(&mut self) {
        match self {
            Self::Smtp(session) => session.close_if_idle().await,
            Self::Folder(_) => {}
        }
    }
}
