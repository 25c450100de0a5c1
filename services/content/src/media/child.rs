//! Runs the process that converts a picture.

use std::{
    os::unix::process::ExitStatusExt as _,
    path::PathBuf,
    process::{ExitStatus, Stdio},
};

use bytes::Bytes;
use pictures::{Converted, Step};
use rustix::process::Signal;
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    process::Command,
};

use super::header::BROKEN;

/// Message key of a picture that needs too much memory or time.
pub(crate) const TOO_COMPLEX: &str = "MEDIA.TOO_COMPLEX";

/// Argument that makes the program convert; the step follows.
pub const ARGUMENT: &str = "convert";

/// Maximum size of all files of a picture, in bytes.
const MAX_OUTPUT: u64 = 64 * 1024 * 1024;

/// Error of a conversion.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ConvertError {
    /// It fails each time, with this message key.
    #[error("the picture cannot be converted: {0}")]
    Refused(&'static str),
    /// It may succeed later.
    #[error("the conversion did not end: {0}")]
    Interrupted(String),
}

impl From<std::io::Error> for ConvertError {
    fn from(error: std::io::Error) -> Self {
        Self::Interrupted(error.to_string())
    }
}

/// Makes the files of a step with a program; returns what it describes and the files, in the same order.
pub(crate) async fn convert(
    program: &PathBuf,
    original: Bytes,
    step: Step,
) -> Result<(Converted, Vec<Bytes>), ConvertError> {
    let mut child = Command::new(program)
        .args([ARGUMENT, step.name()])
        .env_clear()
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::inherit())
        .kill_on_drop(true)
        .spawn()?;
    let missing = || ConvertError::Interrupted("the process has no pipe".to_owned());
    let mut input = child.stdin.take().ok_or_else(missing)?;
    let output = child.stdout.take().ok_or_else(missing)?;
    let mut written = Vec::new();
    let send = async {
        // A process that fails does not read all of it.
        let _ = input.write_all(&original).await;
        drop(input);
    };
    let mut output = output.take(MAX_OUTPUT);
    let ((), read) = tokio::join!(send, output.read_to_end(&mut written));
    read?;
    let status = child.wait().await?;
    if !status.success() {
        return Err(failure(status));
    }
    split(written.into()).ok_or_else(|| ConvertError::Interrupted("malformed output".to_owned()))
}

/// A process that ends by itself has refused the picture. The kernel aborts or ends one that needs too much; any other signal
/// comes from outside.
fn failure(status: ExitStatus) -> ConvertError {
    let signal = status.signal().and_then(Signal::from_named_raw);
    match signal {
        None if status.code().is_some() => ConvertError::Refused(BROKEN),
        Some(Signal::ABORT | Signal::XCPU | Signal::SEGV) => ConvertError::Refused(TOO_COMPLEX),
        _ => ConvertError::Interrupted(status.to_string()),
    }
}

/// Splits the output into the description and the files.
fn split(mut output: Bytes) -> Option<(Converted, Vec<Bytes>)> {
    let end = output.iter().position(|byte| *byte == b'\n')?;
    let description = output.split_to(end);
    let converted: Converted = serde_json::from_slice(&description).ok()?;
    let mut rest = output.slice(1..);
    let mut files = Vec::new();
    for file in &converted.files {
        if rest.len() < file.length {
            return None;
        }
        files.push(rest.split_to(file.length));
    }
    Some((converted, files))
}
