//! Changes of a product.

use axum::extract::State;
use kit::validation::FieldErrors;
use proto::catalog::v1::{ChangeDeskProductRequest, CreateDeskProductRequest};

use super::{
    NOT_FOUND,
    fields::{ProductFields, set_pictures},
    product::{DeskProduct, convert, respond},
};
use crate::{
    desk::Member,
    envelope::Envelope,
    error::ApiResult,
    extract::{Input, Json, Keyed, Optional, PathOf, ProductCode},
    openapi::ErrorResponse,
    state::AppState,
};

/// Change of a product.
#[request]
#[derive(Debug)]
pub(crate) struct ChangeProduct {
    /// Version that the caller saw.
    version: Input<i64>,
    /// Translations that are right although their source changed, such as `nameRu`.
    confirm: Optional<Vec<String>>,
    #[serde(flatten)]
    fields: ProductFields,
}

/// Changes fields of a product. What others have changed since the version in other fields stays. A field that somebody
/// else has changed since is refused with its name, and nothing is stored.
#[utoipa::path(patch, path = "/products/{code}", tag = "desk",
    params(("code" = String, Path, description = "Code of the product")),
    request_body(content = ChangeProduct, example = json!({"version": 9, "price": 1199.9, "nameRu": "Шкаф",
        "confirm": ["descriptionRu"]})),
    security(("desk" = [], "xsrf" = [])),
    responses((status = 200, body = Envelope<DeskProduct>, description = "Product",
        example = json!(Envelope::new(DeskProduct::example()))),
        ErrorResponse::<409>))]
pub(crate) async fn change_desk_product(
    State(state): State<AppState>,
    member: Member,
    code: PathOf<ProductCode>,
    Json(body): Json<ChangeProduct>,
) -> ApiResult<Envelope<DeskProduct>> {
    let mut errors = FieldErrors::default();
    let version = body.version.required(&mut errors, "version");
    let confirmed = body.confirm.optional(&mut errors, "confirm");
    let mut patch = body.fields.into_message(&mut errors);
    set_pictures(&state, &member, &mut errors, &mut patch).await?;
    let version = errors.finish(version)?;
    let code = code.get(NOT_FOUND)?.into_string();
    let request = member.request(ChangeDeskProductRequest {
        code: code.clone(),
        version,
        patch: Some(patch),
        confirmed: confirmed.unwrap_or_default(),
    });
    let changed = state
        .clients
        .desk_catalog
        .clone()
        .change_desk_product(request)
        .await;
    respond(&state, &member, &code, changed, |response| response.product).await
}

/// A new product.
#[request]
#[derive(Debug)]
pub(crate) struct CreateProduct {
    /// 2 to 20 upper-case letters, digits and hyphens.
    code: Input<String>,
    #[serde(flatten)]
    fields: ProductFields,
}

/// Creates a hidden product; its price is 0 unless it is given.
#[utoipa::path(post, path = "/products", tag = "desk",
    params(("Idempotency-Key" = String, Header, description = "1 to 255 visible ASCII characters")),
    request_body(content = CreateProduct, example = json!({"code": "SK-140", "nameAz": "Palıd şkaf",
        "categoryId": 1})),
    security(("desk" = [], "xsrf" = [])),
    responses((status = 200, body = Envelope<DeskProduct>, description = "Product",
        example = json!(Envelope::new(DeskProduct::example()))),
        ErrorResponse::<409>, ErrorResponse::<422>))]
pub(crate) async fn create_desk_product(
    State(state): State<AppState>,
    member: Member,
    Keyed(idempotency_key, Json(body)): Keyed<Json<CreateProduct>>,
) -> ApiResult<Envelope<DeskProduct>> {
    let mut errors = FieldErrors::default();
    let code = body.code.required(&mut errors, "code");
    let mut patch = body.fields.into_message(&mut errors);
    set_pictures(&state, &member, &mut errors, &mut patch).await?;
    let request = member.request(CreateDeskProductRequest {
        idempotency_key,
        code: errors.finish(code)?,
        patch: Some(patch),
    });
    let response = state
        .clients
        .desk_catalog
        .clone()
        .create_desk_product(request)
        .await?;
    let product = convert(&state, &member, response.into_inner().product).await?;
    Ok(Envelope::new(product))
}
