//! `GET products/imports/{id}/refused.csv`.

use axum::{extract::State, response::Response};
use kit::failure::Failure;
use proto::catalog::v1::{ExportRefusedRowsRequest, RefusedRow};

use super::NOT_FOUND;
use crate::{
    desk::Member,
    error::ApiResult,
    extract::{PathOf, RecordId, RequestLanguage},
    messages,
    routes::desk::csv::attachment,
    state::AppState,
};

/// Downloads the refused rows as in the uploaded file, with a last column that says why. Once mended it can be uploaded again.
#[utoipa::path(get, path = "/products/imports/{id}/refused.csv", tag = "desk", security(("desk" = [])),
    params(("id" = String, Path, description = "Import id")),
    responses((status = 200, body = String, content_type = "text/csv", description = "Refused rows",
        example = "Kod;Qiymət;Səbəb\r\nSK-101;x;Qiymət: …\r\n")))]
pub(crate) async fn export_refused_rows(
    State(state): State<AppState>,
    member: Member,
    id: PathOf<RecordId>,
    RequestLanguage(language): RequestLanguage,
) -> ApiResult<Response> {
    let id = id.get(NOT_FOUND)?.to_string();
    let language = member.session.language.unwrap_or(language);
    let mut client = state.clients.imports.clone();
    let request = |after| {
        member.request(ExportRefusedRowsRequest {
            id: id.clone(),
            after,
        })
    };
    let first = client.export_refused_rows(request(0)).await?.into_inner();
    let separator = first.separator.chars().next().unwrap_or(';');
    let reason = messages::text("IMPORT.REASON", language);
    let heads = first.heads.unwrap_or_default().cells;
    let heads = heads.iter().map(String::as_str).chain([reason]);
    let mut text = kit::csv::BOM.to_owned() + &kit::csv::row(heads, separator);
    let (mut rows, mut next) = (first.rows, first.next_after);
    loop {
        for row in rows {
            let reasons = reasons(&row, language);
            let cells = row.cells.unwrap_or_default().cells;
            let cells = cells.iter().map(String::as_str).chain([reasons.as_str()]);
            text.push_str(&kit::csv::row(cells, separator));
        }
        if next == 0 {
            break;
        }
        let page = client.export_refused_rows(request(next)).await?.into_inner();
        (rows, next) = (page.rows, page.next_after);
    }
    let stem = first
        .name
        .rsplit_once('.')
        .map_or(first.name.as_str(), |(stem, _)| stem);
    Ok(attachment(&format!("{stem}-refused.csv"), text.into()))
}

/// Returns why a row is refused.
fn reasons(row: &RefusedRow, language: kit::domain::Language) -> String {
    let errors = row.errors.iter().zip(&row.heads);
    let texts = errors.map(|(error, head)| {
        let text = messages::localize(
            &Failure::with_reason(kit::failure::Code::Invalid, error.key.clone()),
            language,
        );
        if head.is_empty() {
            text
        } else {
            format!("{head}: {text}")
        }
    });
    texts.collect::<Vec<_>>().join(" ")
}
