//! Which addresses the web app has a screen for.

use kit::domain::{Language, ProductId, ProjectId};

use crate::routes::projects::category::ProjectCategory;

/// The screens without an id in their address, as in the web app's own table.
const SCREENS: &[&str] = &[
    "/",
    "/shop",
    "/search",
    "/cart",
    "/checkout",
    "/order-confirmation",
    "/account",
    "/login",
    "/register",
    "/forgot-password",
    "/reset-password",
    "/about-us",
    "/faq",
    "/delivery-terms",
    "/contact-us",
    "/projects",
];

/// The screens with a part that differs, as the web app writes them.
#[cfg(test)]
const OTHERS: &[&str] = &[
    "/shop/:id",
    "/auth/:screen",
    "/projects/:id",
    "/projects/category",
    "/projects/category/:category",
];

/// Screens that are somebody's own, or mean nothing without what was typed.
const HIDDEN: &[&str] = &[
    "/search",
    "/cart",
    "/checkout",
    "/order-confirmation",
    "/account",
    "/login",
    "/register",
    "/forgot-password",
    "/reset-password",
];

/// What an address asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Address {
    /// From its prefix.
    pub(super) language: Option<Language>,
    pub(super) screen: Screen,
}

/// A screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Screen {
    /// One that is there, by its address in the table above.
    Fixed(&'static str),
    /// One that is there if its product is.
    Product(ProductId),
    /// One that is there if its project is.
    Project(ProjectId),
    /// The projects of a category.
    ProjectCategory(ProjectCategory),
    /// Old addresses of signing in.
    Login,
    /// None.
    Unknown,
}

/// The screens that anybody may find.
pub(super) fn open_screens() -> impl Iterator<Item = &'static str> {
    SCREENS.iter().copied().filter(|screen| is_open(screen))
}

/// Whether anybody may find a screen.
pub(super) fn is_open(screen: &str) -> bool {
    !HIDDEN.contains(&screen)
}

/// Reads a path. Slashes at its end mean nothing.
pub(super) fn read(path: &str) -> Address {
    let trimmed = path.trim_end_matches('/');
    let (language, rest) = split_language(trimmed);
    Address {
        language,
        screen: screen(if rest.is_empty() { "/" } else { rest }),
    }
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

fn screen(path: &str) -> Screen {
    if let Some(screen) = SCREENS.iter().find(|screen| **screen == path) {
        return Screen::Fixed(screen);
    }
    if path.starts_with("/auth/") {
        return Screen::Login;
    }
    if let Some(rest) = path.strip_prefix("/projects/") {
        return project_screen(rest);
    }
    match path.strip_prefix("/shop/").map(str::parse) {
        Some(Ok(product)) => Screen::Product(product),
        _ => Screen::Unknown,
    }
}

/// A project by its number, or the projects of a category.
fn project_screen(rest: &str) -> Screen {
    if let Some(named) = rest.strip_prefix("category/") {
        return named.parse().map_or(Screen::Unknown, Screen::ProjectCategory);
    }
    rest.parse().map_or(Screen::Unknown, Screen::Project)
}

#[cfg(test)]
mod tests {
    use std::{collections::BTreeSet, fs, path::Path};

    use super::*;
    use crate::pages::head_texts;

    #[test]
    fn a_prefix_chooses_the_language_of_any_screen() {
        let known = |language, screen| Address {
            language,
            screen: Screen::Fixed(screen),
        };
        assert_eq!(read("/"), known(None, "/"));
        assert_eq!(read("/az"), known(Some(Language::Az), "/"));
        assert_eq!(read("/ru/"), known(Some(Language::Ru), "/"));
        assert_eq!(read("/en/shop"), known(Some(Language::En), "/shop"));
        assert_eq!(read("/shop/"), known(None, "/shop"));
        assert_eq!(read("/de/shop").screen, Screen::Unknown);
        assert_eq!(read("/azx").screen, Screen::Unknown);
    }

    #[test]
    fn a_products_id_is_a_positive_number() {
        let product = ProductId::try_from(12).unwrap();
        assert_eq!(read("/az/shop/12").screen, Screen::Product(product));
        for wrong in ["/shop/0", "/shop/x", "/shop/012", "/shop/12/x", "/shop/-1"] {
            assert_eq!(read(wrong).screen, Screen::Unknown, "{wrong}");
        }
    }

    #[test]
    fn a_project_has_a_number_or_a_category() {
        let project = ProjectId::try_from(12).unwrap();
        assert_eq!(read("/az/projects/12").screen, Screen::Project(project));
        for path in ["/projects/category/kitchen", "/ru/projects/category/Kitchen/"] {
            let screen = Screen::ProjectCategory(ProjectCategory::Kitchen);
            assert_eq!(read(path).screen, screen, "{path}");
        }
        for wrong in [
            "/projects/0",
            "/projects/x",
            "/projects/category",
            "/projects/category/sofa",
            "/projects/1/2",
        ] {
            assert_eq!(read(wrong).screen, Screen::Unknown, "{wrong}");
        }
    }

    #[test]
    fn old_addresses_of_signing_in_lead_to_the_login() {
        assert_eq!(read("/ru/auth/sign-in").screen, Screen::Login);
        assert_eq!(read("/authors").screen, Screen::Unknown);
    }

    #[test]
    fn every_hidden_screen_is_one() {
        for screen in HIDDEN {
            assert!(SCREENS.contains(screen), "{screen}");
        }
    }

    #[test]
    fn every_screen_has_a_title_in_its_head() {
        for screen in SCREENS {
            let texts = head_texts::of(Language::En).screen(screen);
            assert!(!texts.title.is_empty(), "{screen}");
        }
    }

    #[test]
    fn the_web_app_has_the_same_screens() {
        let table = Path::new(env!("CARGO_MANIFEST_DIR")).join("../web/src/app/routes.ts");
        let table = fs::read_to_string(table).unwrap();
        let theirs: BTreeSet<&str> = table
            .split("route('")
            .skip(1)
            .filter_map(|rest| rest.split('\'').next())
            .collect();
        let ours: BTreeSet<&str> = SCREENS.iter().chain(OTHERS).copied().collect();
        assert_eq!(ours, theirs);
    }
}
