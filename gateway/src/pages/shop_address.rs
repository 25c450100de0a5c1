//! The shop's address as the web app reads it (`web/src/features/catalog/shop/shop-address.ts`): what makes no sense
//! there is left out.

use kit::domain::CategoryId;

use super::inlined::Call;

/// Products on a page of the shop.
const PAGE_SIZE: u32 = 10;

/// The categories of the shop.
pub(super) const CATEGORIES: [i32; 3] = [1, 2, 3];

const SORTS: [&str; 5] = ["popularity", "rating", "latest", "price_low", "price_high"];

/// What a visitor of the shop has chosen.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct ShopAddress<'a> {
    pub(super) category: Option<CategoryId>,
    page: u32,
    sort: Option<&'a str>,
    min_price: Option<u32>,
    max_price: Option<u32>,
}

impl<'a> ShopAddress<'a> {
    /// From the query of an address.
    pub(super) fn read(query: &'a str) -> Self {
        let value = |wanted: &str| {
            query
                .split('&')
                .find_map(|pair| pair.split_once('=').filter(|(name, _)| *name == wanted))
                .map(|(_, value)| value)
        };
        let price = |name| value(name).filter(|text| text.len() <= 7).and_then(whole);
        let (min_price, max_price) = match (price("minPrice"), price("maxPrice")) {
            (Some(lowest), Some(highest)) if lowest > highest => (None, None),
            sensible => sensible,
        };
        Self {
            category: value("category")
                .and_then(|text| text.parse().ok())
                .filter(|category: &CategoryId| CATEGORIES.contains(&category.get())),
            page: value("page")
                .filter(|text| text.len() <= 6 && !text.starts_with('0'))
                .and_then(whole)
                .unwrap_or(1),
            sort: value("sort").filter(|sort| SORTS.contains(sort)),
            min_price,
            max_price,
        }
    }

    /// The address without what only orders or narrows the same products.
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

    /// The calls of the first view: the page, the counts of the categories, the lowest and the highest price.
    pub(super) fn calls(&self) -> Vec<Call> {
        let mut page = Call::new("products")
            .with("page", self.page)
            .with("limit", PAGE_SIZE);
        if let Some(sort) = self.sort {
            page = page.with("sort", sort);
        }
        if let Some(category) = self.category {
            page = page.with("categoryId", category);
        }
        if let Some(price) = self.min_price {
            page = page.with("minPrice", price);
        }
        if let Some(price) = self.max_price {
            page = page.with("maxPrice", price);
        }
        let counts = CATEGORIES.map(|category| Call::new(&format!("products/category/{category}/count")));
        let ends = ["price_low", "price_high"].map(|sort| {
            Call::new("products")
                .with("page", 1)
                .with("limit", 1)
                .with("sort", sort)
        });
        [page].into_iter().chain(counts).chain(ends).collect()
    }
}

fn whole(text: &str) -> Option<u32> {
    text.bytes()
        .all(|byte| byte.is_ascii_digit())
        .then(|| text.parse().ok())
        .flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn canonical(query: &str) -> String {
        ShopAddress::read(query).canonical()
    }

    #[test]
    fn what_makes_no_sense_is_left_out() {
        let everything = ShopAddress {
            page: 1,
            ..ShopAddress::default()
        };
        for nonsense in [
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
            "view=grid-2&utm_source=x",
        ] {
            assert_eq!(ShopAddress::read(nonsense), everything, "{nonsense}");
        }
    }

    #[test]
    fn pages_and_categories_have_addresses_of_their_own() {
        assert_eq!(canonical(""), "/shop");
        assert_eq!(canonical("category=2"), "/shop?category=2");
        assert_eq!(
            canonical("page=3&sort=latest&category=1&minPrice=5"),
            "/shop?category=1&page=3"
        );
    }

    #[test]
    fn the_first_view_asks_what_the_web_app_asks() {
        let calls = ShopAddress::read("category=2&sort=price_low&minPrice=3&maxPrice=3&page=2").calls();
        assert_eq!(
            calls.first(),
            Some(
                &Call::new("products")
                    .with("page", 2)
                    .with("limit", 10)
                    .with("sort", "price_low")
                    .with("categoryId", 2)
                    .with("minPrice", 3)
                    .with("maxPrice", 3)
            )
        );
        assert_eq!(calls.len(), 6);
    }
}
