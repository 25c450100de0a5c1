//! Changes of a draft for the audit log.

use serde_json::{Map, Value, json};

use crate::offer::Content;

/// Returns the codes of the designs of the lines.
fn codes(content: &Content) -> Vec<String> {
    content.designs().map(|of| of.design.code()).collect()
}

/// Returns the changed fields as `{field: [old, new]}`, without texts.
pub(super) fn changes(before: &Content, after: &Content) -> Value {
    let fields = |content: &Content| {
        let amounts: Vec<_> = content
            .lines
            .iter()
            .map(|line| {
                json!([
                    line.product,
                    line.quantity.get(),
                    line.list_price,
                    line.discount.get()
                ])
            })
            .collect();
        [
            ("language", json!(content.language.name())),
            ("validUntil", json!(content.valid_until.to_string())),
            ("makeDays", json!(content.make_days)),
            ("depositPercent", json!(content.deposit_percent)),
            ("deliveryPrice", json!(content.delivery_price)),
            ("remind", json!(content.is_reminded)),
            ("lines", json!(amounts)),
            ("designs", json!(codes(content))),
            (
                "files",
                json!(content.files.iter().map(|file| file.media_id).collect::<Vec<_>>()),
            ),
        ]
    };
    let texts = [
        ("deliveryText", before.delivery_text != after.delivery_text),
        ("message", before.message != after.message),
    ];
    let changed: Map<_, _> = fields(before)
        .into_iter()
        .zip(fields(after))
        .filter(|((_, old), (_, new))| old != new)
        .map(|((name, old), (_, new))| (name.to_owned(), json!([old, new])))
        .chain(
            texts
                .into_iter()
                .filter(|(_, is_changed)| *is_changed)
                .map(|(name, _)| (name.to_owned(), json!(["…", "…"]))),
        )
        .collect();
    Value::Object(changed)
}
