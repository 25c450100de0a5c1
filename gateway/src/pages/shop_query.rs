//! The query of the shop's URL, parsed as the web app does (`web/src/features/catalog/shop`): invalid
//! values are ignored.

use kit::domain::CategoryId;

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
pub(super) struct ShopQuery<'a> {
    pub(super) category: Option<CategoryId>,
    page: u32,
    sort: Option<&'a str>,
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

impl<'a> ShopQuery<'a> {
    /// Parses a query.
    pub(super) fn parse(query: &'a str) -> Self {
        let value = |parameter: &str| {
            query
                .split('&')
                .find_map(|pair| pair.split_once('=').filter(|(name, _)| *name == parameter))
                .map(|(_, value)| value)
        };
        let range = |min, max, digits| {
            let number = |name| value(name).filter(|text| text.len() <= digits).and_then(integer);
            match (number(min), number(max)) {
                (Some(min), Some(max)) if min > max => (None, None),
                range => range,
            }
        };
        let (min_price, max_price) = range("minPrice", "maxPrice", PRICE_DIGITS);
        let (min_width, max_width) = range("minWidth", "maxWidth", WIDTH_DIGITS);
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
            sort: value("sort").filter(|sort| SORTS.contains(sort)),
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

    /// Returns the call of the first view: the page with facets. None for a list by colours, whose known ones and their
    /// order only the web app has.
    pub(super) fn calls(&self) -> Vec<Call> {
        let page = Call::new(&format!("products?page={}&limit={PAGE_SIZE}&facets=1", self.page))
            .with("sort", self.sort)
            .with("categoryId", self.category)
            .with("minPrice", self.min_price)
            .with("maxPrice", self.max_price)
            .with("minWidth", self.min_width)
            .with("maxWidth", self.max_width)
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

fn integer(text: &str) -> Option<u32> {
    text.bytes()
        .all(|byte| byte.is_ascii_digit())
        .then(|| text.parse().ok())
        .flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn canonical(query: &str) -> String {
        ShopQuery::parse(query).canonical()
    }

    #[test]
    fn ignores_invalid_values() {
        for invalid in [
            "",
            "category=4",
            "category=1.0",
            "category=",
            "page=0",
            "page=01",
            "page=1000000",
            "page=+1",
            "sort=name",
            "sort=default",
            "minPrice=9&maxPrice=3",
            "minPrice=abc&maxPrice=12345678",
            "view=grid-3&utm_source=x",
            "view=grid-5",
            "minWidth=12345&maxWidth=x",
            "minWidth=9&maxWidth=3",
            "availability=gone",
            "availability=stock,order",
            "discount=0",
            "discount=yes",
            "colors=",
        ] {
            let query = ShopQuery::parse(invalid);
            assert!(query.is_default() && !query.is_filtered(), "{invalid}");
        }
    }

    #[test]
    fn knows_values_that_change_the_page() {
        for changed in [
            "category=1",
            "page=2",
            "sort=latest",
            "minPrice=5",
            "maxPrice=5",
            "view=grid-2",
        ] {
            assert!(!ShopQuery::parse(changed).is_default(), "{changed}");
        }
    }

    #[test]
    fn filters_besides_the_category_keep_a_page_out_of_search_engines() {
        for filter in [
            "minPrice=5",
            "maxPrice=5",
            "minWidth=50",
            "maxWidth=160",
            "colors=oak",
            "availability=order",
            "discount=1",
        ] {
            let query = ShopQuery::parse(filter);
            assert!(query.is_filtered() && !query.is_default(), "{filter}");
        }
        assert!(!ShopQuery::parse("category=1&page=2&sort=latest&view=grid-2").is_filtered());
    }

    #[test]
    fn canonical_paths_have_category_and_page() {
        assert_eq!(canonical(""), "/shop");
        assert_eq!(canonical("category=2"), "/shop?category=2");
        assert_eq!(
            canonical("page=3&sort=latest&category=1&minPrice=5"),
            "/shop?category=1&page=3"
        );
    }

    #[test]
    fn makes_the_calls_of_the_web_app() {
        let calls = ShopQuery::parse("category=2&sort=price_low&minPrice=3&maxPrice=3&page=2").calls();
        assert_eq!(
            calls.first(),
            Some(&Call::new(
                "products?page=2&limit=10&facets=1&sort=price_low&categoryId=2&minPrice=3&maxPrice=3"
            ))
        );
        assert_eq!(calls.len(), 1);
        let filtered = ShopQuery::parse("minWidth=50&maxWidth=160&availability=stock&discount=1");
        assert_eq!(
            filtered.calls(),
            [Call::new(
                "products?page=1&limit=10&facets=1&minWidth=50&maxWidth=160&availability=stock&discount=1"
            )]
        );
        assert_eq!(ShopQuery::parse("colors=oak").calls(), []);
    }
}
