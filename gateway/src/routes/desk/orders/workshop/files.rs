//! `GET orders/{number}/workshop/cuts.csv` and `GET orders/{number}/workshop/parts.zip`.

use std::str::FromStr;

use axum::{
    extract::State,
    response::{IntoResponse as _, Response},
};
use http::{HeaderValue, header};
use kit::{
    domain::Language,
    failure::{Code, Failure},
};
use rules::workshop::{CutList, archive, csv};

use super::pieces::{Designed, Number, derive};
use crate::{
    convert,
    desk::Member,
    error::ApiResult,
    extract::{Filter, RequestLanguage},
    openapi::ErrorResponse,
    state::AppState,
    words::LanguageCode,
};

/// Reader of a file of cuts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Reader(pub(super) csv::Reader);

impl FromStr for Reader {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        csv::Reader::parse(text).map(Self).ok_or(())
    }
}

/// Form of a file of cuts.
#[filter]
pub(crate) struct CutsOptions {
    /// Reader: `people`, by default, `opticutter` or `cutlist`
    r#for: Option<Reader>,
    /// Language of the names, by default the caller's
    #[param(value_type = Option<LanguageCode>, inline)]
    lang: Option<Language>,
}

/// Downloads the cut lists of an order's designed pieces as CSV: for people, for optiCutter, or for `CutList` Optimizer. A design that
/// the rules cannot build: `general: WORKSHOP.UNREADABLE`.
#[utoipa::path(get, path = "/orders/{number}/workshop/cuts.csv", tag = "desk",
    params(("number" = String, Path, description = "Number of the order"), CutsOptions), security(("desk" = [])),
    responses((status = 200, body = String, content_type = "text/csv", description = "Cut lists",
        example = "Length,Width,Qty,Material,Label,Enabled\n2498,588,2,\"Laminat lövhə, 18 mm, ağ\",1 Yan lövhə,true\n"),
        ErrorResponse::<409>))]
pub(crate) async fn get_workshop_cuts(
    State(state): State<AppState>,
    member: Member,
    RequestLanguage(requested): RequestLanguage,
    number: Number,
    Filter(options): Filter<CutsOptions>,
) -> ApiResult<Response> {
    let language = options.lang.or(member.session.language).unwrap_or(requested);
    let language = convert::rules_language(language);
    let reader = options.r#for.map_or(csv::Reader::People, |Reader(reader)| reader);
    let (name, file) = derive(&state, &member, number, move |designed| {
        let file = cuts(&designed, reader, language)?;
        Ok((format!("{}-cuts.csv", designed.order_number), file))
    })
    .await?;
    Ok(attachment("text/csv; charset=utf-8", &name, file))
}

/// Downloads a drawing in DXF of release 12 for each row of the cut lists, as an archive without compression. A design that the rules
/// cannot build: `general: WORKSHOP.UNREADABLE`.
#[utoipa::path(get, path = "/orders/{number}/workshop/parts.zip", tag = "desk",
    params(("number" = String, Path, description = "Number of the order")), security(("desk" = [])),
    responses((status = 200, content_type = "application/octet-stream", body = Vec<u8>, description = "ZIP"),
        ErrorResponse::<409>))]
pub(crate) async fn get_workshop_parts(
    State(state): State<AppState>,
    member: Member,
    number: Number,
) -> ApiResult<Response> {
    let (name, file) = derive(&state, &member, number, |designed| {
        let file = parts(&designed)?;
        Ok((format!("{}-parts.zip", designed.order_number), file))
    })
    .await?;
    Ok(attachment("application/zip", &name, file))
}

pub(super) fn cuts(
    designed: &Designed,
    reader: csv::Reader,
    language: rules::Language,
) -> Result<Vec<u8>, Failure> {
    let items = designed.items()?.into_iter();
    let lists: Vec<_> = items.map(|item| CutList::of(item, language)).collect();
    csv::file(&lists, reader, language).map_err(|error| Failure::new(Code::Internal).with_source(error))
}

pub(super) fn parts(designed: &Designed) -> Result<Vec<u8>, Failure> {
    archive::parts_zip(&designed.items()?).map_err(|error| Failure::new(Code::Internal).with_source(error))
}

/// Returns a file that browsers save. Its name has no characters to escape.
fn attachment(media_type: &'static str, name: &str, file: Vec<u8>) -> Response {
    let mut response = file.into_response();
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(media_type));
    if let Ok(disposition) = HeaderValue::from_str(&format!("attachment; filename=\"{name}\"")) {
        headers.insert(header::CONTENT_DISPOSITION, disposition);
    }
    response
}
