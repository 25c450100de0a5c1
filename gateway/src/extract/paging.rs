//! Which page of a list is asked for.

use kit::failure::Failure;
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
    let size = (query.limit.as_ref(), query.page_size.as_ref());
    within(query.page.as_ref(), size, DEFAULT_SIZE, LARGEST_SIZE)
}

/// The same for a list that is asked for whole; where no size is said, it is `default`.
pub(crate) fn long_paging(query: &LongPageQuery, default: u32) -> Result<Paging, Failure> {
    let size = (query.limit.as_ref(), query.page_size.as_ref());
    within(query.page.as_ref(), size, default, LARGEST_LONG_SIZE)
}

fn within(
    number: Option<&String>,
    (limit, page_size): (Option<&String>, Option<&String>),
    default: u32,
    largest: u32,
) -> Result<Paging, Failure> {
    let (size_name, size) = match (page_size, limit) {
        (Some(size), _) => ("pageSize", Some(size)),
        (None, limit) => ("limit", limit),
    };
    let number = read(number, 1, u32::MAX);
    let size = read(size, default, largest);
    match (number, size) {
        (Some(number), Some(size)) => Ok(Paging { number, size }),
        (Some(_), None) => Err(Failure::field(size_name, "FIELD.OUT_OF_RANGE")),
        (None, Some(_)) => Err(Failure::field("page", "FIELD.OUT_OF_RANGE")),
        (None, None) => {
            Err(Failure::field("page", "FIELD.OUT_OF_RANGE").and_field(size_name, "FIELD.OUT_OF_RANGE"))
        }
    }
}

fn read(text: Option<&String>, default: u32, largest: u32) -> Option<u32> {
    let Some(text) = text else {
        return Some(default);
    };
    text.parse().ok().filter(|number| (1..=largest).contains(number))
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
}
