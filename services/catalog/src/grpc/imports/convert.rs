//! Conversions of imports.

use std::collections::HashMap;

use kit::{convert::timestamp, domain::CategoryId, vocabulary::catalog::ImportState};
use proto::catalog::v1 as wire;
use time::Duration;

use crate::store::{
    import::{Import, Refused, Row},
    import_picture::Listed,
};

/// Time for which an import can be undone.
const UNDO: Duration = Duration::days(30);

/// Returns the time until which an import can be undone; `None` if it cannot.
pub(super) fn undo_until(import: &Import) -> Option<time::OffsetDateTime> {
    let is_applied = matches!(import.state, ImportState::Applied | ImportState::Failed);
    import.applied_at.filter(|_| is_applied).map(|at| at + UNDO)
}

/// Converts an import.
pub(super) fn import(import: Import) -> wire::ProductImport {
    let until = undo_until(&import);
    let columns = import.heads.into_iter().zip(import.fields).zip(import.examples.0);
    wire::ProductImport {
        id: import.id.to_string(),
        name: import.name,
        format: import.format.into(),
        source: import.source.into(),
        state: import.state.into(),
        separator: import.separator.unwrap_or_default(),
        decimal: import.decimal,
        erase: import.erase,
        columns: columns
            .map(|((head, field), examples)| wire::ImportColumn {
                head,
                field,
                examples,
            })
            .collect(),
        rows: import.row_count,
        done: import.done,
        counts: import.is_counted.then_some(wire::ImportCounts {
            new: import.new_count,
            changed: import.changed_count,
            unchanged: import.unchanged_count,
            refused: import.refused_count,
            kept: import.kept_count,
        }),
        reason: import.reason,
        undo_until: until.map(timestamp),
        created_by: import.created_by,
        created_at: Some(timestamp(import.created_at)),
        version: import.version,
        category_id: import.category_id.map(CategoryId::get),
        pictures: import.is_counted.then_some(wire::ImportPictures {
            waiting: import.waiting_pictures,
            fetched: import.fetched_pictures,
            failed: import.failed_pictures,
        }),
    }
}

/// Converts products of an import with their pictures.
pub(super) fn rows(rows: Vec<Row>, pictures: Vec<Listed>) -> Vec<wire::ImportRow> {
    let mut by_row: HashMap<i64, Vec<_>> = HashMap::new();
    for picture in pictures {
        by_row.entry(picture.row).or_default().push(wire::ImportPicture {
            url: picture.url,
            is_waiting: picture.is_waiting,
            reason: picture.reason,
        });
    }
    let rows = rows.into_iter();
    rows.map(|own| {
        let pictures = by_row.remove(&own.number).unwrap_or_default();
        row(own, pictures)
    })
    .collect()
}

fn row(row: Row, pictures: Vec<wire::ImportPicture>) -> wire::ImportRow {
    let changes = row.changes.0.into_iter();
    wire::ImportRow {
        row: row.number,
        code: row.code,
        result: row.result.map(Into::into).unwrap_or_default(),
        changes: changes
            .map(|(field, (from, to))| wire::FieldChange {
                field,
                from_json: from.to_string(),
                to_json: to.to_string(),
            })
            .collect(),
        errors: refused(row.errors.0),
        kept: refused(row.kept.0),
        pictures,
    }
}

/// Converts message keys by field.
pub(super) fn refused(fields: Refused) -> Vec<wire::RefusedField> {
    let fields = fields.into_iter();
    fields
        .map(|(field, key)| wire::RefusedField { field, key })
        .collect()
}
