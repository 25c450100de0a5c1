//! Deletes a banner text, for staff.

use kit::{
    caller::StaffCaller,
    change::{self, Effect},
    failure::Failure,
};
use proto::content::v1::{ContentKind, DeletePromoRequest, DeletePromoResponse};

use super::{State, validation};
use crate::{
    error::ContentError,
    events,
    publication::differences,
    save::{Existing, plan},
    store,
};

pub(super) async fn handle(
    state: &State,
    StaffCaller { actor, .. }: StaffCaller,
    request: DeletePromoRequest,
) -> Result<DeletePromoResponse, Failure> {
    let (code, expected) = (request.code, validation::version(request.version)?);
    change::run(&state.pool, async |connection| {
        let promo = store::promo::lock(connection, &code).await?;
        let promo = promo.ok_or(ContentError::PromoNotFound)?;
        plan(Some(promo.version), expected, Existing::Change)?;
        store::promo::delete(connection, &code).await?;
        events::content_changed(connection, ContentKind::Promo, &code).await?;
        let effect = Effect::audited(
            &actor,
            "DeletePromo",
            code,
            differences(Some(&promo.attributes), None),
        );
        Ok(effect.with(DeletePromoResponse {}))
    })
    .await
}

#[cfg(test)]
mod tests {
    use kit::{failure::Code, grpc::client::on_behalf_of};

    use super::*;
    use crate::testing::{Fixture, into_result, non_staff_callers, promo, staff};

    #[tokio::test]
    async fn deletes_once_and_rejects_other_callers() {
        let fixture = Fixture::start().await;
        fixture.save_promo(promo("delivery", 1)).await.unwrap();
        let request = || DeletePromoRequest {
            code: "delivery".to_owned(),
            version: 0,
        };
        for (caller, code) in non_staff_callers() {
            let request = on_behalf_of(&caller, request());
            let failure = into_result(fixture.client.clone().delete_promo(request).await).unwrap_err();
            assert_eq!(failure.code, code, "{caller:?}");
        }
        into_result(fixture.client.clone().delete_promo(staff(request())).await).unwrap();
        let failure = into_result(fixture.client.clone().delete_promo(staff(request())).await).unwrap_err();
        assert_eq!(failure.code, Code::NotFound);
        assert_eq!(
            fixture.audit_log().await[1..],
            ["operator DeletePromo delivery".to_owned()]
        );
    }
}
