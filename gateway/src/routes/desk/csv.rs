//! Lists of the desk as CSV files.

use std::{future::Future, sync::Arc};

use axum::{
    body::Body,
    response::{IntoResponse as _, Response},
};
use futures::{StreamExt as _, TryStreamExt as _, stream};
use http::{HeaderName, HeaderValue, header};
use kit::{
    calendar::{self, BAKU},
    domain::Language,
    failure::{Code, Failure},
    grpc::with_timeout,
    staff::StaffRole,
    validation::INVALID,
    vocabulary::account::Screen,
};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use proto::common::v1::RecordExportRequest;
use serde::Serialize;
use serde_json::Value;
use time::{OffsetDateTime, format_description::well_known::Rfc3339, macros::format_description};

use crate::{
    desk::Member,
    envelope::DeskList,
    error::{ApiError, ApiResult},
    extract::SetFilters,
    layers::limits::SERVICES_TIMEOUT,
    state::AppState,
    words::LanguageCode,
};

/// Separator of the cells.
const SEPARATOR: char = ';';

/// Maximum number of rows of a file.
const MAX_ROWS: i64 = 10_000;

/// Rows that are read at once.
pub(super) const PAGE_SIZE: u32 = 100;

/// Form of a file.
#[filter]
pub(crate) struct CsvOptions {
    /// Columns, separated by commas, such as `number,status`; by default all that the role may see
    columns: String,
    /// Language of the heads, by default the caller's
    #[param(value_type = Option<LanguageCode>, inline)]
    lang: Option<Language>,
}

/// How a value is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Format {
    /// As it is.
    Plain,
    /// An amount in AZN with two decimals.
    Amount,
    /// A time as day and minute in Asia/Baku.
    Time,
    /// A name, phone, e-mail, address or free text, which not all roles may download.
    Contact,
}

/// A column of a list.
#[derive(Debug)]
pub(super) struct Column {
    /// Name of the field, with dots for the parts of a record.
    name: &'static str,
    format: Format,
    /// Heads in Azerbaijani, Russian and English.
    heads: [&'static str; 3],
}

impl Column {
    /// Creates a column with its heads in Azerbaijani, Russian and English.
    pub(super) const fn new(name: &'static str, format: Format, heads: [&'static str; 3]) -> Self {
        Self { name, format, heads }
    }

    const fn head(&self, language: Language) -> &'static str {
        let [az, ru, en] = self.heads;
        match language {
            Language::Az => az,
            Language::Ru => ru,
            Language::En => en,
        }
    }

    /// Returns the cell of a row.
    fn cell(&self, row: &Value, language: Language) -> String {
        let mut parts = self.name.split('.');
        let value = parts.try_fold(row, |value, part| value.get(part));
        match value {
            None | Some(Value::Null) => String::new(),
            Some(Value::String(text)) if self.format == Format::Time => minute(text),
            Some(Value::String(text)) => text.clone(),
            Some(Value::Bool(is_so)) => yes_or_no(*is_so, language).to_owned(),
            Some(Value::Number(number)) => self.number(number, language),
            Some(other) => other.to_string(),
        }
    }

    fn number(&self, number: &serde_json::Number, language: Language) -> String {
        let text = match number.as_f64() {
            Some(amount) if self.format == Format::Amount => format!("{amount:.2}"),
            _ => number.to_string(),
        };
        match language {
            Language::Az | Language::Ru => text.replace('.', ","),
            Language::En => text,
        }
    }
}

/// Returns a time of RFC 3339 as `2026-11-23 14:02` in Asia/Baku.
fn minute(text: &str) -> String {
    let format = format_description!("[year]-[month]-[day] [hour]:[minute]");
    let time = OffsetDateTime::parse(text, &Rfc3339).ok();
    let written = time.and_then(|time| time.to_offset(BAKU).format(format).ok());
    written.unwrap_or_else(|| text.to_owned())
}

const fn yes_or_no(is_so: bool, language: Language) -> &'static str {
    match (language, is_so) {
        (Language::Az, true) => "bəli",
        (Language::Az, false) => "xeyr",
        (Language::Ru, true) => "да",
        (Language::Ru, false) => "нет",
        (Language::En, true) => "yes",
        (Language::En, false) => "no",
    }
}

/// A list to download.
pub(super) struct Table {
    pub(super) screen: Screen,
    pub(super) columns: &'static [Column],
}

impl Table {
    /// Returns the columns that a caller asks for.
    fn select(&self, names: &str, role: Option<StaffRole>) -> Result<Vec<&'static Column>, Failure> {
        let may_see = |column: &&Column| column.format != Format::Contact || role != Some(StaffRole::Sales);
        let names: Vec<_> = names
            .split(',')
            .map(str::trim)
            .filter(|name| !name.is_empty())
            .collect();
        if names.is_empty() {
            return Ok(self.columns.iter().filter(may_see).collect());
        }
        let find = |name: &&str| self.columns.iter().find(|column| column.name == *name);
        let found: Option<Vec<_>> = names.iter().map(find).collect();
        let found = found.ok_or_else(|| Failure::invalid_field("columns", INVALID))?;
        if found.iter().all(may_see) {
            Ok(found)
        } else {
            Err(Failure::with_reason(Code::Forbidden, "DESK.ROLE"))
        }
    }

    /// Returns the service whose audit log has the download.
    const fn service(&self) -> &'static str {
        match self.screen {
            Screen::Quotes | Screen::Customers => "inquiry",
            Screen::Orders => "order",
            Screen::Products => "catalog",
            Screen::Activity => "account",
        }
    }
}

/// Responds with all rows of a list. `filters` names the set filters, and `fetch` reads the page at a cursor.
///
/// # Errors
///
/// Fails if a column is unknown, the role may not see one, there are too many rows, or a service does not answer.
pub(super) async fn export<R, F>(
    state: &AppState,
    member: Member,
    language: Language,
    table: &Table,
    options: CsvOptions,
    SetFilters(filters): SetFilters,
    fetch: impl Fn(AppState, Arc<Member>, String) -> F + Send + Sync + 'static,
) -> ApiResult<Response>
where
    R: Serialize + Send + 'static,
    F: Future<Output = ApiResult<DeskList<R>>> + Send + 'static,
{
    let language = options.lang.or(member.session.language).unwrap_or(language);
    let columns = table.select(&options.columns, member.role())?;
    let member = Arc::new(member);
    let first = complete(fetch(state.clone(), Arc::clone(&member), String::new()).await?)?;
    if first.total_records > MAX_ROWS {
        return Err(Failure::with_reason(Code::Conflict, "DESK.TOO_MANY_ROWS").into());
    }
    let mut audits = state.clients.audits.iter();
    let audit = audits.find(|(service, _)| *service == table.service());
    let (_, audit) = audit.ok_or_else(|| Failure::new(Code::Internal))?;
    let request = member.request(RecordExportRequest {
        screen: table.screen.name().to_owned(),
        filters,
        rows: first.total_records,
    });
    audit.clone().record_export(request).await?;

    let heads = kit::csv::row(columns.iter().map(|column| column.head(language)), SEPARATOR);
    let heads = stream::once(async move { Ok::<_, ApiError>(kit::csv::BOM.to_owned() + &heads) });
    let state = state.clone();
    let pages = stream::try_unfold(Some(Next::Page(first)), move |next| {
        let page = match next {
            Some(Next::Cursor(cursor)) => Err(fetch(state.clone(), Arc::clone(&member), cursor)),
            Some(Next::Page(page)) => Ok(Some(page)),
            None => Ok(None),
        };
        let columns = columns.clone();
        async move {
            let page = match page {
                Ok(None) => return Ok(None),
                Ok(Some(page)) => page,
                Err(page) => complete(with_timeout(SERVICES_TIMEOUT, page).await?)?,
            };
            let rows: String = page
                .data
                .iter()
                .map(|row| line(&columns, row, language))
                .collect();
            Ok(Some((rows, page.next_cursor.map(Next::Cursor))))
        }
    });
    let rows = pages.inspect_err(|error: &ApiError| {
        tracing::warn!(error = %error.failure, "download of a list ended early");
    });
    let date = calendar::date(kit::clock::now());
    let body = heads
        .chain(rows)
        .map_err(|error| std::io::Error::other(error.failure));
    Ok(attachment(
        &format!("{}-{date}.csv", table.screen.name()),
        Body::from_stream(body),
    ))
}

/// Rows that are left of a file.
enum Next<R> {
    Page(DeskList<R>),
    Cursor(String),
}

/// Returns a page that no service is missing from.
fn complete<R>(page: DeskList<R>) -> ApiResult<DeskList<R>> {
    match &page.missing {
        Some(missing) if !missing.is_empty() => Err(Failure::new(Code::Unavailable).into()),
        _ => Ok(page),
    }
}

fn line<R: Serialize>(columns: &[&Column], row: &R, language: Language) -> String {
    let row = serde_json::to_value(row).unwrap_or_default();
    let cells: Vec<_> = columns.iter().map(|column| column.cell(&row, language)).collect();
    kit::csv::row(cells.iter().map(String::as_str), SEPARATOR)
}

/// Returns a table as a file.
pub(super) fn attachment(name: &str, body: Body) -> Response {
    let is_plain = name
        .bytes()
        .all(|byte| byte.is_ascii_alphanumeric() || b"-_. ".contains(&byte));
    let disposition = if is_plain {
        format!("attachment; filename=\"{name}\"")
    } else {
        let name = utf8_percent_encode(name, NON_ALPHANUMERIC);
        format!("attachment; filename*=UTF-8''{name}")
    };
    let mut response = body.into_response();
    let headers = [
        (header::CONTENT_TYPE, "text/csv; charset=utf-8"),
        (header::CONTENT_DISPOSITION, &disposition),
    ];
    for (header, value) in headers {
        let header: HeaderName = header;
        if let Ok(value) = HeaderValue::from_str(value) {
            response.headers_mut().insert(header, value);
        }
    }
    response
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    const TABLE: Table = Table {
        screen: Screen::Orders,
        columns: &[
            Column::new("number", Format::Plain, ["Nömrə", "Номер", "Number"]),
            Column::new("customer.phone", Format::Contact, ["Telefon", "Телефон", "Phone"]),
            Column::new("total", Format::Amount, ["Cəmi", "Сумма", "Total"]),
            Column::new("at", Format::Time, ["Vaxt", "Время", "Time"]),
            Column::new("isWiped", Format::Plain, ["Silinib", "Удалено", "Wiped"]),
        ],
    };

    #[test]
    fn cells_are_written_for_spreadsheets_of_the_language() {
        let row = json!({"number": "=SB;1", "customer": {"phone": "+994501234567"}, "total": 1062.1,
            "at": "2026-11-23T20:02:59Z", "isWiped": false});
        let columns: Vec<_> = TABLE.columns.iter().collect();
        for (language, expected) in [
            (
                Language::Az,
                "\"'=SB;1\";'+994501234567;1062,10;2026-11-24 00:02;xeyr\r\n",
            ),
            (
                Language::Ru,
                "\"'=SB;1\";'+994501234567;1062,10;2026-11-24 00:02;нет\r\n",
            ),
            (
                Language::En,
                "\"'=SB;1\";'+994501234567;1062.10;2026-11-24 00:02;no\r\n",
            ),
        ] {
            assert_eq!(line(&columns, &row, language), expected, "{language}");
        }
        assert_eq!(
            line(&columns, &json!({"customer": null}), Language::Az),
            ";;;;\r\n"
        );
    }

    #[test]
    fn sales_members_get_no_contacts() {
        let names = |names: &str, role| {
            let columns = TABLE.select(names, Some(role));
            let columns = columns.map(|columns| columns.iter().map(|column| column.name).collect::<Vec<_>>());
            columns.map_err(|failure| failure.reason)
        };
        assert_eq!(names("", StaffRole::Owner).unwrap().len(), 5);
        assert_eq!(
            names("", StaffRole::Sales).unwrap(),
            ["number", "total", "at", "isWiped"]
        );
        assert_eq!(names(" at,number", StaffRole::Sales).unwrap(), ["at", "number"]);
        assert_eq!(
            names("customer.phone", StaffRole::Sales).unwrap_err(),
            "DESK.ROLE"
        );
        let unknown = TABLE
            .select("number,customer", Some(StaffRole::Owner))
            .unwrap_err();
        assert_eq!(unknown.fields, [("columns".to_owned(), INVALID.to_owned())]);
    }

    #[test]
    fn every_column_is_a_field_of_the_record() {
        for (table, example) in super::super::csv_tables() {
            for column in table.columns {
                let path = format!("/{}", column.name.replace('.', "/"));
                assert!(
                    example.pointer(&path).is_some(),
                    "{:?} {}",
                    table.screen,
                    column.name
                );
                assert!(
                    column.heads.iter().all(|head| !head.is_empty()),
                    "{}",
                    column.name
                );
            }
        }
    }
}
