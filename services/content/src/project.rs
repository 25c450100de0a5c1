//! Projects of the portfolio.

use kit::domain::{Language, LocalizedText, ProjectId};

use crate::{picture::Picture, saving::Version};

/// What a project is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, sqlx::Type)]
#[sqlx(type_name = "text", rename_all = "lowercase")]
pub(crate) enum Category {
    Wardrobe,
    Kitchen,
    Garden,
}

impl Category {
    /// As the database and addresses spell it.
    pub(crate) const fn slug(self) -> &'static str {
        match self {
            Self::Wardrobe => "wardrobe",
            Self::Kitchen => "kitchen",
            Self::Garden => "garden",
        }
    }
}

/// What staff says of a project.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Facts {
    /// The staff's own name for it.
    pub(crate) code: String,
    pub(crate) category: Category,
    pub(crate) title: LocalizedText,
    pub(crate) description: LocalizedText,
    pub(crate) image: Picture,
    /// Whether it is shown in a double cell.
    pub(crate) is_large: bool,
    /// Its place in lists.
    pub(crate) position: i32,
}

impl Facts {
    /// The different words by which the search finds it, folded.
    pub(crate) fn words(&self) -> Vec<String> {
        let texts = Language::ALL
            .into_iter()
            .flat_map(|language| [self.title.get(language), self.description.get(language)]);
        let mut words: Vec<String> = texts
            .chain([self.category.slug(), &self.code])
            .flat_map(kit::search::words)
            .collect();
        words.sort_unstable();
        words.dedup();
        words
    }
}

/// A project.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Project {
    pub(crate) id: ProjectId,
    pub(crate) version: Version,
    pub(crate) facts: Facts,
}

/// A part of a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Page {
    /// Entries on it.
    pub(crate) limit: i64,
    /// Entries before it.
    pub(crate) offset: i64,
}

impl Page {
    /// Page `number`, from 1, of `size` entries each.
    pub(crate) fn new(number: u32, size: u32) -> Self {
        let limit = i64::from(size);
        Self {
            limit,
            offset: i64::from(number.saturating_sub(1)).saturating_mul(limit),
        }
    }

    /// The entries of this page among all of them.
    pub(crate) fn of<T>(self, all: Vec<T>) -> Vec<T> {
        let count = |number: i64| usize::try_from(number).unwrap_or(usize::MAX);
        all.into_iter()
            .skip(count(self.offset))
            .take(count(self.limit))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_are_counted_from_one() {
        let all = || vec!['a', 'b', 'c', 'd', 'e'];
        assert_eq!(Page::new(1, 2).of(all()), ['a', 'b']);
        assert_eq!(Page::new(3, 2).of(all()), ['e']);
        assert!(Page::new(4, 2).of(all()).is_empty());
        assert!(Page::new(u32::MAX, u32::MAX).of(all()).is_empty());
    }

    #[test]
    fn a_project_is_found_by_all_that_it_says() {
        let text = |az: &str, ru: &str, en: &str| LocalizedText {
            az: az.to_owned(),
            ru: ru.to_owned(),
            en: en.to_owned(),
        };
        let facts = Facts {
            code: "GD-1".to_owned(),
            category: Category::Garden,
            title: text("Bağ evi", "Садовый дом", "Garden house"),
            description: text("", "", ""),
            image: Picture::default(),
            is_large: false,
            position: 0,
        };
        assert_eq!(
            facts.words(),
            ["1", "bag", "dom", "evi", "garden", "gd", "house", "sadoviy"]
        );
    }
}
