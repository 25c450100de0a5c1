//! Delivery as `.eml` files, without an SMTP server.

use std::{
    io::Write as _,
    path::{Path, PathBuf},
};

use lettre::Message;

use crate::mail::SendError;

/// A folder of `.eml` files, created on the first write.
pub(crate) struct MailFolder(PathBuf);

impl MailFolder {
    pub(super) const fn new(folder: PathBuf) -> Self {
        Self(folder)
    }

    /// Writes a message atomically, replacing one of the same name.
    pub(super) async fn write(&self, name: &str, message: &Message) -> Result<(), SendError> {
        let (folder, name, bytes) = (self.0.clone(), name.to_owned(), message.formatted());
        let result = tokio::task::spawn_blocking(move || write(&folder, &name, &bytes)).await;
        match result {
            Ok(Ok(())) => Ok(()),
            Ok(Err(error)) => Err(SendError::ServerUnavailable(format!(
                "the mail folder: {}",
                error.kind()
            ))),
            Err(_) => Err(SendError::ServerUnavailable(
                "the mail folder: the writer has died".to_owned(),
            )),
        }
    }
}

fn write(folder: &Path, name: &str, bytes: &[u8]) -> std::io::Result<()> {
    use std::os::unix::fs::OpenOptionsExt as _;
    std::fs::create_dir_all(folder)?;
    let temporary = folder.join(format!(".{name}.new"));
    // Only the owner may read mails, as they contain password reset links.
    let mut file = std::fs::OpenOptions::new()
        .write(true)
        .create(true)
        .truncate(true)
        .mode(0o600)
        .open(&temporary)?;
    file.write_all(bytes)?;
    file.sync_all()?;
    std::fs::rename(&temporary, folder.join(format!("{name}.eml")))
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt as _;

    use super::*;

    fn message(text: &str) -> Message {
        Message::builder()
            .from("shop@shop.example".parse().unwrap())
            .to("leyla@example.com".parse().unwrap())
            .body(text.to_owned())
            .unwrap()
    }

    #[tokio::test]
    async fn replaces_the_file_when_sent_again() {
        let parent = tempfile::tempdir().unwrap();
        let path = parent.path().join("mail");
        let folder = MailFolder::new(path.clone());
        folder.write("a", &message("first")).await.unwrap();
        folder.write("a", &message("second")).await.unwrap();
        folder.write("b", &message("third")).await.unwrap();
        let mut names: Vec<_> = std::fs::read_dir(&path)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        assert_eq!(names, ["a.eml", "b.eml"]);
        assert!(
            std::fs::read_to_string(path.join("a.eml"))
                .unwrap()
                .contains("second")
        );
        let mode = std::fs::metadata(path.join("a.eml"))
            .unwrap()
            .permissions()
            .mode();
        assert_eq!(mode & 0o777, 0o600);
    }

    #[tokio::test]
    async fn unwritable_folder_takes_no_mail() {
        let file = tempfile::NamedTempFile::new().unwrap();
        let folder = MailFolder::new(file.path().join("mail"));
        let error = folder.write("a", &message("text")).await.unwrap_err();
        assert!(matches!(error, SendError::ServerUnavailable(_)), "{error:?}");
    }
}
