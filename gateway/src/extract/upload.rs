//! Bodies `multipart/form-data` with a file.

use std::{marker::PhantomData, time::Duration};

use axum::{
    body::Bytes,
    extract::{FromRequest, Request},
};
use futures::Stream;
use http::{StatusCode, header};
use kit::{failure::Failure, validation::REQUIRED};
use multer::{Constraints, Field, Multipart, SizeLimit};

use crate::error::{ApiError, ApiResult};

/// Name of the part with the file.
const FILE: &str = "file";

/// Maximum size of a part other than the file, in bytes.
const MAX_FIELD: u64 = 1024;

/// Maximum time in which a client sends the next bytes.
const TIMEOUT: Duration = Duration::from_secs(30);

/// Limit of the file of a form.
pub(crate) trait FileLimit: Send + Sync + 'static {
    /// Maximum size, in bytes.
    const MAX: u64;

    /// Message key of a larger file.
    const TOO_LARGE: &'static str = "ERROR.TOO_LARGE";
}

/// A form with a file: 415 for another media type, 413 if the file is too large.
pub(crate) struct Form<L> {
    parts: Multipart<'static>,
    limit: PhantomData<L>,
}

impl<S: Send + Sync, L: FileLimit> FromRequest<S> for Form<L> {
    type Rejection = ApiError;

    async fn from_request(request: Request, _: &S) -> ApiResult<Self> {
        let unsupported = || ApiError::from_status(StatusCode::UNSUPPORTED_MEDIA_TYPE);
        let content_type = request.headers().get(header::CONTENT_TYPE);
        let content_type = content_type.and_then(|value| value.to_str().ok());
        let boundary = multer::parse_boundary(content_type.unwrap_or_default()).map_err(|_| unsupported())?;
        let limit = SizeLimit::new().per_field(MAX_FIELD).for_field(FILE, L::MAX);
        let constraints = Constraints::new().size_limit(limit);
        let body = request.into_body().into_data_stream();
        Ok(Self {
            parts: Multipart::with_constraints(body, boundary, constraints),
            limit: PhantomData,
        })
    }
}

impl<L: FileLimit> Form<L> {
    /// Returns the next part; `None` at the end.
    ///
    /// # Errors
    ///
    /// Fails if the form is malformed or too slow.
    pub(crate) async fn next(&mut self) -> ApiResult<Option<Part<L>>> {
        let field = within_limit::<L, _>(self.parts.next_field()).await?;
        Ok(field.map(|field| Part {
            field,
            limit: PhantomData,
        }))
    }

    /// Returns the file, which is the first part.
    ///
    /// # Errors
    ///
    /// Fails if there is none, or the form is malformed or too slow.
    pub(crate) async fn file(&mut self) -> ApiResult<Part<L>> {
        let part = self.next().await?.filter(|part| part.name() == Some(FILE));
        Ok(part.ok_or_else(|| Failure::invalid_field(FILE, REQUIRED))?)
    }
}

/// A part of a form that arrives.
pub(crate) struct Part<L> {
    field: Field<'static>,
    limit: PhantomData<L>,
}

impl<L: FileLimit> Part<L> {
    /// Returns the name of the part.
    pub(crate) fn name(&self) -> Option<&str> {
        self.field.name()
    }

    /// Returns the name of the file at the client; may be empty.
    pub(crate) fn file_name(&self) -> &str {
        self.field.file_name().unwrap_or_default()
    }

    /// Returns the next bytes; `None` at the end.
    ///
    /// # Errors
    ///
    /// Fails if the part is malformed, too large or too slow.
    pub(crate) async fn chunk(&mut self) -> ApiResult<Option<Bytes>> {
        within_limit::<L, _>(self.field.chunk()).await
    }

    /// Returns the bytes as they come, which fail as [`Part::chunk`].
    pub(crate) fn into_stream(self) -> impl Stream<Item = ApiResult<Bytes>> {
        futures::stream::try_unfold(self, async |mut part| {
            let bytes = part.chunk().await?;
            Ok(bytes.map(|bytes| (bytes, part)))
        })
    }

    /// Returns the whole part as a text.
    ///
    /// # Errors
    ///
    /// Fails as [`Part::chunk`].
    pub(crate) async fn text(self) -> ApiResult<String> {
        within_limit::<L, _>(self.field.text()).await
    }
}

async fn within_limit<L: FileLimit, T>(part: impl Future<Output = multer::Result<T>>) -> ApiResult<T> {
    match tokio::time::timeout(TIMEOUT, part).await {
        Ok(Ok(part)) => Ok(part),
        Ok(Err(multer::Error::FieldSizeExceeded { .. })) => {
            let failure = Failure::invalid_field(FILE, L::TOO_LARGE);
            Err(ApiError::of_status(StatusCode::PAYLOAD_TOO_LARGE, failure))
        }
        Ok(Err(_)) | Err(_) => Err(ApiError::malformed()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Eight;

    impl FileLimit for Eight {
        const MAX: u64 = 8;
    }

    /// Returns the name and the size of the file, or the status of the refusal.
    async fn read(content_type: &str, body: &str) -> Result<(String, usize), u16> {
        let request = Request::builder().header("content-type", content_type);
        let request = request.body(body.to_owned().into()).unwrap();
        let read = async {
            let mut form = Form::<Eight>::from_request(request, &()).await?;
            let mut file = form.file().await?;
            let mut size = 0;
            while let Some(bytes) = file.chunk().await? {
                size += bytes.len();
            }
            Ok::<_, ApiError>((file.file_name().to_owned(), size))
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
