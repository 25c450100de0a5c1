//! Letters as `.eml` files, for shops that have no mail server.

use std::{
    io::Write as _,
    path::{Path, PathBuf},
};

use lettre::Message;

use crate::mail::Setback;

/// A folder of letters; made where it is missing.
pub(crate) struct Folder(PathBuf);

impl Folder {
    pub(super) const fn new(folder: PathBuf) -> Self {
        Self(folder)
    }

    /// Puts a letter in, whole or not at all; the same name takes the place of the earlier one.
    pub(super) async fn put(&self, name: &str, message: &Message) -> Result<(), Setback> {
        let (folder, name, bytes) = (self.0.clone(), name.to_owned(), message.formatted());
        let written = tokio::task::spawn_blocking(move || put(&folder, &name, &bytes)).await;
        match written {
            Ok(Ok(())) => Ok(()),
            Ok(Err(error)) => Err(Setback::NotNow(format!("the mail folder: {}", error.kind()))),
            Err(_) => Err(Setback::NotNow("the mail folder: the writer has died".to_owned())),
        }
    }
}

fn put(folder: &Path, name: &str, bytes: &[u8]) -> std::io::Result<()> {
    use std::os::unix::fs::OpenOptionsExt as _;
    std::fs::create_dir_all(folder)?;
    let fresh = folder.join(format!(".{name}.new"));
    // Letters hold links that open accounts: they are their owner's alone.
    let mut file = std::fs::OpenOptions::new()
        .write(true)
        .create(true)
        .truncate(true)
        .mode(0o600)
        .open(&fresh)?;
    file.write_all(bytes)?;
    file.sync_all()?;
    std::fs::rename(&fresh, folder.join(format!("{name}.eml")))
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
    async fn a_letter_that_is_sent_again_is_one_file() {
        let parent = tempfile::tempdir().unwrap();
        let path = parent.path().join("mail");
        let folder = Folder::new(path.clone());
        folder.put("a", &message("first")).await.unwrap();
        folder.put("a", &message("second")).await.unwrap();
        folder.put("b", &message("third")).await.unwrap();
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
    async fn a_folder_that_cannot_be_is_tried_again() {
        let file = tempfile::NamedTempFile::new().unwrap();
        let folder = Folder::new(file.path().join("mail"));
        let setback = folder.put("a", &message("text")).await.unwrap_err();
        assert!(matches!(setback, Setback::NotNow(_)), "{setback:?}");
    }
}
