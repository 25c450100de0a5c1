//! Queries: pages of the lists of the shop, and the parameters of the lists of the desk.

use std::{collections::BTreeSet, str::FromStr};

use axum::{
    extract::{FromRequestParts, Query as AxumQuery},
    http::request::Parts,
};
use kit::{
    calendar,
    convert::timestamp,
    domain::UserId,
    failure::Failure,
    validation::{FieldErrors, INVALID, OUT_OF_RANGE, REQUIRED},
    vocabulary::Vocabulary,
};
use prost_types::Timestamp;
use proto::common::v1::Page;
use serde::{Deserialize, de::DeserializeOwned};
use time::Date;
use utoipa::IntoParams;

use crate::{
    error::{ApiError, ApiResult},
    words,
};

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

/// Default number of entries of a page of the desk.
const DEFAULT_LIMIT: u32 = 50;

/// Maximum number of values of a filter.
const MAX_VALUES: usize = 200;

/// The parameters of one or two `#[filter]`s; 400 that names each one that does not parse.
pub(crate) struct Filter<T>(pub(crate) T);

impl<S: Send + Sync, T: Parameters> FromRequestParts<S> for Filter<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> ApiResult<Self> {
        let pairs = AxumQuery::<Vec<(String, String)>>::from_request_parts(parts, state).await;
        let query = QueryValues(pairs.map(|AxumQuery(pairs)| pairs).unwrap_or_default());
        let mut errors = FieldErrors::default();
        let parameters = T::read(&query, &mut errors);
        Ok(errors.finish(Some(Self(parameters)))?)
    }
}

/// A struct of parameters, by `#[filter]`.
pub(crate) trait Parameters: Sized {
    /// Reads the parameters; adds an error for each one that does not parse.
    fn read(query: &QueryValues, errors: &mut FieldErrors) -> Self;
}

impl<A: Parameters, B: Parameters> Parameters for (A, B) {
    fn read(query: &QueryValues, errors: &mut FieldErrors) -> Self {
        (A::read(query, errors), B::read(query, errors))
    }
}

/// The parameters of a query. Names that a call does not know are ignored.
pub(crate) struct QueryValues(Vec<(String, String)>);

impl QueryValues {
    /// Returns the first value of a parameter, unless it is empty.
    fn get(&self, name: &str) -> Option<&str> {
        let values = self.0.iter().filter(|pair| pair.0 == name);
        values.map(|pair| pair.1.trim()).find(|value| !value.is_empty())
    }
}

/// The type of a parameter.
pub(crate) trait Parameter: Sized {
    /// Reads the parameter; adds an error if it does not parse.
    fn read(query: &QueryValues, errors: &mut FieldErrors, name: &str) -> Self;
}

/// A text; empty if it is missing. The service checks it.
impl Parameter for String {
    fn read(query: &QueryValues, _: &mut FieldErrors, name: &str) -> Self {
        query.get(name).unwrap_or_default().to_owned()
    }
}

impl<T: FromStr> Parameter for Option<T> {
    fn read(query: &QueryValues, errors: &mut FieldErrors, name: &str) -> Self {
        let parsed = query.get(name).map(|text| text.parse().map_err(|_| INVALID));
        errors.check(name, parsed.transpose()).flatten()
    }
}

/// Values separated by commas, at most 200.
impl<T: FromStr> Parameter for Vec<T> {
    fn read(query: &QueryValues, errors: &mut FieldErrors, name: &str) -> Self {
        let values = query.get(name).unwrap_or_default().split(',');
        let values: Vec<_> = values.map(str::trim).filter(|value| !value.is_empty()).collect();
        let parsed: Result<Self, _> = values.iter().map(|value| value.parse()).collect();
        errors.ensure(parsed.is_ok() && values.len() <= MAX_VALUES, name, INVALID);
        parsed.unwrap_or_default()
    }
}

/// A required number.
impl Parameter for i64 {
    fn read(query: &QueryValues, errors: &mut FieldErrors, name: &str) -> Self {
        if query.get(name).is_none() {
            errors.push(name, REQUIRED);
        }
        Option::read(query, errors, name).unwrap_or_default()
    }
}

/// Names of the set parameters but for the order, the page and the form of a file.
pub(crate) struct SetFilters(pub(crate) Vec<String>);

impl Parameters for SetFilters {
    fn read(query: &QueryValues, _: &mut FieldErrors) -> Self {
        const OTHERS: [&str; 5] = ["sort", "cursor", "limit", "columns", "lang"];
        let is_name = |name: &str| {
            name.len() <= 40
                && name.bytes().all(|byte| byte.is_ascii_alphanumeric())
                && !OTHERS.contains(&name)
        };
        let set = query
            .0
            .iter()
            .filter(|(name, value)| !value.is_empty() && is_name(name));
        let names: BTreeSet<_> = set.map(|(name, _)| name.clone()).collect();
        Self(names.into_iter().take(50).collect())
    }
}

/// Number of entries of a page, 1 to 100.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Limit(pub(crate) u32);

impl Parameter for Limit {
    fn read(query: &QueryValues, errors: &mut FieldErrors, name: &str) -> Self {
        let limit = errors.check(name, parse_number(query.get(name), MAX_SIZE));
        Self(limit.flatten().unwrap_or(DEFAULT_LIMIT))
    }
}

/// A day such as `2026-12-07`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd)]
pub(crate) struct FilterDay(Date);

impl FilterDay {
    /// Returns the beginning of the day in Asia/Baku.
    pub(crate) fn start(self) -> Timestamp {
        timestamp(calendar::midnight(self.0))
    }

    /// Returns the end of the day in Asia/Baku; `None` on the last day of the calendar.
    pub(crate) fn end(self) -> Option<Timestamp> {
        self.0.next_day().map(|day| Self(day).start())
    }
}

impl FromStr for FilterDay {
    type Err = Malformed;

    fn from_str(text: &str) -> Result<Self, Malformed> {
        calendar::parse_date(text).map(Self).ok_or(Malformed)
    }
}

/// Returns a day as text; empty if there is none.
pub(crate) fn day_text(day: Option<FilterDay>) -> String {
    day.map(|FilterDay(date)| date.to_string()).unwrap_or_default()
}

/// A word of a vocabulary in any case.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct AnyCase<T>(pub(crate) T);

impl<T: Vocabulary> FromStr for AnyCase<T> {
    type Err = Malformed;

    fn from_str(text: &str) -> Result<Self, Malformed> {
        words::in_any_case(text).map(Self).ok_or(Malformed)
    }
}

/// An assignee of a filter: `me`, `none` or an id.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Assignee {
    Me,
    Unassigned,
    Staff(UserId),
}

impl FromStr for Assignee {
    type Err = Malformed;

    fn from_str(text: &str) -> Result<Self, Malformed> {
        match text {
            "me" => Ok(Self::Me),
            "none" => Ok(Self::Unassigned),
            id => id.parse().map(Self::Staff).map_err(|_| Malformed),
        }
    }
}

/// Error of a parameter that does not parse.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Malformed;

#[cfg(test)]
mod tests {
    use http::Request;
    use kit::vocabulary::order;
    use time::macros::date;

    use super::*;

    /// Parameters of all types.
    #[filter]
    #[derive(Debug, PartialEq)]
    struct Example {
        q: String,
        from: Option<FilterDay>,
        status: Vec<AnyCase<order::Status>>,
        assignee: Option<Assignee>,
        has_account: Option<bool>,
        version: i64,
        #[param(value_type = Option<u32>)]
        limit: Limit,
    }

    async fn read(query: &str) -> Result<Example, Vec<String>> {
        let request = Request::builder().uri(format!("/?{query}")).body(()).unwrap();
        let (mut parts, ()) = request.into_parts();
        match Filter::from_request_parts(&mut parts, &()).await {
            Ok(Filter(example)) => Ok(example),
            Err(error) => {
                let fields = error.failure.fields.iter();
                Err(fields.map(|(name, key)| format!("{name} {key}")).collect())
            }
        }
    }

    #[test]
    fn a_day_lasts_from_midnight_to_midnight_in_baku() {
        let day = FilterDay(date!(2026 - 11 - 23));
        let seconds = [Some(day.start()), day.end()].map(|time| time.map(|time| time.seconds));
        // 2026-11-22T20:00:00Z.
        assert_eq!(seconds, [Some(1_795_377_600), Some(1_795_464_000)]);
    }

    #[tokio::test]
    async fn reads_the_parameters_of_a_filter() {
        let query = "q=%C9%99ziz&from=2026-11-01&status=Pending,,shipped&assignee=me&hasAccount=true&version=3&limit=100&other=1";
        let example = Example {
            q: "əziz".to_owned(),
            from: Some(FilterDay(date!(2026 - 11 - 01))),
            status: vec![AnyCase(order::Status::Pending), AnyCase(order::Status::Shipped)],
            assignee: Some(Assignee::Me),
            has_account: Some(true),
            version: 3,
            limit: Limit(100),
        };
        assert_eq!(read(query).await, Ok(example));
    }

    #[tokio::test]
    async fn empty_parameters_are_not_set() {
        let example = Example {
            q: String::new(),
            from: None,
            status: Vec::new(),
            assignee: None,
            has_account: None,
            version: 1,
            limit: Limit(50),
        };
        let read = read("q=&from=&status=&assignee=&hasAccount=&version=1&limit=").await;
        assert_eq!(read, Ok(example));
    }

    #[tokio::test]
    async fn names_every_wrong_parameter() {
        let query = "from=2026-02-30&status=pending,lost&assignee=x&hasAccount=1&limit=101";
        let errors = [
            "from FIELD.INVALID",
            "status FIELD.INVALID",
            "assignee FIELD.INVALID",
            "hasAccount FIELD.INVALID",
            "version FIELD.REQUIRED",
            "limit FIELD.OUT_OF_RANGE",
        ];
        assert_eq!(read(query).await, Err(errors.map(str::to_owned).to_vec()));
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
