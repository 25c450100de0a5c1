//! What a page shows before any script runs. It is drawn when the web app is built, by the app's own parts
//! (`web/src/app/first-view`), with slots such as `{{1-name}}` for what differs; here they are filled.

use std::collections::HashMap;

use kit::domain::Language;
use serde_json::Value;

use super::escape;

/// Cards of the shop's first view.
const CARDS: usize = 4;

/// The width that every wider picture also has: the web app offers both.
const SMALL: u32 = 480;

/// Texts by the names of their slots.
pub(super) type Slots = HashMap<String, String>;

/// The first view of a page: which one, and what goes into its slots.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct FirstView {
    name: &'static str,
    slots: Slots,
}

impl FirstView {
    pub(super) fn home() -> Self {
        Self::plain("home")
    }

    /// The shop with the first products of a page of them, which is an answer of the contract; without them where they
    /// are fewer or the list is narrowed: what is chosen stands above them then.
    pub(super) fn shop(language: Language, answer: Option<&Value>, is_narrowed: bool) -> Self {
        let products = answer.and_then(|answer| answer["data"].as_array());
        match products.filter(|products| products.len() >= CARDS && !is_narrowed) {
            Some(products) => Self {
                name: "shop",
                slots: (1..)
                    .zip(products.iter().take(CARDS))
                    .flat_map(|(number, product)| of_product(number, product, language))
                    .collect(),
            },
            None => Self::plain("shop-narrowed"),
        }
    }

    /// A product's, from the answer of the contract; nothing is shown of what did not come.
    pub(super) fn product(language: Language, answer: &Value) -> Self {
        Self {
            name: "product",
            slots: of_product(1, &answer["data"], language),
        }
    }

    fn plain(name: &'static str) -> Self {
        Self {
            name,
            slots: Slots::new(),
        }
    }
}

/// The slots of a product; the web app counts them from 1. One without a picture in several widths has no slots for it.
fn of_product(number: u32, product: &Value, language: Language) -> Slots {
    let text = |field: &str| localized(product, field, language);
    let id = |field: &str| product[field].as_u64().map(|id| id.to_string());
    let measures = text("externalMeasurement").and_then(|text| {
        text.lines()
            .map(str::trim)
            .find(|line| !line.is_empty())
            .map(str::to_owned)
    });
    let image = |field: &str| product.pointer("/images/0").and_then(|image| image.get(field));
    let (picture, width) = image("imageUrl")
        .and_then(Value::as_str)
        .and_then(picture)
        .unzip();
    let pixels = |side: &str| image(side)?.as_u64().map(|pixels| pixels.to_string());
    [
        ("id", id("id")),
        ("name", text("name")),
        ("category-id", id("categoryId")),
        ("category", text("categoryName")),
        ("measures", Some(measures.unwrap_or_default())),
        ("picture", picture),
        ("width", width),
        ("largest-width", pixels("width")),
        ("largest-height", pixels("height")),
    ]
    .into_iter()
    .filter_map(|(name, value)| Some((format!("{number}-{name}"), value?)))
    .collect()
}

/// A picture's address up to its width, and the width: `images/products/sk-101/1` and `960` for
/// `/images/products/sk-101/1-960.webp`.
fn picture(address: &str) -> Option<(String, String)> {
    let (stem, width) = address.strip_suffix(".webp")?.rsplit_once('-')?;
    let width: u32 = width.parse().ok()?;
    let is_ours = !stem.starts_with("http");
    (is_ours && width > SMALL).then(|| (stem.trim_start_matches('/').to_owned(), width.to_string()))
}

/// A field's text in the language, else its base text, as the web app chooses it.
fn localized(item: &Value, field: &str, language: Language) -> Option<String> {
    let suffix = match language {
        Language::Az => "Az",
        Language::Ru => "Ru",
        Language::En => "En",
    };
    [format!("{field}{suffix}"), field.to_owned()]
        .iter()
        .filter_map(|field| item[field].as_str().map(str::trim))
        .find(|text| !text.is_empty() && *text != "null")
        .map(str::to_owned)
}

/// The first views of one language, as the web app was built with them.
#[derive(Debug, Default)]
pub(super) struct FirstViews(HashMap<String, Vec<Piece>>);

#[derive(Debug)]
enum Piece {
    Text(String),
    Slot(String),
}

impl FirstViews {
    /// From the file of a language; `everywhere` goes into all of them.
    pub(super) fn read(json: &str, everywhere: &Slots) -> serde_json::Result<Self> {
        let views: HashMap<String, String> = serde_json::from_str(json)?;
        let cut = |(name, html): (String, String)| (name, pieces(&html, everywhere));
        Ok(Self(views.into_iter().map(cut).collect()))
    }

    /// The elements of a view; none where it was not built, or nothing is known for one of its slots.
    pub(super) fn html(&self, view: &FirstView) -> Option<String> {
        self.0
            .get(view.name)?
            .iter()
            .map(|piece| match piece {
                Piece::Text(text) => Some(text.clone()),
                Piece::Slot(name) => view.slots.get(name).map(|value| escape::text(value)),
            })
            .collect()
    }
}

fn pieces(html: &str, everywhere: &Slots) -> Vec<Piece> {
    let mut parts = html.split("{{");
    let mut pieces = vec![Piece::Text(parts.next().unwrap_or_default().to_owned())];
    for part in parts {
        let (name, text) = part.split_once("}}").unwrap_or((part, ""));
        pieces.push(match everywhere.get(name) {
            Some(value) => Piece::Text(escape::text(value)),
            None => Piece::Slot(name.to_owned()),
        });
        pieces.push(Piece::Text(text.to_owned()));
    }
    pieces
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn views() -> FirstViews {
        let everywhere = Slots::from([("brand".to_owned(), "A & B".to_owned())]);
        let json = json!({
            "home": "<b>{{brand}}</b>",
            "shop": "<p>{{1-name}}, {{2-name}}, {{3-name}}, {{4-name}}</p>",
            "shop-narrowed": "<p></p>",
            "product": "<img src=\"/{{1-picture}}-{{1-width}}.webp\" width=\"{{1-largest-width}}\" height=\"{{1-largest-height}}\" alt=\"{{1-name}}\"><i>{{1-measures}}</i>",
        });
        FirstViews::read(&json.to_string(), &everywhere).unwrap()
    }

    fn product(name: &str) -> Value {
        json!({
            "id": 7,
            "name": name,
            "nameRu": "Шкаф",
            "nameEn": "null",
            "images": [{"imageUrl": "images/products/sk-7/1-768.webp", "width": 1024, "height": 1280}],
            "externalMeasurement": "\n 150 × 60 cm\n2",
        })
    }

    fn of_product(product: &Value, language: Language) -> Option<String> {
        views().html(&FirstView::product(language, &json!({"data": product})))
    }

    #[test]
    fn what_the_shop_is_called_is_the_same_everywhere() {
        assert_eq!(
            views().html(&FirstView::home()).as_deref(),
            Some("<b>A &amp; B</b>")
        );
    }

    #[test]
    fn a_product_has_its_picture_and_its_name_in_the_language() {
        assert_eq!(
            of_product(&product("Wardrobe"), Language::Ru).as_deref(),
            Some(
                "<img src=\"/images/products/sk-7/1-768.webp\" width=\"1024\" height=\"1280\" alt=\"Шкаф\"><i>150 × 60 cm</i>"
            )
        );
        let in_english = of_product(&product("Wardrobe"), Language::En).unwrap();
        assert!(in_english.contains("alt=\"Wardrobe\""), "{in_english}");
    }

    #[test]
    fn nothing_that_staff_writes_ends_an_element() {
        let html = of_product(&product("\"><script>{{1-name}}"), Language::En).unwrap();
        assert!(
            html.contains("alt=\"&quot;&gt;&lt;script&gt;{{1-name}}\""),
            "{html}"
        );
    }

    #[test]
    fn a_product_without_a_picture_in_several_widths_has_no_first_view() {
        for images in [
            json!([]),
            json!([{"imageUrl": "/images/drawing-960.svg"}]),
            json!([{"imageUrl": "/images/products/sk-7/1-480.webp"}]),
        ] {
            let mut product = product("Wardrobe");
            product["images"] = images;
            assert_eq!(of_product(&product, Language::En), None);
        }
    }

    #[test]
    fn the_shop_shows_its_first_products_where_nothing_narrows_them() {
        let products: Vec<_> = ["a", "b", "c", "d", "e"].map(product).into();
        let shop = |products: &[Value], is_narrowed| {
            let answer = json!({"data": products});
            views().html(&FirstView::shop(Language::Az, Some(&answer), is_narrowed))
        };
        assert_eq!(shop(&products, false).as_deref(), Some("<p>a, b, c, d</p>"));
        assert_eq!(shop(&products, true).as_deref(), Some("<p></p>"));
        assert_eq!(
            shop(products.get(..3).unwrap(), false).as_deref(),
            Some("<p></p>")
        );
        let without = views().html(&FirstView::shop(Language::Az, None, false));
        assert_eq!(without.as_deref(), Some("<p></p>"));
    }

    #[test]
    fn a_view_that_was_not_built_is_none() {
        let none = FirstViews::read("{}", &Slots::new()).unwrap();
        assert_eq!(none.html(&FirstView::home()), None);
    }
}
