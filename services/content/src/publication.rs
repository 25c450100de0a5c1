//! When the shop shows a record, and its last change.

use kit::vocabulary::content::PublicationState;
use serde_json::{Map, Value, json};
use time::OffsetDateTime;

/// When the shop shows a record.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Publication {
    /// Whether staff still works on it.
    pub(crate) is_draft: bool,
    /// `None` = at once.
    #[serde(rename = "showAt", with = "time::serde::rfc3339::option")]
    pub(crate) from: Option<OffsetDateTime>,
    /// `None` = for ever.
    #[serde(rename = "endDate", with = "time::serde::rfc3339::option")]
    pub(crate) until: Option<OffsetDateTime>,
}

impl Publication {
    /// Returns the state at a time.
    pub(crate) fn state(&self, now: OffsetDateTime) -> PublicationState {
        if self.is_draft {
            PublicationState::Draft
        } else if self.from.is_some_and(|from| now < from) {
            PublicationState::Planned
        } else if self.until.is_some_and(|until| until <= now) {
            PublicationState::Ended
        } else {
            PublicationState::Shown
        }
    }
}

/// Records visible to a caller.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Visibility {
    /// Records that the shop shows, by the database's clock.
    Shown,
    /// All records.
    All,
}

/// The last change of a record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct LastChange {
    /// A user id or `operator`; `None` if unknown.
    pub(crate) by: Option<String>,
    pub(crate) at: OffsetDateTime,
}

/// Returns `{field: [old, new]}` of the fields in which two states of a record differ; the old values are null for a new one.
/// A field of a nested object has both names, such as `nameAz`.
pub(crate) fn differences<T: serde::Serialize>(before: Option<&T>, after: Option<&T>) -> Value {
    let [before, after] = [before, after].map(|state| {
        let mut fields = Map::new();
        flatten(&mut fields, "", json!(state));
        fields
    });
    let names = before.keys().chain(after.keys());
    let changed = names.filter_map(|name| {
        let values = [before.get(name), after.get(name)].map(|value| value.cloned().unwrap_or_default());
        let is_changed = values.first() != values.last();
        is_changed.then(|| (name.clone(), json!(values)))
    });
    Value::Object(changed.collect())
}

fn flatten(fields: &mut Map<String, Value>, name: &str, value: Value) {
    match value {
        Value::Object(members) => {
            for (member, value) in members {
                let mut letters = member.chars();
                let capital = letters.next().map(|first| first.to_ascii_uppercase());
                let joined = match capital {
                    Some(first) if !name.is_empty() => format!("{name}{first}{}", letters.as_str()),
                    _ => member,
                };
                flatten(fields, &joined, value);
            }
        }
        Value::Null => {}
        value => {
            fields.insert(name.to_owned(), value);
        }
    }
}

#[cfg(test)]
mod tests {
    use time::macros::datetime;

    use super::*;

    #[test]
    fn states_follow_from_the_times() {
        let (early, now, late) = (
            datetime!(2026-11-01 0:00 UTC),
            datetime!(2026-11-02 0:00 UTC),
            datetime!(2026-11-03 0:00 UTC),
        );
        for (is_draft, from, until, state) in [
            (false, None, None, PublicationState::Shown),
            (false, Some(now), Some(late), PublicationState::Shown),
            (false, Some(late), None, PublicationState::Planned),
            (false, Some(early), Some(now), PublicationState::Ended),
            (true, Some(early), Some(late), PublicationState::Draft),
        ] {
            let publication = Publication {
                is_draft,
                from,
                until,
            };
            assert_eq!(publication.state(now), state, "{publication:?}");
        }
    }

    #[test]
    fn differences_name_the_changed_fields() {
        let before = json!({"name": {"az": "Yay", "en": "Summer"}, "isLarge": false, "showAt": null});
        let after = json!({"name": {"az": "Yay", "en": "Autumn"}, "isLarge": true, "showAt": null});
        assert_eq!(
            differences(Some(&before), Some(&after)),
            json!({"nameEn": ["Summer", "Autumn"], "isLarge": [false, true]})
        );
        assert_eq!(
            differences(None, Some(&json!({"position": 0}))),
            json!({"position": [null, 0]})
        );
    }
}
