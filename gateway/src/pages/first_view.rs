//! First views: HTML shown before the web app has loaded.
//!
//! They are rendered at build time from the app's components (`web/src/app/first-view`), with slots such as
//! `{{1-name}}`, which are filled here.

use std::collections::HashMap;

use kit::domain::Language;
use serde_json::Value;

use super::{
    escape,
    screens::{SCREENS, SEARCH, SHOP, Screen},
};

/// Width of the smallest variant of every image, in pixels.
const SMALLEST_WIDTH: u32 = 480;

/// Texts by slot.
pub(super) type Slots = HashMap<String, String>;

/// The first view of a page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct FirstView {
    name: &'static str,
    slots: Slots,
}

impl FirstView {
    /// Creates the first view of the home page with the picture that staff chose, as JSON of the API; `None` if it has one width
    /// only.
    pub(super) fn home_with(language: Language, picture: &Value) -> Option<Self> {
        let (stem, width) = picture["imageUrl"].as_str().and_then(split_width)?;
        let pixels = |side: &str| picture[side].as_u64().map(|pixels| pixels.to_string());
        let slots = [
            ("picture", stem),
            ("width", width),
            ("largest-width", pixels("width")?),
            ("largest-height", pixels("height")?),
            ("name", localized(picture, "alt", language).unwrap_or_default()),
        ];
        let slots = slots.map(|(name, value)| (format!("1-{name}"), value));
        Some(Self {
            name: "home-picture",
            slots: slots.into(),
        })
    }

    /// Returns the first view of a screen without slots, if it has exactly one.
    pub(super) fn fixed(screen: &'static Screen) -> Option<Self> {
        let mut views = screen.first_views.iter().filter(|(_, count)| **count == 0);
        let (name, _) = views.next()?;
        views.next().is_none().then(|| Self::without_slots(name))
    }

    /// Creates the shop's first view from a list response of the API. It has no products if there are too few, or in a
    /// category, whose filter stands above them.
    pub(super) fn shop(language: Language, response: Option<&Value>, category: Option<&str>) -> Self {
        if let Some(name) = category {
            return Self {
                name: "shop-category",
                slots: Slots::from([("title".to_owned(), name.to_owned())]),
            };
        }
        let slots = response.and_then(|response| first_products(SHOP, "shop", response, language));
        match slots {
            Some(slots) => Self { name: "shop", slots },
            None => Self::without_slots("shop-narrowed"),
        }
    }

    /// Creates the first view of a search from its term and a response of the API. It is the title alone without a term,
    /// and if there are too few products.
    pub(super) fn search(language: Language, found: Option<(&str, &Value)>) -> Self {
        const NAME: &str = "search-results";
        let slots = found.and_then(|(term, response)| {
            let mut slots = first_products(SEARCH, NAME, response, language)?;
            slots.insert("term".to_owned(), term.to_owned());
            Some(slots)
        });
        match slots {
            Some(slots) => Self { name: NAME, slots },
            None => Self::without_slots("search"),
        }
    }

    /// Creates a product's first view from a response of the API and its public price.
    pub(super) fn product(language: Language, response: &Value, price: String) -> Self {
        let mut slots = product_slots(1, &response["data"], language);
        slots.insert("1-price".to_owned(), price);
        Self {
            name: "product",
            slots,
        }
    }

    /// Creates the first view of the contact page with its stores, which are empty if they did not load.
    pub(super) fn contact(
        screen: &'static Screen,
        language: Language,
        stores: Option<&Value>,
    ) -> Option<Self> {
        let (name, _) = only_view(screen)?;
        let stores: Vec<_> = stores
            .and_then(Value::as_array)
            .into_iter()
            .flatten()
            .map(|store| store_lines(store, language))
            .collect();
        let slots = Slots::from([("stores".to_owned(), stores.join("\n\n"))]);
        Some(Self { name, slots })
    }

    /// Creates the first view of a list of projects; `None` if there are too few. `title` is the category's.
    pub(super) fn projects(
        screen: &'static Screen,
        language: Language,
        projects: &Value,
        title: Option<&str>,
    ) -> Option<Self> {
        let (name, count) = only_view(screen)?;
        let projects = projects.as_array().filter(|projects| projects.len() >= count)?;
        let title = title.map(|title| ("title".to_owned(), title.to_owned()));
        let slots = (1..)
            .zip(projects.iter().take(count))
            .flat_map(|(number, project)| project_slots(number, project, language))
            .chain(title)
            .collect();
        Some(Self { name, slots })
    }

    /// Creates a project's first view.
    pub(super) fn project(screen: &'static Screen, language: Language, project: &Value) -> Option<Self> {
        let (name, _) = only_view(screen)?;
        let mut slots = project_slots(1, project, language);
        let slug = project["category"].as_str().map(str::to_lowercase);
        let category = slug.as_deref().and_then(|slug| slug.parse().ok());
        if let Some(category) = category {
            let title = SCREENS.project_category(category, language).to_owned();
            slots.insert("1-category".to_owned(), title);
            slots.insert("1-category-slug".to_owned(), category.name().to_owned());
        }
        Some(Self { name, slots })
    }

    /// Adds slots.
    pub(super) fn fill(&mut self, slots: Slots) {
        self.slots.extend(slots);
    }

    fn without_slots(name: &'static str) -> Self {
        Self {
            name,
            slots: Slots::new(),
        }
    }
}

/// Returns the slots of the products in a first view of a screen; `None` if the response has too few.
fn first_products(screen: &str, view: &str, response: &Value, language: Language) -> Option<Slots> {
    let count = *SCREENS.get(screen).first_views.get(view)?;
    let products = response["data"].as_array()?;
    let slots = (1..)
        .zip(products.get(..count)?)
        .flat_map(|(number, product)| product_slots(number, product, language))
        .collect();
    Some(slots)
}

/// Returns the name of a screen's only first view, and its number of items.
fn only_view(screen: &'static Screen) -> Option<(&'static str, usize)> {
    let mut views = screen.first_views.iter();
    let (name, count) = views.next()?;
    views.next().is_none().then_some((name, *count))
}

/// Returns the slots of the project with a number from 1. A picture without several widths has none.
fn project_slots(number: u32, project: &Value, language: Language) -> Slots {
    let (picture, width) = project
        .pointer("/image/imageUrl")
        .and_then(Value::as_str)
        .and_then(split_width)
        .unzip();
    let pixels = |side: &str| {
        let pixels = project.pointer(&format!("/image/{side}"))?.as_u64()?;
        Some(pixels.to_string())
    };
    [
        ("id", project["id"].as_u64().map(|id| id.to_string())),
        ("name", localized(project, "title", language)),
        (
            "description",
            Some(localized(project, "description", language).unwrap_or_default()),
        ),
        (
            "large",
            project["isLarge"].as_bool().map(|large| large.to_string()),
        ),
        ("picture", picture),
        ("width", width),
        ("largest-width", pixels("width")),
        ("largest-height", pixels("height")),
    ]
    .into_iter()
    .filter_map(|(name, value)| Some((format!("{number}-{name}"), value?)))
    .collect()
}

/// Returns the slots of the product with a number from 1. An image without several widths has none.
fn product_slots(number: u32, product: &Value, language: Language) -> Slots {
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
        .and_then(split_width)
        .unzip();
    let pixels = |side: &str| image(side)?.as_u64().map(|pixels| pixels.to_string());
    [
        ("id", id("id")),
        ("name", text("name")),
        ("category-id", id("categoryId")),
        ("category", text("categoryName")),
        ("description", Some(text("description").unwrap_or_default())),
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

/// Returns the name, the address, the opening hours and the contacts of a store, one in a line.
fn store_lines(store: &Value, language: Language) -> String {
    let texts =
        ["name", "address", "weekdayHours", "weekendHours"].map(|field| localized(store, field, language));
    let contacts = ["whatsapp", "email"].map(|field| store[field].as_str().map(str::to_owned));
    let lines: Vec<_> = texts.into_iter().chain(contacts).flatten().collect();
    lines.join("\n")
}

/// Splits an image's URL at its width: `images/products/sk-101/1` and `960` for `/images/products/sk-101/1-960.webp`.
fn split_width(url: &str) -> Option<(String, String)> {
    let (stem, width) = url.strip_suffix(".webp")?.rsplit_once('-')?;
    let width: u32 = width.parse().ok()?;
    let is_local = !stem.starts_with("http");
    (is_local && width > SMALLEST_WIDTH).then(|| (stem.trim_start_matches('/').to_owned(), width.to_string()))
}

/// Returns a field's text in the language, else its base text, as the web app does.
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

/// The first views of one language.
#[derive(Debug, Default)]
pub(super) struct FirstViews(HashMap<String, Vec<Piece>>);

#[derive(Debug)]
enum Piece {
    Text(String),
    Slot(String),
}

impl FirstViews {
    /// Parses the file of a language, and fills the slots that all pages share.
    pub(super) fn parse(json: &str, shared: &Slots) -> serde_json::Result<Self> {
        let views: HashMap<String, String> = serde_json::from_str(json)?;
        let split = |(name, html): (String, String)| (name, pieces(&html, shared));
        Ok(Self(views.into_iter().map(split).collect()))
    }

    /// Renders a view; `None` if it was not built or lacks a slot.
    pub(super) fn html(&self, view: &FirstView) -> Option<String> {
        self.0
            .get(view.name)?
            .iter()
            .map(|piece| match piece {
                Piece::Text(text) => Some(text.clone()),
                Piece::Slot(name) => view.slots.get(name).map(|value| escape::html(value)),
            })
            .collect()
    }
}

fn pieces(html: &str, shared: &Slots) -> Vec<Piece> {
    let mut parts = html.split("{{");
    let mut pieces = vec![Piece::Text(parts.next().unwrap_or_default().to_owned())];
    for part in parts {
        let (name, text) = part.split_once("}}").unwrap_or((part, ""));
        pieces.push(match shared.get(name) {
            Some(value) => Piece::Text(escape::html(value)),
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
        let shared = Slots::from([("brand".to_owned(), "A & B".to_owned())]);
        let json = json!({
            "home": "<b>{{brand}}</b>",
            "shop": "<p>{{1-name}}, {{2-name}}, {{3-name}}, {{4-name}}</p>",
            "shop-narrowed": "<p></p>",
            "search": "<h1></h1>",
            "search-results": "<h1>{{term}}</h1>{{1-name}}, {{2-name}}, {{3-name}}, {{4-name}}",
            "shop-category": "<h1>{{title}}</h1>",
            "contact": "<p>{{stores}}</p>",
            "product": "<img src=\"/{{1-picture}}-{{1-width}}.webp\" width=\"{{1-largest-width}}\" height=\"{{1-largest-height}}\" alt=\"{{1-name}}\"><i>{{1-measures}}</i><noscript>{{1-price}} {{1-description}}</noscript>",
        });
        FirstViews::parse(&json.to_string(), &shared).unwrap()
    }

    fn home() -> FirstView {
        FirstView::fixed(SCREENS.get("/")).unwrap()
    }

    fn product(name: &str) -> Value {
        json!({
            "id": 7,
            "name": name,
            "nameRu": "Шкаф",
            "nameEn": "null",
            "images": [{"imageUrl": "images/products/sk-7/1-768.webp", "width": 1024, "height": 1280}],
            "externalMeasurement": "\n 150 × 60 cm\n2",
            "description": "Oak",
        })
    }

    fn rendered(product: &Value, language: Language) -> Option<String> {
        views().html(&FirstView::product(
            language,
            &json!({"data": product}),
            "9.05 AZN".to_owned(),
        ))
    }

    #[test]
    fn fills_shared_slots() {
        assert_eq!(views().html(&home()).as_deref(), Some("<b>A &amp; B</b>"));
    }

    #[test]
    fn renders_a_products_image_and_name_in_the_language() {
        assert_eq!(
            rendered(&product("Wardrobe"), Language::Ru).as_deref(),
            Some(
                "<img src=\"/images/products/sk-7/1-768.webp\" width=\"1024\" height=\"1280\" alt=\"Шкаф\"><i>150 × 60 cm</i><noscript>9.05 AZN Oak</noscript>"
            )
        );
        let in_english = rendered(&product("Wardrobe"), Language::En).unwrap();
        assert!(in_english.contains("alt=\"Wardrobe\""), "{in_english}");
    }

    #[test]
    fn escapes_texts() {
        let html = rendered(&product("\"><script>{{1-name}}"), Language::En).unwrap();
        assert!(
            html.contains("alt=\"&quot;&gt;&lt;script&gt;{{1-name}}\""),
            "{html}"
        );
    }

    #[test]
    fn products_without_an_image_in_several_widths_have_no_first_view() {
        for images in [
            json!([]),
            json!([{"imageUrl": "/images/drawing-960.svg"}]),
            json!([{"imageUrl": "/images/products/sk-7/1-480.webp"}]),
        ] {
            let mut product = product("Wardrobe");
            product["images"] = images;
            assert_eq!(rendered(&product, Language::En), None);
        }
    }

    #[test]
    fn the_shop_has_products_or_the_title_of_a_category() {
        let products: Vec<_> = ["a", "b", "c", "d", "e"].map(product).into();
        let shop = |products: &[Value], category| {
            let response = json!({"data": products});
            views().html(&FirstView::shop(Language::Az, Some(&response), category))
        };
        assert_eq!(shop(&products, None).as_deref(), Some("<p>a, b, c, d</p>"));
        assert_eq!(
            shop(&products, Some("Kitchens")).as_deref(),
            Some("<h1>Kitchens</h1>")
        );
        assert_eq!(shop(products.get(..3).unwrap(), None).as_deref(), Some("<p></p>"));
        let without = views().html(&FirstView::shop(Language::Az, None, None));
        assert_eq!(without.as_deref(), Some("<p></p>"));
    }

    #[test]
    fn a_search_has_its_term_and_products_if_there_are_enough() {
        let products: Vec<_> = ["a", "b", "c", "d", "e"].map(product).into();
        let search = |found| views().html(&FirstView::search(Language::Az, found));
        let many = json!({"data": products});
        assert_eq!(
            search(Some(("<oak>", &many))).as_deref(),
            Some("<h1>&lt;oak&gt;</h1>a, b, c, d")
        );
        let few = json!({"data": products.get(..3).unwrap()});
        assert_eq!(search(Some(("oak", &few))).as_deref(), Some("<h1></h1>"));
        assert_eq!(search(None).as_deref(), Some("<h1></h1>"));
    }

    #[test]
    fn renders_the_first_projects_of_a_list_and_one_project() {
        let views = json!({
            "projects": "<p data-large=\"{{1-large}}\">{{1-name}}</p><p>{{2-name}}</p>",
            "project-category": "<h1>{{title}}</h1><p>{{1-name}}</p><p>{{2-name}}</p>",
            "project": "<a href=\"/projects/category/{{1-category-slug}}\">{{1-category}}</a><h1>{{1-name}}</h1>",
        });
        let views = FirstViews::parse(&views.to_string(), &Slots::new()).unwrap();
        let project = |title: &str| {
            json!({
                "id": 3, "title": title, "titleAz": "", "category": "Kitchen", "isLarge": true,
                "image": {"imageUrl": "/images/projects/a/1-960.webp", "width": 1440, "height": 1080},
            })
        };
        let list = json!([project("a"), project("b"), project("c")]);
        let screen = SCREENS.get("/projects");
        let html = |view: Option<FirstView>| view.and_then(|view| views.html(&view));
        assert_eq!(
            html(FirstView::projects(screen, Language::Az, &list, None)).as_deref(),
            Some("<p data-large=\"true\">a</p><p>b</p>")
        );
        let one = json!([project("a")]);
        assert_eq!(html(FirstView::projects(screen, Language::Az, &one, None)), None);
        let category = SCREENS.get("/projects/category/:category");
        assert_eq!(
            html(FirstView::projects(
                category,
                Language::Az,
                &list,
                Some("Kitchens")
            ))
            .as_deref(),
            Some("<h1>Kitchens</h1><p>a</p><p>b</p>")
        );
        let screen = SCREENS.get("/projects/:id");
        assert_eq!(
            html(FirstView::project(screen, Language::En, &project("a"))).as_deref(),
            Some("<a href=\"/projects/category/kitchen\">Kitchens</a><h1>a</h1>")
        );
        let mut without = project("a");
        without["category"] = Value::Null;
        assert_eq!(html(FirstView::project(screen, Language::En, &without)), None);
    }

    #[test]
    fn the_contact_page_has_its_stores() {
        let screen = SCREENS.get("/contact-us");
        let stores = json!([
            {"name": "Nizami", "nameRu": "Низами", "address": "Nizami 1", "weekdayHours": "10:00-20:00", "email": null},
            {"name": "B", "whatsapp": "+994120000001"},
        ]);
        let html = |stores| views().html(&FirstView::contact(screen, Language::Ru, stores).unwrap());
        assert_eq!(
            html(Some(&stores)).as_deref(),
            Some("<p>Низами\nNizami 1\n10:00-20:00\n\nB\n+994120000001</p>")
        );
        assert_eq!(html(None).as_deref(), Some("<p></p>"));
    }

    #[test]
    fn views_that_were_not_built_are_none() {
        let none = FirstViews::parse("{}", &Slots::new()).unwrap();
        assert_eq!(none.html(&home()), None);
    }
}
