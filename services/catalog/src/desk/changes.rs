//! The version and author of each field's last change, by which concurrent saves are merged.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// The last changes of each field that was ever changed.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct FieldChanges(BTreeMap<String, LastChange>);

#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
struct LastChange {
    /// Version of the record since the last change.
    version: i64,
    /// Author of the last change.
    by: String,
    /// Version since the last change by anyone else; 0 = none.
    others: i64,
}

impl FieldChanges {
    /// Notes that an author changed fields, from which the record has a version.
    pub(crate) fn record<'a>(
        &mut self,
        fields: impl Iterator<Item = &'a String>,
        author: &str,
        version: i64,
    ) {
        for field in fields {
            let last = self.0.entry(field.clone()).or_default();
            if last.by != author {
                last.others = last.version;
                author.clone_into(&mut last.by);
            }
            last.version = version;
        }
    }

    /// Whether anyone else has changed a field since a version.
    pub(crate) fn is_changed_by_others(&self, field: &str, author: &str, since: i64) -> bool {
        self.0.get(field).is_some_and(|last| {
            let version = if last.by == author {
                last.others
            } else {
                last.version
            };
            version > since
        })
    }

    /// Whether anyone has changed a field since a version.
    pub(crate) fn is_changed(&self, field: &str, since: i64) -> bool {
        self.0.get(field).is_some_and(|last| last.version > since)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn changes(changes: &[(&str, i64)]) -> FieldChanges {
        let mut all = FieldChanges::default();
        for (author, version) in changes {
            all.record(["price".to_owned()].iter(), author, *version);
        }
        all
    }

    #[test]
    fn a_field_conflicts_only_with_changes_by_others_since_the_version() {
        for (changed, author, since, expected) in [
            (&[][..], "nigar", 1, false),
            (&[("nigar", 2)], "nigar", 1, false),
            (&[("nigar", 2)], "rauf", 1, true),
            (&[("nigar", 2)], "rauf", 2, false),
            (&[("rauf", 2), ("nigar", 3)], "nigar", 1, true),
            (&[("rauf", 2), ("nigar", 3)], "nigar", 2, false),
            (&[("rauf", 2), ("nigar", 3), ("nigar", 4)], "nigar", 2, false),
            (
                &[("nigar", 2), ("rauf", 3), ("nigar", 4), ("rauf", 5)],
                "rauf",
                3,
                true,
            ),
        ] {
            let all = changes(changed);
            assert_eq!(
                all.is_changed_by_others("price", author, since),
                expected,
                "{changed:?} {author} {since}"
            );
            assert!(!all.is_changed_by_others("discount", author, since));
        }
        assert!(changes(&[("nigar", 2)]).is_changed("price", 1));
        assert!(!changes(&[("nigar", 2)]).is_changed("price", 2));
    }
}
