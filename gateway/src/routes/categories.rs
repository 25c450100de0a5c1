//! `GET categories`.

use axum::extract::State;
use kit::domain::Language;
use proto::catalog::v1 as catalog;

use crate::{
    convert, envelope::Envelope, error::ApiResult, extract::OptionalSession, routes::cacheable::Cacheable,
    state::AppState,
};

/// Product category.
#[response]
#[derive(Debug, Clone)]
pub(crate) struct Category {
    /// Category id: 1 wardrobe, 2 kitchen, 3 furniture.
    id: i32,
    /// URL slug, such as `wardrobe`.
    slug: String,
    name: String,
    name_az: String,
    name_ru: String,
    name_en: String,
    /// Number of active products.
    count: i64,
}

impl Category {
    fn new(category: catalog::Category, default: Language) -> Self {
        let name = convert::localized(category.name);
        Self {
            id: category.id,
            slug: category.slug,
            name: convert::base_text(&name, default),
            name_az: name.az,
            name_ru: name.ru,
            name_en: name.en,
            count: category.product_count,
        }
    }
}

/// Lists all categories with their numbers of active products.
#[utoipa::path(get, path = "/categories", tag = "products",
    responses((status = 200, body = Envelope<Vec<Category>>, description = "Categories, ordered by id",
        example = json!({"success": true, "message": null, "data": [
            {"id": 1, "slug": "wardrobe", "name": "Wardrobes", "nameAz": "Şkaflar", "nameRu": "Шкафы",
                "nameEn": "Wardrobes", "count": 26},
            {"id": 2, "slug": "kitchen", "name": "Kitchens", "nameAz": "Mətbəxlər", "nameRu": "Кухни",
                "nameEn": "Kitchens", "count": 24},
            {"id": 3, "slug": "furniture", "name": "Furniture", "nameAz": "Mebel", "nameRu": "Мебель",
                "nameEn": "Furniture", "count": 20}]}))))]
pub(crate) async fn list_categories(
    State(state): State<AppState>,
    session: OptionalSession,
) -> ApiResult<Cacheable<Envelope<Vec<Category>>>> {
    let response = state.clients.catalog.list_categories().await?;
    let categories = response
        .categories
        .iter()
        .map(|category| Category::new(category.clone(), state.default_language))
        .collect();
    Ok(Cacheable::new(&session, Envelope::new(categories)).made_from(&response))
}
