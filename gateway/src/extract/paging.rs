//! Pagination.

use kit::{
    failure::Failure,
    validation::{FieldErrors, OUT_OF_RANGE},
};
use proto::common::v1::Page;
use serde::Deserialize;
use utoipa::IntoParams;

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

#[cfg(test)]
mod tests {
    use super::*;

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
