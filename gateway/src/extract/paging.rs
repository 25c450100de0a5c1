//! Which page of a list is asked for.

use kit::failure::{Code, Failure};
use proto::common::v1::Page;
use serde::Deserialize;
use utoipa::IntoParams;

/// Entries on a page where nothing is said.
const DEFAULT_SIZE: u32 = 10;

/// Entries on a page at most.
const LARGEST_SIZE: u32 = 100;

/// Entries on a page at most, of a list that is asked for whole.
const LARGEST_LONG_SIZE: u32 = 1_000;

/// The page as the query says it.
#[derive(Debug, Clone, Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub(crate) struct PageQuery {
    /// From 1.
    #[param(value_type = Option<i64>, minimum = 1, maximum = 4_294_967_295_i64, default = 1)]
    pub(crate) page: Option<String>,
    /// Entries on a page.
    #[param(value_type = Option<u32>, minimum = 1, maximum = 100, default = 10)]
    pub(crate) limit: Option<String>,
    /// The same as `limit`, which it wins over.
    #[param(value_type = Option<u32>, minimum = 1, maximum = 100)]
    pub(crate) page_size: Option<String>,
}

/// The page of a list that is asked for whole.
#[derive(Debug, Clone, Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub(crate) struct LongPageQuery {
    /// From 1.
    #[param(value_type = Option<i64>, minimum = 1, maximum = 4_294_967_295_i64, default = 1)]
    pub(crate) page: Option<String>,
    /// Entries on a page.
    #[param(value_type = Option<u32>, minimum = 1, maximum = 1000)]
    pub(crate) limit: Option<String>,
    /// The same as `limit`, which it wins over.
    #[param(value_type = Option<u32>, minimum = 1, maximum = 1000)]
    pub(crate) page_size: Option<String>,
}

/// A page within bounds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Paging {
    /// From 1.
    pub(crate) number: u32,
    /// Entries, from 1.
    pub(crate) size: u32,
}

/// No number, or one that is too small or too large.
#[derive(Debug, Clone, Copy)]
struct OutOfBounds;

impl From<Paging> for Page {
    fn from(paging: Paging) -> Self {
        Self {
            number: paging.number,
            size: paging.size,
        }
    }
}

/// Reads the page, naming each part that is out of bounds.
pub(crate) fn paging(query: &PageQuery) -> Result<Paging, Failure> {
    let texts = [&query.page, &query.limit, &query.page_size].map(Option::as_deref);
    within(texts, DEFAULT_SIZE, LARGEST_SIZE)
}

/// The same for a list that is asked for whole; where no size is said, it is `default`.
pub(crate) fn long_paging(query: &LongPageQuery, default: u32) -> Result<Paging, Failure> {
    let texts = [&query.page, &query.limit, &query.page_size].map(Option::as_deref);
    within(texts, default, LARGEST_LONG_SIZE)
}

/// Judges the page, the limit and the page size as they were written, each also where another one wins over it.
fn within(texts: [Option<&str>; 3], default: u32, largest: u32) -> Result<Paging, Failure> {
    let [page, limit, page_size] = texts;
    let parts = (
        read(page, u32::MAX),
        read(limit, largest),
        read(page_size, largest),
    );
    if let (Ok(number), Ok(limit), Ok(page_size)) = parts {
        return Ok(Paging {
            number: number.unwrap_or(1),
            size: page_size.or(limit).unwrap_or(default),
        });
    }
    let (page, limit, page_size) = parts;
    let judged = [("page", page), ("limit", limit), ("pageSize", page_size)];
    Err(judged
        .into_iter()
        .filter(|(_, part)| part.is_err())
        .fold(Failure::new(Code::Invalid), |failure, (name, _)| {
            failure.with_field(name, "FIELD.OUT_OF_RANGE")
        }))
}

/// A number from 1; none where nothing is said.
fn read(text: Option<&str>, largest: u32) -> Result<Option<u32>, OutOfBounds> {
    let Some(text) = text else { return Ok(None) };
    match text.parse() {
        Ok(number) if (1..=largest).contains(&number) => Ok(Some(number)),
        _ => Err(OutOfBounds),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(
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
    fn page_size_wins_over_limit() {
        assert_eq!(read(None, None, None), Ok((1, 10)));
        assert_eq!(read(Some("3"), Some("20"), None), Ok((3, 20)));
        assert_eq!(read(None, Some("20"), Some("30")), Ok((1, 30)));
        assert_eq!(read(Some("4294967295"), Some("100"), None), Ok((u32::MAX, 100)));
    }

    #[test]
    fn a_long_list_may_be_asked_for_whole() {
        let read = |limit: Option<&str>| {
            let query = LongPageQuery {
                limit: limit.map(str::to_owned),
                ..LongPageQuery::default()
            };
            long_paging(&query, 7).map(|paging| paging.size)
        };
        assert_eq!(read(None).unwrap(), 7);
        assert_eq!(read(Some("1000")).unwrap(), 1000);
        assert!(read(Some("1001")).is_err());
    }

    #[test]
    fn what_is_out_of_bounds_is_named() {
        for wrong in ["0", "-1", "x", "", "1.5", "4294967296"] {
            assert_eq!(
                read(Some(wrong), None, None),
                Err(vec!["page".to_owned()]),
                "{wrong}"
            );
        }
        assert_eq!(read(None, Some("101"), None), Err(vec!["limit".to_owned()]));
        assert_eq!(read(None, Some("5"), Some("0")), Err(vec!["pageSize".to_owned()]));
        assert_eq!(
            read(Some("0"), Some("0"), None),
            Err(vec!["page".to_owned(), "limit".to_owned()])
        );
    }

    #[test]
    fn a_limit_is_judged_also_where_the_page_size_wins() {
        assert_eq!(read(None, Some("101"), Some("5")), Err(vec!["limit".to_owned()]));
        assert_eq!(
            read(Some("x"), Some("0"), Some("0")),
            Err(vec!["page".to_owned(), "limit".to_owned(), "pageSize".to_owned()])
        );
    }
}
