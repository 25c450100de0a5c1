//! Creates a hidden product.

use kit::{
    caller::StaffCaller,
    change::{Change, Effect},
    failure::{Code, Failure},
    validation::FieldErrors,
};
use proto::catalog::v1::{CreateDeskProductRequest, CreateDeskProductResponse};
use serde_json::json;

use super::{State, idempotency_key, load};
use crate::{
    desk::Cause,
    patch::{self, Known},
    save,
};

pub(super) async fn handle(
    state: &State,
    StaffCaller { actor, .. }: StaffCaller,
    request: CreateDeskProductRequest,
) -> Result<CreateDeskProductResponse, Failure> {
    let wanted = request.patch.clone().unwrap_or_default();
    let code = &request.code;
    let mut errors = FieldErrors::default();
    idempotency_key(&mut errors, &actor, &request.idempotency_key);
    let fields = patch::new_product(&mut errors, code, &wanted);
    let fields = errors.finish(fields)?;
    patch::authorize(&actor, &wanted, &[])?;
    let product = Change::once(&actor, "CreateProduct", &request.idempotency_key, &request)
        .run(
            &state.pool,
            async |_| Ok::<_, Failure>(()),
            async |connection, ()| {
                let known = Known::load(connection, &wanted).await?;
                let fields = patch::apply(&known, &fields, &wanted)?;
                save::create(connection, fields, &Cause::staff(&actor))
                    .await?
                    .ok_or_else(|| Failure::new(Code::Conflict).with_field("code", "PRODUCT.CODE_TAKEN"))?;
                let detail = json!({ "created": true });
                Ok(Effect::audited(&actor, "CreateProduct", code, detail))
            },
            async |connection, _| load(connection, state, code).await,
        )
        .await?;
    let product = Some(product);
    Ok(CreateDeskProductResponse { product })
}
