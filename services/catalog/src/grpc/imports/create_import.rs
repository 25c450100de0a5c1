//! Reads an uploaded file and proposes a mapping of its columns.

use kit::{
    caller::StaffCaller,
    change::{Change, Effect},
    domain::{EventId, ImportId},
    failure::{Code, Failure},
    validation::{FieldErrors, INVALID},
    vocabulary::catalog::{ImportField, ImportFormat, ImportSource},
};
use proto::catalog::v1::{CreateImportRequest, CreateImportResponse};
use serde_json::json;
use sqlx::PgConnection;

use super::{super::desk::idempotency_key, State, convert, find};
use crate::{
    import::{FileError, MAX_SIZE, SEPARATORS, Table, propose, read, source_of},
    store::{
        self,
        import::{Mapping, NewImport},
    },
};

/// Text of a cell that empties a field, unless another is chosen.
const ERASE: &str = "-";

/// Maximum length of the name of a file in characters.
const MAX_NAME: usize = 200;

pub(super) async fn handle(
    state: &State,
    StaffCaller { actor, .. }: StaffCaller,
    request: CreateImportRequest,
) -> Result<CreateImportResponse, Failure> {
    let mut errors = FieldErrors::default();
    idempotency_key(&mut errors, &actor, &request.idempotency_key);
    let upload: Option<EventId> = errors.parse("uploadId", &request.upload_id);
    errors.ensure((0..=MAX_SIZE).contains(&request.size), "file", INVALID);
    let separator = separator(&mut errors, &request.separator);
    let upload = errors.finish(upload)?;
    let name = request.name.rsplit(['/', '\\']).next().unwrap_or_default();
    let name: String = name
        .chars()
        .filter(|letter| !letter.is_control())
        .take(MAX_NAME)
        .collect();
    let author = actor.to_string();
    // A repeated call comes with another upload of the same file.
    let repeated = CreateImportRequest {
        upload_id: String::new(),
        ..request.clone()
    };
    let import = Change::once(&actor, "CreateImport", &request.idempotency_key, &repeated)
        .run(
            &state.pool,
            async |_| Ok::<_, Failure>(()),
            async |connection, ()| {
                let file = store::import::take_upload(connection, upload, &author).await?;
                if i64::try_from(file.len()) != Ok(request.size) {
                    return Err(Failure::invalid_field("file", INVALID));
                }
                let table = tokio::task::spawn_blocking(move || read(&file, separator)).await;
                let table = table.map_err(|error| Failure::new(Code::Internal).with_source(error))?;
                let table = table.map_err(refused)?;
                let source = source_of(&table.heads);
                let kept = kept_mapping(connection, &author, &table.heads, source).await?;
                let mapping = kept.unwrap_or_else(|| {
                    let fields = propose(&table.heads, source);
                    let names = fields
                        .iter()
                        .map(|field| field.map_or("", ImportField::name).to_owned());
                    Mapping {
                        decimal: decimal(&table, &fields).to_owned(),
                        fields: names.collect(),
                        erase: ERASE.to_owned(),
                    }
                });
                let id = ImportId::generate();
                let import = NewImport {
                    id,
                    name: &name,
                    source,
                    table: &table,
                    fields: &mapping.fields,
                    decimal: &mapping.decimal,
                    erase: &mapping.erase,
                    author: &author,
                };
                store::import::insert(connection, &import).await?;
                let detail = json!({ "rows": table.rows.len() });
                let effect = Effect::audited(&actor, "CreateImport", id.to_string(), detail);
                Ok(effect.with(id.to_string()))
            },
            async |connection, id| find(connection, super::parse_id(id)?).await,
        )
        .await?;
    Ok(CreateImportResponse {
        import: Some(convert::import(import)),
    })
}

/// Returns the last mapping that a person chose for the same heads, or for all but the last one: refused rows come back with a
/// column that says why.
async fn kept_mapping(
    connection: &mut PgConnection,
    person: &str,
    heads: &[String],
    source: ImportSource,
) -> Result<Option<Mapping>, sqlx::Error> {
    let kept = store::import::find_mapping(connection, person, heads).await?;
    let Some((_, earlier)) = heads.split_last().filter(|_| kept.is_none()) else {
        return Ok(kept);
    };
    let kept = store::import::find_mapping(connection, person, earlier).await?;
    Ok(kept.map(|mut kept| {
        let proposed = propose(heads, source).pop().flatten();
        let name = proposed.map_or("", ImportField::name).to_owned();
        let is_free = !kept.fields.contains(&name);
        kept.fields.push(if is_free { name } else { String::new() });
        kept
    }))
}

/// Returns the separator that a person chose; `None` = the most frequent one of the heads.
fn separator(errors: &mut FieldErrors, chosen: &str) -> Option<char> {
    let mut separators = SEPARATORS.into_iter();
    let known = separators.find(|separator| chosen.chars().eq([*separator]));
    errors.ensure(known.is_some() || chosen.is_empty(), "separator", INVALID);
    known
}

/// Returns the failure of a refused file.
fn refused(error: FileError) -> Failure {
    let key = error.message_key();
    let failure = Failure::with_reason(Code::Invalid, key).with_field("file", key);
    match error {
        FileError::Broken(row) => failure.with_parameter("row", row),
        _ => failure,
    }
}

/// Returns the decimal sign of the first price that has one.
fn decimal(table: &Table, fields: &[Option<ImportField>]) -> &'static str {
    let is_price =
        |field: &Option<ImportField>| matches!(field, Some(ImportField::Price | ImportField::SalePrice));
    let columns: Vec<_> = (0..fields.len())
        .filter(|column| fields.get(*column).is_some_and(is_price))
        .collect();
    let mut cells = table
        .rows
        .iter()
        .flat_map(|(_, cells)| columns.iter().filter_map(|column| cells.get(*column)));
    let default = if table.format == ImportFormat::Xlsx {
        "."
    } else {
        ","
    };
    cells
        .find_map(|cell| {
            let (_, cents) = cell.rsplit_once(['.', ','])?;
            let digits = cents.chars().take_while(char::is_ascii_digit).count();
            let sign = if cell.rfind('.') > cell.rfind(',') {
                "."
            } else {
                ","
            };
            (digits != 3).then_some(sign)
        })
        .unwrap_or(default)
}
