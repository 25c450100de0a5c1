//! The query of the shop's URL, parsed as the web app does (`web/src/features/catalog/shop`): invalid
//! values are ignored. `testdata/shop-queries.json` tests both.

use kit::domain::{CategoryId, Money};

use super::inlined::Call;

/// Number of products on a page.
const PAGE_SIZE: u32 = 10;

/// Ids of the categories.
pub(super) const CATEGORIES: [i32; 3] = [1, 2, 3];

/// Views with another number of columns than the default.
const OTHER_VIEWS: [&str; 2] = ["grid-2", "grid-4"];

const AVAILABILITIES: [&str; 2] = ["stock", "order"];

/// Maximum digits of a price in AZN and of a width in centimetres.
const PRICE_DIGITS: usize = 7;
const WIDTH_DIGITS: usize = 4;

const SORTS: [&str; 5] = ["popularity", "rating", "latest", "price_low", "price_high"];

/// Filters, sort order, page and view.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct ShopQuery {
    pub(super) category: Option<CategoryId>,
    page: u32,
    sort: Option<&'static str>,
    min_price: Option<u32>,
    max_price: Option<u32>,
    min_width: Option<u32>,
    max_width: Option<u32>,
    has_colors: bool,
    /// One of [`AVAILABILITIES`]; both together are none.
    availability: Option<&'static str>,
    is_discounted: bool,
    /// Whether the list has the default number of columns.
    has_default_view: bool,
}

impl ShopQuery {
    /// Parses a query.
    pub(super) fn parse(query: &str) -> Self {
        let pairs: Vec<_> = form_urlencoded::parse(query.as_bytes()).collect();
        let value = |parameter: &str| {
            pairs
                .iter()
                .find_map(|(name, value)| (name == parameter).then_some(value.as_ref()))
        };
        let width = |name| {
            value(name)
                .filter(|text| text.len() <= WIDTH_DIGITS)
                .and_then(integer)
        };
        let price = |name, round: fn(Money) -> i64| value(name).and_then(|text| price(text, round));
        let (min_price, max_price) = ordered(
            price("minPrice", Money::minor),
            price("maxPrice", |bound| bound.minor() + 99),
        );
        let (min_width, max_width) = ordered(width("minWidth"), width("maxWidth"));
        let availability = value("availability").unwrap_or_default();
        let mut listed = AVAILABILITIES
            .into_iter()
            .filter(|known| availability.split(',').any(|name| name == *known));
        let availability = match (listed.next(), listed.next()) {
            (Some(only), None) => Some(only),
            _ => None,
        };
        Self {
            category: value("category")
                .and_then(|text| text.parse().ok())
                .filter(|category: &CategoryId| CATEGORIES.contains(&category.get())),
            page: page_number(value("page")),
            sort: SORTS.into_iter().find(|sort| value("sort") == Some(*sort)),
            min_price,
            max_price,
            min_width,
            max_width,
            has_colors: value("colors").is_some_and(|colors| !colors.is_empty()),
            availability,
            is_discounted: value("discount") == Some("1"),
            has_default_view: value("view").is_none_or(|view| !OTHER_VIEWS.contains(&view)),
        }
    }

    /// Returns the number of the page, from 1 on.
    pub(super) const fn page(&self) -> u32 {
        self.page
    }

    /// Whether the page shows the first products of the whole shop in the default view, as without a query.
    pub(super) fn is_default(&self) -> bool {
        *self
            == ShopQuery {
                page: 1,
                has_default_view: true,
                ..ShopQuery::default()
            }
    }

    /// Whether the page has a filter besides the category. Search engines leave such pages out.
    pub(super) const fn is_filtered(&self) -> bool {
        self.min_price.is_some()
            || self.max_price.is_some()
            || self.min_width.is_some()
            || self.max_width.is_some()
            || self.has_colors
            || self.availability.is_some()
            || self.is_discounted
    }

    /// Returns the canonical path, with category and page only.
    pub(super) fn canonical(&self) -> String {
        let category = self.category.map(|category| format!("category={category}"));
        let page = (self.page > 1).then(|| format!("page={}", self.page));
        let query: Vec<_> = [category, page].into_iter().flatten().collect();
        if query.is_empty() {
            "/shop".to_owned()
        } else {
            format!("/shop?{}", query.join("&"))
        }
    }

    /// Returns the call of the first view: the page with facets, by the nearest width if there is one and no other order. None for a list by colours, whose known ones and their
    /// order only the web app has.
    pub(super) fn calls(&self) -> Vec<Call> {
        let near_width = self.max_width.or(self.min_width);
        let page = Call::new(&format!("products?page={}&limit={PAGE_SIZE}&facets=1", self.page))
            .with("sort", self.sort)
            .with("categoryId", self.category)
            .with("minPrice", self.min_price)
            .with("maxPrice", self.max_price)
            .with("minWidth", self.min_width)
            .with("maxWidth", self.max_width)
            .with("nearWidth", near_width.filter(|_| self.sort.is_none()))
            .with("availability", self.availability)
            .with("discount", self.is_discounted.then_some(1));
        (!self.has_colors).then_some(page).into_iter().collect()
    }
}

/// Parses the number of a page as the web app does; 1 if it is invalid.
pub(super) fn page_number(text: Option<&str>) -> u32 {
    text.filter(|text| text.len() <= 6 && !text.starts_with('0'))
        .and_then(integer)
        .unwrap_or(1)
}

/// Parses a price as people type it, to whole AZN of at most [`PRICE_DIGITS`] digits. `round` returns it in qəpik, increased
/// by 99 to round up.
fn price(text: &str, round: impl Fn(Money) -> i64) -> Option<u32> {
    let azn = round(Money::parse_typed(text).ok()?) / 100;
    u32::try_from(azn)
        .ok()
        .filter(|azn| azn.to_string().len() <= PRICE_DIGITS)
}

/// Returns both bounds, or none if the first is above the second.
fn ordered(min: Option<u32>, max: Option<u32>) -> (Option<u32>, Option<u32>) {
    match (min, max) {
        (Some(min), Some(max)) if min > max => (None, None),
        range => range,
    }
}

fn integer(text: &str) -> Option<u32> {
    text.bytes()
        .all(|byte| byte.is_ascii_digit())
        .then(|| text.parse().ok())
        .flatten()
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::*;

    /// A query of the shop and what both parsers make of it.
    #[derive(Deserialize)]
    struct Case {
        query: String,
        call: String,
        columns: u32,
    }

    #[test]
    fn parses_queries_as_the_web_app_does() {
        let cases: Vec<Case> =
            serde_json::from_str(include_str!("../../testdata/shop-queries.json")).unwrap();
        let default = &cases.first().unwrap().call;
        for case in &cases {
            let query = ShopQuery::parse(&case.query);
            assert_eq!(query.calls(), [Call::new(&case.call)], "{}", case.query);
            let filters = ["Price=", "Width=", "availability=", "discount="];
            let is_filtered = filters.iter().any(|name| case.call.contains(name));
            assert_eq!(query.is_filtered(), is_filtered, "{}", case.query);
            let is_default = case.call == *default && case.columns == 3;
            assert_eq!(query.is_default(), is_default, "{}", case.query);
        }
    }

    #[test]
    fn makes_no_call_for_a_list_by_colours_and_keeps_it_out_of_search_engines() {
        let query = ShopQuery::parse("colors=oak");
        assert_eq!(query.calls(), []);
        assert!(query.is_filtered() && !query.is_default());
    }

    #[test]
    fn canonical_paths_have_category_and_page() {
        let canonical = |query| ShopQuery::parse(query).canonical();
        assert_eq!(canonical(""), "/shop");
        assert_eq!(canonical("category=2"), "/shop?category=2");
        assert_eq!(
            canonical("page=3&sort=latest&category=1&minPrice=5"),
            "/shop?category=1&page=3"
        );
    }
}
