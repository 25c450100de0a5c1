//! Queries: pages of the lists of the shop, and the parameters of the lists of the desk.

use std::convert::Infallible;

use axum::{
    extract::{FromRequestParts, Query as AxumQuery},
    http::request::Parts,
};
use kit::{
    calendar,
    failure::Failure,
    validation::{FieldErrors, INVALID, OUT_OF_RANGE, REQUIRED},
};
use proto::common::v1::Page;
use serde::{Deserialize, de::DeserializeOwned};
use time::Date;
use utoipa::IntoParams;

use crate::error::{ApiError, ApiResult};

/// The query; 400 if it does not parse.
pub(crate) struct Query<T>(pub(crate) T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequestParts<S> for Query<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> ApiResult<Self> {
        AxumQuery::from_request_parts(parts, state)
            .await
            .map(|AxumQuery(query)| Self(query))
            .map_err(|_| ApiError::malformed())
    }
}

/// Default page size.
const DEFAULT_SIZE: u32 = 10;

/// Maximum page size.
const MAX_SIZE: u32 = 100;

/// Maximum page size of lists that clients may load as one page.
const MAX_LONG_SIZE: u32 = 1_000;

/// Pagination parameters as text.
#[derive(Debug, Clone, Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub(crate) struct PageQuery {
    /// Page number, from 1.
    #[param(value_type = Option<i64>, minimum = 1, maximum = 4_294_967_295_i64, default = 1)]
    pub(crate) page: Option<String>,
    /// Entries per page.
    #[param(value_type = Option<u32>, minimum = 1, maximum = 100, default = 10)]
    pub(crate) limit: Option<String>,
    /// Alias of `limit`; takes precedence over it.
    #[param(value_type = Option<u32>, minimum = 1, maximum = 100)]
    pub(crate) page_size: Option<String>,
}

/// Pagination parameters of lists that clients may load as one page.
#[derive(Debug, Clone, Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub(crate) struct LongPageQuery {
    /// Page number, from 1.
    #[param(value_type = Option<i64>, minimum = 1, maximum = 4_294_967_295_i64, default = 1)]
    pub(crate) page: Option<String>,
    /// Entries per page.
    #[param(value_type = Option<u32>, minimum = 1, maximum = 1000)]
    pub(crate) limit: Option<String>,
    /// Alias of `limit`; takes precedence over it.
    #[param(value_type = Option<u32>, minimum = 1, maximum = 1000)]
    pub(crate) page_size: Option<String>,
}

/// A valid page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Paging {
    /// Page number, from 1.
    pub(crate) number: u32,
    /// Entries, from 1.
    pub(crate) size: u32,
}

impl From<Paging> for Page {
    fn from(paging: Paging) -> Self {
        Self {
            number: paging.number,
            size: paging.size,
        }
    }
}

/// Parses the parameters. The error names each one that is out of range.
pub(crate) fn paging(query: &PageQuery) -> Result<Paging, Failure> {
    let texts = [&query.page, &query.limit, &query.page_size].map(Option::as_deref);
    parse(texts, DEFAULT_SIZE, MAX_SIZE)
}

/// Parses the parameters of a list that clients may load as one page, with a default size.
pub(crate) fn long_paging(query: &LongPageQuery, default: u32) -> Result<Paging, Failure> {
    let texts = [&query.page, &query.limit, &query.page_size].map(Option::as_deref);
    parse(texts, default, MAX_LONG_SIZE)
}

/// Parses page, limit and page size. Each must be valid, also if another one overrides it.
fn parse(
    [page, limit, page_size]: [Option<&str>; 3],
    default_size: u32,
    max_size: u32,
) -> Result<Paging, Failure> {
    let mut errors = FieldErrors::default();
    let mut number = |field, text, max| errors.check(field, parse_number(text, max)).flatten();
    let page = number("page", page, u32::MAX);
    let limit = number("limit", limit, max_size);
    let page_size = number("pageSize", page_size, max_size);
    errors.finish(Some(Paging {
        number: page.unwrap_or(1),
        size: page_size.or(limit).unwrap_or(default_size),
    }))
}

/// Parses a number from 1 to `max`, if there is one.
fn parse_number(text: Option<&str>, max: u32) -> Result<Option<u32>, &'static str> {
    let Some(text) = text else { return Ok(None) };
    match text.parse() {
        Ok(number) if (1..=max).contains(&number) => Ok(Some(number)),
        _ => Err(OUT_OF_RANGE),
    }
}

/// Default number of entries of a page.
const DEFAULT_LIMIT: u32 = 50;

/// Maximum number of values of a filter.
const MAX_VALUES: usize = 200;

/// The parameters of a query. Names that a call does not know are ignored.
pub(crate) struct QueryValues(Vec<(String, String)>);

impl<S: Send + Sync> FromRequestParts<S> for QueryValues {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Infallible> {
        let pairs = AxumQuery::<Vec<(String, String)>>::from_request_parts(parts, state).await;
        Ok(Self(pairs.map(|AxumQuery(pairs)| pairs).unwrap_or_default()))
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
        let limit = errors.check("limit", parse_number(self.get("limit"), MAX_SIZE));
        ListPage {
            cursor: cursor.to_owned(),
            limit: limit.flatten().unwrap_or(DEFAULT_LIMIT),
        }
    }

    /// Returns the search text `q`; empty if it is missing. The service checks it.
    pub(crate) fn search(&self) -> String {
        self.get("q").unwrap_or_default().to_owned()
    }

    /// Parses `version`, which is required.
    pub(crate) fn version(&self, errors: &mut FieldErrors) -> Option<i64> {
        if self.get("version").is_none() {
            errors.push("version", REQUIRED);
        }
        self.one(errors, "version", |text| text.parse().ok())
    }

    /// Parses `from` and `to`. The service checks their order.
    pub(crate) fn dates(&self, errors: &mut FieldErrors) -> Dates {
        Dates {
            from: self.one(errors, "from", calendar::parse_date),
            to: self.one(errors, "to", calendar::parse_date),
        }
    }
}

#[cfg(test)]
mod tests {
    use http::Request;
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
        let _ = (query.page(&mut errors), query.dates(&mut errors));
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
        assert_eq!(query.search(), "əziz");
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
            errors("limit=0&status=new,old").await,
            ["limit FIELD.OUT_OF_RANGE", "status FIELD.INVALID"]
        );
        assert_eq!(
            errors("limit=101&from=2026-02-30&to=soon").await,
            [
                "limit FIELD.OUT_OF_RANGE",
                "from FIELD.INVALID",
                "to FIELD.INVALID"
            ]
        );
    }

    fn parsed(
        page: Option<&str>,
        limit: Option<&str>,
        page_size: Option<&str>,
    ) -> Result<(u32, u32), Vec<String>> {
        let query = PageQuery {
            page: page.map(str::to_owned),
            limit: limit.map(str::to_owned),
            page_size: page_size.map(str::to_owned),
        };
        paging(&query)
            .map(|paging| (paging.number, paging.size))
            .map_err(|failure| failure.fields.into_iter().map(|(name, _)| name).collect())
    }

    #[test]
    fn page_size_overrides_limit() {
        assert_eq!(parsed(None, None, None), Ok((1, 10)));
        assert_eq!(parsed(Some("3"), Some("20"), None), Ok((3, 20)));
        assert_eq!(parsed(None, Some("20"), Some("30")), Ok((1, 30)));
        assert_eq!(parsed(Some("4294967295"), Some("100"), None), Ok((u32::MAX, 100)));
    }

    #[test]
    fn long_lists_allow_1000_entries_on_a_page() {
        let parsed = |limit: Option<&str>| {
            let query = LongPageQuery {
                limit: limit.map(str::to_owned),
                ..LongPageQuery::default()
            };
            long_paging(&query, 7).map(|paging| paging.size)
        };
        assert_eq!(parsed(None).unwrap(), 7);
        assert_eq!(parsed(Some("1000")).unwrap(), 1000);
        assert!(parsed(Some("1001")).is_err());
    }

    #[test]
    fn names_parameters_out_of_range() {
        for wrong in ["0", "-1", "x", "", "1.5", "4294967296"] {
            assert_eq!(
                parsed(Some(wrong), None, None),
                Err(vec!["page".to_owned()]),
                "{wrong}"
            );
        }
        assert_eq!(parsed(None, Some("101"), None), Err(vec!["limit".to_owned()]));
        assert_eq!(
            parsed(None, Some("5"), Some("0")),
            Err(vec!["pageSize".to_owned()])
        );
        assert_eq!(
            parsed(Some("0"), Some("0"), None),
            Err(vec!["page".to_owned(), "limit".to_owned()])
        );
    }

    #[test]
    fn an_overridden_limit_must_be_valid_too() {
        assert_eq!(
            parsed(None, Some("101"), Some("5")),
            Err(vec!["limit".to_owned()])
        );
        assert_eq!(
            parsed(Some("x"), Some("0"), Some("0")),
            Err(vec!["page".to_owned(), "limit".to_owned(), "pageSize".to_owned()])
        );
    }
}
