//! `GET promocodes`.

use axum::extract::State;
use proto::content::v1 as content;
use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    conditional::Catalogue,
    envelope::Envelope,
    error::ApiResult,
    extract::Visitor,
    routes::{content as remembered, wire},
    state::AppState,
};

/// A text of the banner.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[expect(clippy::struct_field_names, reason = "the contract's names")]
pub(crate) struct Promo {
    text_az: String,
    text_ru: String,
    text_en: String,
}

impl From<content::Promo> for Promo {
    fn from(promo: content::Promo) -> Self {
        let text = wire::text(promo.text);
        Self {
            text_az: text.az,
            text_ru: text.ru,
            text_en: text.en,
        }
    }
}

/// The texts of the banner, in their order.
#[utoipa::path(get, path = "/promocodes", tag = "content",
    responses((status = 200, body = Envelope<Vec<Promo>>, description = "At most 100",
        example = json!({"success": true, "message": null, "data": [{
            "textAz": "Bakı daxilində çatdırılma pulsuzdur", "textRu": "Доставка по Баку бесплатна",
            "textEn": "Free delivery in Baku"}]}))))]
pub(crate) async fn list_promocodes(
    State(state): State<AppState>,
    visitor: Visitor,
) -> ApiResult<Catalogue<Envelope<Vec<Promo>>>> {
    let answer = remembered::promos(&state).await?;
    let promos = answer.promos.iter().cloned().map(Promo::from).collect();
    Ok(Catalogue::new(&visitor, Envelope::new(promos)))
}
