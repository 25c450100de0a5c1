//! `POST products/imports`.

use std::time::Duration;

use axum::extract::State;
use bytes::{Bytes, BytesMut};
use http::StatusCode;
use kit::{domain::EventId, grpc::with_timeout};
use proto::catalog::v1::{AppendUploadRequest, CreateImportRequest};
use sha2::{Digest as _, Sha256};

use super::import::{ProductImport, convert};
use crate::{
    desk::Member,
    envelope::Envelope,
    error::{ApiError, ApiResult},
    extract::{FileLimit, Filter, Form, Keyed},
    openapi::ErrorResponse,
    state::AppState,
};

/// Limit of a table.
pub(crate) struct TableLimit;

impl FileLimit for TableLimit {
    const MAX: u64 = 20 * 1024 * 1024;
}

/// Size of a part that is sent to the service, in bytes.
const PART: usize = 512 * 1024;

/// Time limit for reading a file that has arrived.
const READ_TIMEOUT: Duration = Duration::from_secs(9);

/// Form of a file.
#[filter]
pub(crate) struct FileForm {
    /// Separator of the cells of CSV, `;`, `,` or `tab`; by default the most frequent one of the heads
    separator: String,
}

/// Body with a file.
#[derive(utoipa::ToSchema)]
#[expect(dead_code, reason = "describes the body")]
pub(crate) struct ProductImportFile {
    /// CSV or XLSX, at most 20 MB.
    #[schema(value_type = String, format = Binary, content_media_type = "application/octet-stream")]
    file: Vec<u8>,
}

/// Uploads a table of products and proposes a mapping of its columns. Another type of file: 415 `file: IMPORT.TYPE`; a broken
/// one: 400 `file: IMPORT.BROKEN`, with the row in the message.
#[utoipa::path(post, path = "/products/imports", tag = "desk",
    params(("Idempotency-Key" = String, Header, description = "1 to 255 visible ASCII characters"), FileForm),
    request_body(content = ProductImportFile, content_type = "multipart/form-data"),
    security(("desk" = [], "xsrf" = [])),
    responses((status = 200, body = Envelope<ProductImport>, description = "Import",
        example = json!(Envelope::new(ProductImport::example()))),
        ErrorResponse::<413>, ErrorResponse::<415>, ErrorResponse::<422>))]
pub(crate) async fn create_product_import(
    State(state): State<AppState>,
    member: Member,
    Filter(FileForm { separator }): Filter<FileForm>,
    Keyed(idempotency_key, mut form): Keyed<Form<TableLimit>>,
) -> ApiResult<Envelope<ProductImport>> {
    let mut client = state.clients.imports.clone();
    let upload_id = EventId::generate().to_string();
    let mut file = form.file().await?;
    let (mut hash, mut size, mut part) = (Sha256::new(), 0_i64, BytesMut::new());
    loop {
        let next = file.chunk().await?;
        let is_last = next.is_none();
        part.extend_from_slice(&next.unwrap_or_default());
        while part.len() >= PART || (is_last && !part.is_empty()) {
            let data: Bytes = part.split_to(part.len().min(PART)).freeze();
            hash.update(&data);
            let length = i64::try_from(data.len()).unwrap_or(i64::MAX);
            let request = AppendUploadRequest {
                upload_id: upload_id.clone(),
                position: size,
                data: data.to_vec(),
            };
            client.append_upload(member.request(request)).await?;
            size += length;
        }
        if is_last {
            break;
        }
    }
    let request = member.request(CreateImportRequest {
        idempotency_key,
        upload_id,
        name: file.file_name().to_owned(),
        size,
        sha256: hash.finalize().to_vec(),
        separator: match separator.as_str() {
            "tab" => "\t".to_owned(),
            _ => separator,
        },
    });
    let created = with_timeout(READ_TIMEOUT, client.create_import(request)).await;
    let created = created.map_err(refused)?.into_inner();
    Ok(Envelope::new(convert(&state, &member, created.import).await?))
}

/// Sets the status of a file of another type.
fn refused(status: tonic::Status) -> ApiError {
    let mut error = ApiError::from(status);
    if error.failure.reason == "IMPORT.TYPE" {
        error.status = StatusCode::UNSUPPORTED_MEDIA_TYPE;
    }
    error
}
