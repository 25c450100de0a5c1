//! `GET search/suggest`: products, categories and projects for what is typed into the search field.

use std::time::Duration;

use axum::extract::State;
use kit::domain::Language;
use proto::{
    catalog::v1::{self as catalog, ListCategoriesResponse},
    common::v1::Page,
    content::v1::{self as content, SearchProjectsRequest},
};

use super::products::suggest::{self, SuggestQuery, Suggestion};
use crate::{
    convert,
    envelope::Envelope,
    error::ApiResult,
    extract::{OptionalSession, Query},
    routes::cacheable::Cacheable,
    state::AppState,
    words::ProjectCategory,
};

/// The page of suggested projects.
const PROJECTS: Page = Page { number: 1, size: 3 };

/// Maximum number of suggested categories.
const MAX_CATEGORIES: usize = 2;

/// Time limit for projects and categories, without which the products are suggested alone.
const TIMEOUT: Duration = Duration::from_millis(150);

/// Suggestions for a typed text. The names of the default language are those without a suffix.
#[response]
#[derive(Debug, Clone, Default)]
pub(crate) struct Suggestions {
    /// At most 8 products, best match first.
    products: Vec<Suggestion>,
    /// At most 2 categories of these products, the most frequent first; none if no product is what was typed.
    categories: Vec<SuggestedCategory>,
    /// At most 3 projects, best match first; none while content does not answer.
    projects: Vec<SuggestedProject>,
}

/// Suggested category.
#[response]
#[derive(Debug, Clone)]
pub(crate) struct SuggestedCategory {
    id: i32,
    name: String,
    name_az: String,
    name_ru: String,
    name_en: String,
    /// Number of active products.
    count: i64,
}

/// Suggested project.
#[response]
#[derive(Debug, Clone)]
pub(crate) struct SuggestedProject {
    id: i64,
    title: String,
    title_az: String,
    title_ru: String,
    title_en: String,
    /// Project category; null if unknown to the gateway.
    category: Option<ProjectCategory>,
    image_url: Option<String>,
}

impl SuggestedCategory {
    fn new(category: catalog::Category, default: Language) -> Self {
        let name = convert::localized(category.name);
        Self {
            id: category.id,
            name: convert::base_text(&name, default),
            name_az: name.az,
            name_ru: name.ru,
            name_en: name.en,
            count: category.product_count,
        }
    }
}

impl SuggestedProject {
    fn new(project: content::Project, default: Language) -> Self {
        let title = convert::localized(project.title);
        Self {
            id: project.id,
            title: convert::base_text(&title, default),
            title_az: title.az,
            title_ru: title.ru,
            title_en: title.en,
            category: ProjectCategory::of_optional_number(project.category),
            image_url: project.image.and_then(|image| convert::non_empty(image.url)),
        }
    }
}

/// Suggests products, their categories and projects for the typed text.
#[utoipa::path(get, path = "/search/suggest", tag = "products", params(SuggestQuery),
    responses((status = 200, body = Envelope<Suggestions>, description = "Suggestions",
        example = json!({"success": true, "message": null, "data": {
            "products": [{
                "id": 1, "name": "Oak wardrobe, three doors", "nameAz": "Palıd şkaf, üç qapılı",
                "nameRu": "Шкаф дубовый, три двери", "nameEn": "Oak wardrobe, three doors", "price": 1249.55,
                "discount": 15, "userSpecificDiscount": null, "imageUrl": "/images/products/sk-101/1-960.webp",
                "isClosest": false}],
            "categories": [{"id": 1, "name": "Wardrobes", "nameAz": "Şkaflar", "nameRu": "Шкафы",
                "nameEn": "Wardrobes", "count": 26}],
            "projects": [{"id": 1, "title": "Five-door oak wardrobe", "titleAz": "Beş qapılı palıd şkaf",
                "titleRu": "Дубовый шкаф на пять дверей", "titleEn": "Five-door oak wardrobe",
                "category": "wardrobe", "imageUrl": "/images/projects/wd-301/1-1280.webp"}]}}))))]
pub(crate) async fn suggest_all(
    State(state): State<AppState>,
    session: OptionalSession,
    Query(query): Query<SuggestQuery>,
) -> ApiResult<Cacheable<Envelope<Suggestions>>> {
    let Some(term) = query.into_term() else {
        return Ok(Cacheable::new(&session, Envelope::new(Suggestions::default())));
    };
    let projects = SearchProjectsRequest {
        term: term.clone(),
        page: Some(PROJECTS),
    };
    let clients = &state.clients;
    let (found, projects, categories) = tokio::join!(
        suggest::search(&state, term),
        tokio::time::timeout(TIMEOUT, clients.content.search_projects(projects)),
        tokio::time::timeout(TIMEOUT, clients.catalog.list_categories()),
    );
    let found = found?;
    let (projects, categories) = (
        projects.ok().and_then(Result::ok),
        categories.ok().and_then(Result::ok),
    );
    if projects.is_none() {
        tracing::warn!("projects did not answer in time, suggesting products alone");
    }
    let language = state.default_language;
    let suggestions = Suggestions {
        categories: match &categories {
            Some(all) if !found.is_closest => categories_of(&found.products, all)
                .map(|category| SuggestedCategory::new(category, language))
                .collect(),
            _ => Vec::new(),
        },
        products: Suggestion::all(&found, &state, &session),
        projects: projects
            .iter()
            .flat_map(|response| response.projects.iter().cloned())
            .map(|project| SuggestedProject::new(project, language))
            .collect(),
    };
    Ok(Cacheable::new(&session, Envelope::new(suggestions)).made_from(&found))
}

/// Returns the categories of products, the most frequent first, then by id.
fn categories_of<'all>(
    products: &[catalog::Product],
    all: &'all ListCategoriesResponse,
) -> impl Iterator<Item = catalog::Category> + use<'all> {
    let frequency = |id: i32| {
        let of = products.iter().filter_map(|product| product.category.as_ref());
        of.filter(|category| category.id == id).count()
    };
    let mut counted: Vec<_> = all
        .categories
        .iter()
        .map(|category| (frequency(category.id), category))
        .filter(|(count, _)| *count > 0)
        .collect();
    counted.sort_by_key(|(count, category)| (std::cmp::Reverse(*count), category.id));
    counted
        .into_iter()
        .take(MAX_CATEGORIES)
        .map(|(_, category)| category.clone())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn categories_are_those_of_the_products_by_frequency() {
        let category = |id| catalog::Category {
            id,
            ..catalog::Category::default()
        };
        let all = ListCategoriesResponse {
            categories: [1, 2, 3].map(category).to_vec(),
        };
        let ids = |categories: &[i32]| -> Vec<i32> {
            let products: Vec<_> = categories
                .iter()
                .map(|id| catalog::Product {
                    category: Some(category(*id)),
                    ..catalog::Product::default()
                })
                .collect();
            categories_of(&products, &all)
                .map(|category| category.id)
                .collect()
        };
        assert_eq!(ids(&[3, 1, 3]), [3, 1]);
        assert_eq!(ids(&[3, 2, 1]), [1, 2]);
        assert_eq!(ids(&[9]), Vec::<i32>::new());
    }
}
