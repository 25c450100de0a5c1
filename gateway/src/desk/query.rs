//! Queries of lists.

use std::convert::Infallible;

use axum::{
    extract::{FromRequestParts, Query},
    http::request::Parts,
};
use kit::{
    calendar,
    validation::{FieldErrors, INVALID, OUT_OF_RANGE, REQUIRED, TOO_LONG},
};
use time::Date;

/// Default number of entries of a page.
const DEFAULT_LIMIT: u32 = 50;

/// Maximum number of entries of a page.
const MAX_LIMIT: u32 = 100;

/// Maximum length of a cursor in bytes.
const MAX_CURSOR_LENGTH: usize = 1_024;

/// Lengths of a search text in characters.
const SEARCH_LENGTHS: std::ops::RangeInclusive<usize> = 2..=100;

/// Maximum number of values of a filter.
const MAX_VALUES: usize = 200;

/// The parameters of a query. Names that a call does not know are ignored.
pub(crate) struct QueryValues(Vec<(String, String)>);

impl<S: Send + Sync> FromRequestParts<S> for QueryValues {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Infallible> {
        let pairs = Query::<Vec<(String, String)>>::from_request_parts(parts, state).await;
        Ok(Self(pairs.map(|Query(pairs)| pairs).unwrap_or_default()))
    }
}

/// The page of a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ListPage {
    /// Cursor of the page before; empty for the first one. The service checks it.
    pub(crate) cursor: String,
    /// Entries, 1 to 100.
    pub(crate) limit: u32,
}

/// A range of days in Asia/Baku, both included.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Dates {
    pub(crate) from: Option<Date>,
    pub(crate) to: Option<Date>,
}

impl QueryValues {
    /// Returns the first value of a parameter, unless it is empty.
    pub(crate) fn get(&self, name: &str) -> Option<&str> {
        let values = self.0.iter().filter(|pair| pair.0 == name);
        values.map(|pair| pair.1.trim()).find(|value| !value.is_empty())
    }

    /// Parses a parameter with one value.
    pub(crate) fn one<T>(
        &self,
        errors: &mut FieldErrors,
        name: &str,
        parse: impl FnOnce(&str) -> Option<T>,
    ) -> Option<T> {
        let parsed = self.get(name).map(|value| parse(value).ok_or(INVALID));
        errors.check(name, parsed.transpose()).flatten()
    }

    /// Parses a parameter with values separated by commas, at most 200.
    pub(crate) fn several<T>(
        &self,
        errors: &mut FieldErrors,
        name: &str,
        parse: impl Fn(&str) -> Option<T>,
    ) -> Vec<T> {
        let values = self.get(name).unwrap_or_default().split(',');
        let values: Vec<_> = values.map(str::trim).filter(|value| !value.is_empty()).collect();
        let parsed: Option<Vec<T>> = values.iter().map(|value| parse(value)).collect();
        errors.ensure(parsed.is_some() && values.len() <= MAX_VALUES, name, INVALID);
        parsed.unwrap_or_default()
    }

    /// Parses `cursor` and `limit`.
    pub(crate) fn page(&self, errors: &mut FieldErrors) -> ListPage {
        let cursor = self.get("cursor").unwrap_or_default();
        errors.ensure(cursor.len() <= MAX_CURSOR_LENGTH, "cursor", INVALID);
        let limit = self.get("limit").map(|text| {
            let limit = text.parse().ok();
            limit
                .filter(|limit| (1..=MAX_LIMIT).contains(limit))
                .ok_or(OUT_OF_RANGE)
        });
        ListPage {
            cursor: cursor.to_owned(),
            limit: errors
                .check("limit", limit.transpose())
                .flatten()
                .unwrap_or(DEFAULT_LIMIT),
        }
    }

    /// Parses `q`, a search text of 2 to 100 characters; empty if it is missing.
    pub(crate) fn search(&self, errors: &mut FieldErrors) -> String {
        let text = self.get("q").unwrap_or_default();
        let length = text.chars().count();
        if length > *SEARCH_LENGTHS.end() {
            errors.push("q", TOO_LONG);
        } else if length > 0 && length < *SEARCH_LENGTHS.start() {
            errors.push("q", "FIELD.TOO_SHORT");
        }
        text.to_owned()
    }

    /// Parses `version`, which is required.
    pub(crate) fn version(&self, errors: &mut FieldErrors) -> Option<i64> {
        if self.get("version").is_none() {
            errors.push("version", REQUIRED);
        }
        self.one(errors, "version", |text| text.parse().ok())
    }

    /// Parses `from` and `to`.
    pub(crate) fn dates(&self, errors: &mut FieldErrors) -> Dates {
        let dates = Dates {
            from: self.one(errors, "from", calendar::parse_date),
            to: self.one(errors, "to", calendar::parse_date),
        };
        if let (Some(from), Some(to)) = (dates.from, dates.to) {
            errors.ensure(from <= to, "from", "FIELD.MIN_ABOVE_MAX");
        }
        dates
    }
}

#[cfg(test)]
mod tests {
    use http::Request;
    use kit::failure::Failure;
    use time::macros::date;

    use super::*;

    async fn query(text: &str) -> QueryValues {
        let request = Request::builder().uri(format!("/?{text}")).body(()).unwrap();
        let (mut parts, ()) = request.into_parts();
        QueryValues::from_request_parts(&mut parts, &()).await.unwrap()
    }

    fn names(errors: FieldErrors) -> Vec<String> {
        let fields = Failure::from(errors).fields.into_iter();
        fields.map(|(name, key)| format!("{name} {key}")).collect()
    }

    async fn errors(text: &str) -> Vec<String> {
        let query = query(text).await;
        let mut errors = FieldErrors::default();
        let _ = (
            query.page(&mut errors),
            query.search(&mut errors),
            query.dates(&mut errors),
        );
        let _ = query.several(&mut errors, "status", |name| (name == "new").then_some(()));
        names(errors)
    }

    #[tokio::test]
    async fn parses_a_list() {
        let query =
            query("limit=100&cursor=abc&q=%C9%99ziz&from=2026-11-01&to=2026-11-01&status=a,,b&other=1").await;
        let mut errors = FieldErrors::default();
        let page = ListPage {
            cursor: "abc".to_owned(),
            limit: 100,
        };
        assert_eq!(query.page(&mut errors), page);
        assert_eq!(query.search(&mut errors), "əziz");
        let day = Some(date!(2026 - 11 - 01));
        assert_eq!(query.dates(&mut errors), Dates { from: day, to: day });
        let statuses = query.several(&mut errors, "status", |name| Some(name.to_owned()));
        assert_eq!(statuses, ["a", "b"]);
        assert!(errors.is_empty());
    }

    #[tokio::test]
    async fn empty_values_are_not_set() {
        assert_eq!(errors("limit=&cursor=&q=&from=&to=&status=").await, [""; 0]);
        assert_eq!(query("").await.page(&mut FieldErrors::default()).limit, 50);
    }

    #[tokio::test]
    async fn names_every_wrong_value() {
        assert_eq!(
            errors("limit=0&q=a&from=2026-11-02&to=2026-11-01&status=new,old").await,
            [
                "limit FIELD.OUT_OF_RANGE",
                "q FIELD.TOO_SHORT",
                "from FIELD.MIN_ABOVE_MAX",
                "status FIELD.INVALID"
            ]
        );
        assert_eq!(
            errors("limit=101&from=2026-02-30&to=soon").await,
            [
                "limit FIELD.OUT_OF_RANGE",
                "from FIELD.INVALID",
                "to FIELD.INVALID"
            ]
        );
        assert_eq!(
            errors(&format!("q={}", "a".repeat(101))).await,
            ["q FIELD.TOO_LONG"]
        );
    }
}
