//! Bodies with a file.

use axum::{
    body::Bytes,
    extract::{
        DefaultBodyLimit, FromRequest, Request,
        multipart::{Field, Multipart},
    },
};
use http::StatusCode;
use kit::{
    failure::Failure,
    validation::{INVALID, REQUIRED},
};

use crate::error::{ApiError, ApiResult};

/// Name of the part with the file.
const FILE: &str = "file";

/// Size of what a body has beside its file, in bytes.
const MAX_REST: usize = 64 * 1024;

/// A body `multipart/form-data` with a file of at most `MAX` bytes: 415 for another media type, 413 if it is too large.
pub(crate) struct Upload<const MAX: usize>(Multipart);

impl<S: Send + Sync, const MAX: usize> FromRequest<S> for Upload<MAX> {
    type Rejection = ApiError;

    async fn from_request(mut request: Request, state: &S) -> ApiResult<Self> {
        DefaultBodyLimit::max(MAX + MAX_REST).apply(&mut request);
        let multipart = Multipart::from_request(request, state).await;
        let multipart = multipart.map_err(|_| ApiError::from_status(StatusCode::UNSUPPORTED_MEDIA_TYPE))?;
        Ok(Self(multipart))
    }
}

impl<const MAX: usize> Upload<MAX> {
    /// Returns the file, which is the first part.
    ///
    /// # Errors
    ///
    /// Fails if there is none, or the body is malformed or too large.
    pub(crate) async fn file(&mut self) -> ApiResult<File<'_, MAX>> {
        let field = self.0.next_field().await.map_err(|error| refused(&error))?;
        let field = field.filter(|field| field.name() == Some(FILE));
        let field = field.ok_or_else(|| Failure::invalid_field(FILE, REQUIRED))?;
        let name = field.file_name().unwrap_or_default().to_owned();
        Ok(File { name, field, size: 0 })
    }
}

/// A file that arrives.
pub(crate) struct File<'a, const MAX: usize> {
    pub(crate) name: String,
    field: Field<'a>,
    size: usize,
}

impl<const MAX: usize> File<'_, MAX> {
    /// Returns the next part; `None` at the end.
    ///
    /// # Errors
    ///
    /// Fails if the file is malformed or too large.
    pub(crate) async fn next(&mut self) -> ApiResult<Option<Bytes>> {
        let part = self.field.chunk().await.map_err(|error| refused(&error))?;
        self.size += part.as_ref().map_or(0, Bytes::len);
        if self.size > MAX {
            return Err(too_large());
        }
        Ok(part)
    }
}

fn refused(error: &axum::extract::multipart::MultipartError) -> ApiError {
    if error.status() == StatusCode::PAYLOAD_TOO_LARGE {
        return too_large();
    }
    Failure::invalid_field(FILE, INVALID).into()
}

fn too_large() -> ApiError {
    let failure = Failure::invalid_field(FILE, "ERROR.TOO_LARGE");
    ApiError::of_status(StatusCode::PAYLOAD_TOO_LARGE, failure)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the name and the size of the file, or the status of the refusal.
    async fn read(content_type: &str, body: &str) -> Result<(String, usize), u16> {
        let request = Request::builder().header("content-type", content_type);
        let request = request.body(body.to_owned().into()).unwrap();
        let read = async {
            let mut upload = Upload::<8>::from_request(request, &()).await?;
            let mut file = upload.file().await?;
            while file.next().await?.is_some() {}
            Ok::<_, ApiError>((file.name.clone(), file.size))
        };
        read.await.map_err(|error| error.status.as_u16())
    }

    fn body(name: &str, content: &str) -> String {
        format!(
            "--x\r\nContent-Disposition: form-data; name=\"{name}\"; filename=\"şkaf.csv\"\r\n\r\n{content}\r\n--x--\r\n"
        )
    }

    #[tokio::test]
    async fn reads_a_file_within_its_limit() {
        const FORM: &str = "multipart/form-data; boundary=x";
        let long = "a".repeat(100_000);
        for (content_type, body, expected) in [
            (FORM, body("file", "12345678"), Ok(("şkaf.csv".to_owned(), 8))),
            (FORM, body("file", "123456789"), Err(413)),
            (FORM, body("file", &long), Err(413)),
            (FORM, body("other", ""), Err(400)),
            (FORM, "--x\r\n".to_owned(), Err(400)),
            ("application/json", "{}".to_owned(), Err(415)),
        ] {
            assert_eq!(read(content_type, &body).await, expected, "{content_type}");
        }
    }
}
