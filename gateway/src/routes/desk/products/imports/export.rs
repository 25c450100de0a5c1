//! `GET products.csv`.

use axum::{body::Body, extract::State, response::Response};
use futures::{TryStreamExt as _, stream};
use kit::{domain::Language, grpc::with_timeout, vocabulary::catalog::DeskSort};
use proto::catalog::v1::{Cells, DeskProductFilter, ExportProductsRequest, ExportProductsResponse};

use super::super::list::ProductFilter;
use crate::{
    desk::Member,
    error::ApiResult,
    extract::{Filter, RequestLanguage},
    layers::limits::SERVICES_TIMEOUT,
    openapi::ErrorResponse,
    routes::desk::csv::attachment,
    state::AppState,
    words::{DeskProductSort, LanguageCode},
};

/// Separator of the cells.
const SEPARATOR: char = ';';

/// Form of an exported table.
#[filter]
pub(crate) struct ExportOptions {
    /// Order, by default `code`
    #[param(value_type = Option<DeskProductSort>, inline)]
    sort: Option<DeskSort>,
    /// Columns, separated by commas, such as `code,nameAz,price`; by default all
    columns: String,
    /// Language of the heads, by default the caller's
    #[param(value_type = Option<LanguageCode>, inline)]
    lang: Option<Language>,
}

/// Downloads the products of a list as CSV, in its order; at most 10,000. Imported unchanged, the file changes nothing.
#[utoipa::path(get, path = "/products.csv", tag = "desk", security(("desk" = [])),
    params(ProductFilter, ExportOptions),
    responses((status = 200, body = String, content_type = "text/csv", description = "Products",
        example = "\u{feff}Kod;Ad (az);Qiymət\r\nSK-101;Palıd şkaf;1249,55\r\n"),
        ErrorResponse::<409>))]
pub(crate) async fn export_products(
    State(state): State<AppState>,
    member: Member,
    RequestLanguage(language): RequestLanguage,
    Filter((filter, options)): Filter<(ProductFilter, ExportOptions)>,
) -> ApiResult<Response> {
    let language = options.lang.or(member.session.language).unwrap_or(language);
    let columns = options.columns.split(',').map(str::trim);
    let columns = columns.filter(|column| !column.is_empty());
    let request = ExportProductsRequest {
        filter: Some(DeskProductFilter::from(filter)),
        sort: options.sort.unwrap_or_default().into(),
        cursor: String::new(),
        language: language.into(),
        columns: columns.map(str::to_owned).collect(),
    };
    let mut client = state.clients.imports.clone();
    let first = client
        .export_products(member.request(request.clone()))
        .await?
        .into_inner();
    let pages = stream::try_unfold(Some(Next::Page(first)), move |next| {
        let (mut client, request) = (client.clone(), request.clone());
        let caller = member.caller.clone();
        async move {
            let page = match next {
                None => return Ok::<_, tonic::Status>(None),
                Some(Next::Page(page)) => page,
                Some(Next::Cursor(cursor)) => {
                    let request = ExportProductsRequest { cursor, ..request };
                    let request = kit::grpc::client::on_behalf_of(&caller, request);
                    let page = with_timeout(SERVICES_TIMEOUT, client.export_products(request)).await;
                    page?.into_inner()
                }
            };
            let text = text(page.heads, &page.rows);
            let is_last = page.next_cursor.is_empty();
            Ok(Some((text, (!is_last).then_some(Next::Cursor(page.next_cursor)))))
        }
    });
    let pages = pages.inspect_err(|error| tracing::warn!(%error, "export of products ended early"));
    let date = kit::calendar::date(kit::clock::now());
    Ok(attachment(
        &format!("products-{date}.csv"),
        Body::from_stream(pages),
    ))
}

/// Rows that are left of an export.
enum Next {
    Page(ExportProductsResponse),
    Cursor(String),
}

/// Returns a page; the first one has the heads.
fn text(heads: Option<Cells>, rows: &[Cells]) -> String {
    let row = |cells: &Cells| kit::csv::row(cells.cells.iter().map(String::as_str), SEPARATOR);
    let heads = heads.map(|heads| kit::csv::BOM.to_owned() + &row(&heads));
    heads.into_iter().chain(rows.iter().map(row)).collect()
}
