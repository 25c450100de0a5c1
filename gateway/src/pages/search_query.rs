//! The query of the search's URL, parsed as the web app does (`web/src/features/search`).

use super::{inlined::Call, shop_query::page_number};

/// Number of products on a page.
const PAGE_SIZE: u32 = 12;

/// Maximum length of a term, in UTF-16 code units as browsers count.
const MAX_TERM_LENGTH: usize = 100;

/// Search term and page.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct SearchQuery {
    /// Not blank.
    pub(super) term: String,
    page: u32,
}

impl SearchQuery {
    /// Parses a query; `None` without a term.
    pub(super) fn parse(query: &str) -> Option<Self> {
        let value = |parameter: &str| {
            form_urlencoded::parse(query.as_bytes())
                .find_map(|(name, value)| (name == parameter).then_some(value))
        };
        let term = shortened(value("q")?.trim());
        let page = page_number(value("page").as_deref());
        (!term.is_empty()).then_some(Self { term, page })
    }

    /// Returns the number of the page, from 1 on.
    pub(super) const fn page(&self) -> u32 {
        self.page
    }

    /// Returns the call of the results.
    pub(super) fn calls(&self) -> [Call; 1] {
        let call = Call::new(&format!("products/search?page={}&limit={PAGE_SIZE}", self.page));
        [call.with("searchTerm", Some(&self.term))]
    }
}

fn shortened(term: &str) -> String {
    let mut length = 0;
    term.chars()
        .take_while(|character| {
            length += character.len_utf16();
            length <= MAX_TERM_LENGTH
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Term and page of a query.
    fn parsed(query: &str) -> Option<(String, u32)> {
        SearchQuery::parse(query).map(|query| (query.term, query.page))
    }

    #[test]
    fn decodes_the_first_term() {
        let long = format!("q={}", "a".repeat(101));
        for (query, term, page) in [
            ("q=oak", "oak", 1),
            ("page=2&q=%C5%9Fkaf+a%26b&q=x", "şkaf a&b", 2),
            ("q=++oak%20&page=0", "oak", 1),
            (&long, &"a".repeat(100), 1),
        ] {
            assert_eq!(parsed(query), Some((term.to_owned(), page)), "{query}");
        }
    }

    #[test]
    fn a_blank_term_is_no_search() {
        for query in ["", "q=", "q=+%20", "page=2", "Q=oak"] {
            assert_eq!(parsed(query), None, "{query}");
        }
    }

    #[test]
    fn makes_the_call_of_the_web_app() {
        let calls = SearchQuery::parse("q=oak&page=3").map(|query| query.calls());
        let expected = [Call::new("products/search?page=3&limit=12&searchTerm=oak")];
        assert_eq!(calls, Some(expected));
    }
}
