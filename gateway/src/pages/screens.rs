//! The web app's screens and the paths that show them.
//!
//! `screens.json` is generated from `web/src/app/screens.ts`.

use std::{collections::BTreeMap, sync::LazyLock};

use kit::{
    domain::{Language, LocalizedText, ProductId, ProjectId},
    vocabulary::content::ProjectCategory,
};
use percent_encoding::percent_decode_str;
use serde::Deserialize;

use super::inlined::Call;
use crate::words;

/// Paths of the screens whose title or data depends on more than the path.
pub(super) const HOME: &str = "/";
pub(super) const SHOP: &str = "/shop";
pub(super) const PRODUCT: &str = "/shop/:id";
pub(super) const SEARCH: &str = "/search";
/// Paths of the screens that mailed links with a token open.
pub(super) const WITH_TOKEN: [&str; 5] = [
    "/reset-password",
    "/verify-email",
    "/order",
    "/offer",
    "/conversation",
];
pub(super) const FAQ: &str = "/faq";
pub(super) const CONTACT: &str = "/contact-us";
pub(super) const PROJECTS: &str = "/projects";
pub(super) const PROJECT: &str = "/projects/:id";
pub(super) const PROJECT_CATEGORY: &str = "/projects/category/:category";

/// Tests check that the file parses.
pub(super) static SCREENS: LazyLock<ScreenTable> =
    LazyLock::new(|| serde_json::from_str(include_str!("screens.json")).unwrap_or_default());

/// All screens and the texts that they share.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct ScreenTable {
    /// Name of the home page in breadcrumbs.
    pub(super) home: LocalizedText,
    /// Title of the 404 page.
    pub(super) not_found: LocalizedText,
    /// Description of a category of products, with `{name}`.
    pub(super) category_description: LocalizedText,
    project_categories: BTreeMap<String, LocalizedText>,
    /// Texts that staff may change, by key.
    pub(super) home_texts: BTreeMap<String, LocalizedText>,
    /// URLs of the pictures that staff may change, by key.
    pub(super) home_pictures: BTreeMap<String, String>,
    /// Questions in display order.
    pub(super) questions: Vec<Question>,
    screens: Vec<Screen>,
}

/// Keys of a question and of its answer.
#[derive(Debug, Deserialize)]
pub(super) struct Question {
    pub(super) question: String,
    pub(super) answer: String,
}

/// A screen of the web app.
#[derive(Debug, Default, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct Screen {
    /// Path without language prefix, with parameters such as `:id`.
    pub(super) path: String,
    /// Empty if it depends on data.
    pub(super) title: LocalizedText,
    /// Empty for screens that are not indexed.
    pub(super) description: LocalizedText,
    pub(super) robots: Robots,
    /// Number of products in each first view, by name.
    pub(super) first_views: BTreeMap<String, usize>,
    inlined: Vec<String>,
    status: Option<u16>,
    redirect: Option<String>,
}

/// Permissions of crawlers.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Robots {
    Index,
    #[default]
    Noindex,
    /// Not indexed, and disallowed in `robots.txt`.
    Disallow,
}

/// The screen of a path, with its parsed parameters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Route {
    /// A screen without parameters.
    Static(&'static Screen),
    Product(ProductId),
    Project(ProjectId),
    ProjectCategory(ProjectCategory),
    /// A former path; the new one has no language prefix.
    Redirect(&'static str),
    NotFound,
}

impl ScreenTable {
    /// Returns the screen with a path of the table.
    pub(super) fn get(&'static self, path: &str) -> &'static Screen {
        static NONE: LazyLock<Screen> = LazyLock::new(Screen::default);
        self.screens
            .iter()
            .find(|screen| screen.path == path)
            .unwrap_or(&NONE)
    }

    /// Iterates over the screens without parameters.
    pub(super) fn static_screens(&'static self) -> impl Iterator<Item = &'static Screen> {
        let screens = self.screens.iter();
        screens.filter(|screen| !screen.path.contains(':') && screen.status.is_none())
    }

    /// Returns the title of a category of projects.
    pub(super) fn project_category(&self, category: ProjectCategory, language: Language) -> &str {
        let title = self.project_categories.get(category.name());
        title.map_or("", |title| title.get(language))
    }

    /// Returns the canonical spelling of a screen's address, given as path and query, if it is another one: small letters,
    /// nothing encoded in the path, single slashes, and `%3F` and `%23` as the query and the fragment that they were.
    pub(super) fn canonical(&'static self, path: &str, query: Option<&str>) -> Option<String> {
        let address = path.replace("%3F", "?").replace("%3f", "?").replace("%23", "#");
        let (rest, fragment) = split(&address, '#');
        let (path_only, inner_query) = split(rest, '?');
        let decoded = percent_decode_str(path_only)
            .decode_utf8()
            .ok()?
            .to_ascii_lowercase();
        let segments: Vec<_> = decoded.split('/').filter(|segment| !segment.is_empty()).collect();
        let canonical = format!("/{}", segments.join("/"));
        if canonical.trim_end_matches('/') == path.trim_end_matches('/')
            || self.resolve(&canonical).1 == Route::NotFound
        {
            return None;
        }
        let queries: Vec<_> = [inner_query, query.unwrap_or_default()]
            .into_iter()
            .filter(|query| !query.is_empty())
            .collect();
        let mut target = canonical;
        for (sign, part) in [('?', &*queries.join("&")), ('#', fragment)] {
            if !part.is_empty() {
                target.push(sign);
                target.push_str(part);
            }
        }
        Some(target)
    }

    /// Resolves a path to its language prefix and its screen. Trailing slashes are ignored.
    pub(super) fn resolve(&'static self, path: &str) -> (Option<Language>, Route) {
        let (language, path) = split_language(path.trim_end_matches('/'));
        (language, self.route(if path.is_empty() { HOME } else { path }))
    }

    fn route(&'static self, path: &str) -> Route {
        if let Some(screen) = self.static_screens().find(|screen| screen.path == path) {
            return Route::Static(screen);
        }
        let redirect = self.screens.iter().find_map(|screen| {
            let (prefix, _) = screen.path.split_once(':')?;
            screen.redirect.as_deref().filter(|_| path.starts_with(prefix))
        });
        if let Some(target) = redirect {
            return Route::Redirect(target);
        }
        let route = if let Some(category) = path.strip_prefix("/projects/category/") {
            words::in_any_case(category).map(Route::ProjectCategory)
        } else if let Some(id) = path.strip_prefix("/projects/") {
            id.parse().map(Route::Project).ok()
        } else if let Some(id) = path.strip_prefix("/shop/") {
            id.parse().map(Route::Product).ok()
        } else {
            None
        };
        route.unwrap_or(Route::NotFound)
    }
}

impl Screen {
    /// Whether search engines may index it.
    pub(super) fn is_indexed(&self) -> bool {
        self.robots == Robots::Index
    }

    /// Returns the calls whose responses the page inlines, with the values of the path's parameters.
    pub(super) fn calls(&self, parameters: &[(&str, &str)]) -> Vec<Call> {
        let fill = |call: &String| {
            let parameters = parameters.iter();
            parameters.fold(call.clone(), |call, (name, value)| call.replace(name, value))
        };
        self.inlined.iter().map(|call| Call::new(&fill(call))).collect()
    }
}

/// Splits at the first `sign`, which neither part has; the second part is empty without one.
fn split(text: &str, sign: char) -> (&str, &str) {
    text.split_once(sign).unwrap_or((text, ""))
}

fn split_language(path: &str) -> (Option<Language>, &str) {
    let Some(relative) = path.strip_prefix('/') else {
        return (None, path);
    };
    let first = relative.split('/').next().unwrap_or_default();
    match first.parse::<Language>() {
        Ok(language) => (Some(language), relative.strip_prefix(first).unwrap_or_default()),
        Err(_) => (None, path),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn route(path: &str) -> Route {
        SCREENS.resolve(path).1
    }

    #[test]
    fn every_static_screen_has_a_title() {
        assert!(SCREENS.static_screens().count() > 10);
        for screen in SCREENS.static_screens() {
            for language in Language::ALL {
                assert!(!screen.title.get(language).is_empty(), "{}", screen.path);
            }
        }
        for path in [
            HOME,
            SHOP,
            PRODUCT,
            SEARCH,
            FAQ,
            CONTACT,
            PROJECTS,
            PROJECT,
            PROJECT_CATEGORY,
        ] {
            assert_eq!(SCREENS.get(path).path, path);
        }
    }

    #[test]
    fn every_question_is_a_text_that_staff_may_change() {
        assert!(SCREENS.home_texts.contains_key("HOME.HERO_TITLE"));
        assert!(!SCREENS.questions.is_empty());
        for Question { question, answer } in &SCREENS.questions {
            assert!(SCREENS.home_texts.contains_key(question), "{question}");
            assert!(SCREENS.home_texts.contains_key(answer), "{answer}");
        }
    }

    #[test]
    fn every_project_category_has_a_title() {
        for category in ProjectCategory::ALL {
            assert!(!SCREENS.project_category(category, Language::En).is_empty());
        }
    }

    #[test]
    fn resolves_paths_with_and_without_a_language() {
        let resolved = |language, path| (language, Route::Static(SCREENS.get(path)));
        assert_eq!(SCREENS.resolve("/"), resolved(None, HOME));
        assert_eq!(SCREENS.resolve("/az"), resolved(Some(Language::Az), HOME));
        assert_eq!(SCREENS.resolve("/ru/"), resolved(Some(Language::Ru), HOME));
        assert_eq!(SCREENS.resolve("/en/shop"), resolved(Some(Language::En), SHOP));
        assert_eq!(SCREENS.resolve("/shop/"), resolved(None, SHOP));
        assert_eq!(route("/de/shop"), Route::NotFound);
        assert_eq!(route("/azx"), Route::NotFound);
    }

    #[test]
    fn product_ids_are_positive_integers() {
        let product = ProductId::try_from(12).unwrap();
        assert_eq!(route("/az/shop/12"), Route::Product(product));
        for wrong in ["/shop/0", "/shop/x", "/shop/012", "/shop/12/x", "/shop/-1"] {
            assert_eq!(route(wrong), Route::NotFound, "{wrong}");
        }
    }

    #[test]
    fn projects_have_an_id_or_a_category() {
        let project = ProjectId::try_from(12).unwrap();
        assert_eq!(route("/az/projects/12"), Route::Project(project));
        for path in ["/projects/category/kitchen", "/ru/projects/category/Kitchen/"] {
            let category = Route::ProjectCategory(ProjectCategory::Kitchen);
            assert_eq!(route(path), category, "{path}");
        }
        for wrong in [
            "/projects/0",
            "/projects/x",
            "/projects/category",
            "/projects/category/sofa",
            "/projects/1/2",
        ] {
            assert_eq!(route(wrong), Route::NotFound, "{wrong}");
        }
    }

    #[test]
    fn leads_other_spellings_to_the_canonical_one() {
        for (path, query, canonical) in [
            ("/AZ/shop", None, "/az/shop"),
            ("/az/SHOP", Some("category=1"), "/az/shop?category=1"),
            ("/Ru", None, "/ru"),
            ("/az//shop/12", None, "/az/shop/12"),
            ("/az/sh%6Fp%2F12", None, "/az/shop/12"),
            (
                "/az/shop%3Fcategory=1",
                Some("page=2"),
                "/az/shop?category=1&page=2",
            ),
            (
                "/az/offer%23ST-7Q2M04XK.aB%2F",
                None,
                "/az/offer#ST-7Q2M04XK.aB%2F",
            ),
            ("/az/Offer%23t", Some("utm=1"), "/az/offer?utm=1#t"),
            (
                "/az/projects/category/Kitchen",
                None,
                "/az/projects/category/kitchen",
            ),
        ] {
            assert_eq!(
                SCREENS.canonical(path, query).as_deref(),
                Some(canonical),
                "{path}"
            );
        }
        for path in [
            "/",
            "/az/",
            "/az/shop",
            "/az/shop/12/",
            "/NOTHING",
            "/az/shop/%FF",
            "//evil.example/%2F",
            "/az/shop%0D%0Ax",
        ] {
            assert_eq!(SCREENS.canonical(path, None), None, "{path}");
        }
    }

    #[test]
    fn redirects_former_sign_in_paths() {
        assert_eq!(route("/ru/auth/sign-in"), Route::Redirect("/login"));
        assert_eq!(route("/authors"), Route::NotFound);
    }

    #[test]
    fn fills_parameters_into_calls() {
        let calls = SCREENS.get(PRODUCT).calls(&[(":id", "12")]);
        let expected = ["products/12", "products/12/related"].map(Call::new);
        assert_eq!(calls, expected);
    }
}
