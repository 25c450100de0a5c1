//! Changes fields of a product.

use kit::{
    caller::StaffCaller,
    change::{self, Effect},
    failure::Failure,
};
use proto::catalog::v1::{ChangeDeskProductRequest, ChangeDeskProductResponse};

use super::{State, load, lock};
use crate::{
    desk::Cause,
    patch::{self, Known},
    save,
};

pub(super) async fn handle(
    state: &State,
    StaffCaller { actor, .. }: StaffCaller,
    request: ChangeDeskProductRequest,
) -> Result<ChangeDeskProductResponse, Failure> {
    let (code, confirmed) = (&request.code, &request.confirmed);
    let wanted = request.patch.unwrap_or_default();
    patch::authorize(&actor, &wanted, confirmed)?;
    change::run(&state.pool, async |connection| {
        let before = lock(connection, code).await?;
        let known = Known::load(connection, &wanted).await?;
        let after = patch::apply(&known, &before.fields, &wanted)?;
        let cause = Cause::staff(&actor);
        patch::check_version(&before, &after, &cause.author, request.version, false)?;
        let differences = save::save(connection, &before, after, confirmed, &cause).await?;
        let product = load(connection, state, code).await?;
        let is_changed = product
            .row
            .as_ref()
            .is_some_and(|row| row.version > before.version);
        let effect = if is_changed {
            let detail = patch::audit_detail(&differences, confirmed);
            Effect::audited(&actor, "UpdateProduct", code, detail)
        } else {
            Effect::none()
        };
        let product = Some(product);
        Ok(effect.with(ChangeDeskProductResponse { product }))
    })
    .await
}
