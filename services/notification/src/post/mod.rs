//! How letters leave the house: to a mail server, or into a folder.

mod folder;
mod smtp;

use std::{path::PathBuf, sync::Arc};

use lettre::Message;

pub(crate) use self::smtp::SmtpServer;
use self::{folder::Folder, smtp::Session};
use crate::mail::Setback;

/// See the module.
#[derive(Clone)]
pub(crate) enum Post {
    /// To a mail server.
    Smtp(Arc<SmtpServer>),
    /// Into a folder.
    Folder(PathBuf),
}

impl Post {
    /// A way of its own for one sender; to a mail server, over one connection.
    pub(crate) fn lane(&self) -> Lane {
        match self {
            Self::Smtp(server) => Lane::Smtp(Box::new(Session::new(server.clone()))),
            Self::Folder(folder) => Lane::Folder(Folder::new(folder.clone())),
        }
    }
}

/// See [`Post::lane`].
pub(crate) enum Lane {
    Smtp(Box<Session>),
    Folder(Folder),
}

impl Lane {
    /// Sends a message. `name` is the same whenever the same message is sent.
    pub(crate) async fn send(&mut self, name: &str, message: &Message) -> Result<(), Setback> {
        match self {
            Self::Smtp(session) => session.send(message).await,
            Self::Folder(folder) => folder.put(name, message).await,
        }
    }

    /// Nothing is to be sent for a while.
    pub(crate) async fn rest(&mut self) {
        match self {
            Self::Smtp(session) => session.rest().await,
            Self::Folder(_) => {}
        }
    }
}
