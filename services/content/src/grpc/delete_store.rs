//! Deletes a store, for staff.

use kit::{
    caller::StaffCaller,
    change::{self, Effect},
    failure::Failure,
};
use proto::content::v1::{ContentKind, DeleteStoreRequest, DeleteStoreResponse};

use super::{State, validation};
use crate::{
    error::ContentError,
    events,
    publication::differences,
    save::{Existing, plan},
    store::{self, media::STORE},
};

pub(super) async fn handle(
    state: &State,
    StaffCaller { actor, .. }: StaffCaller,
    request: DeleteStoreRequest,
) -> Result<DeleteStoreResponse, Failure> {
    let (code, expected) = (request.code, validation::version(request.version)?);
    change::run(&state.pool, async |connection| {
        let location = store::store_location::lock(connection, &code).await?;
        let location = location.ok_or(ContentError::StoreNotFound)?;
        plan(Some(location.version), expected, Existing::Change)?;
        store::store_location::delete(connection, &code).await?;
        store::media::remove_user(connection, STORE, &code).await?;
        events::content_changed(connection, ContentKind::Store, &location.id.to_string()).await?;
        let detail = differences(Some(&location.attributes), None);
        Ok(Effect::audited(&actor, "DeleteStore", code, detail).with(DeleteStoreResponse {}))
    })
    .await
}

#[cfg(test)]
mod tests {
    use kit::{failure::Code, grpc::client::on_behalf_of};

    use super::*;
    use crate::testing::{Fixture, into_result, non_staff_callers, staff, store};

    #[tokio::test]
    async fn deletes_once_and_rejects_other_callers() {
        let fixture = Fixture::start().await;
        fixture.save_store(store("nizami", 1)).await.unwrap();
        let request = || DeleteStoreRequest {
            code: "nizami".to_owned(),
            version: 0,
        };
        for (caller, code) in non_staff_callers() {
            let request = on_behalf_of(&caller, request());
            let failure = into_result(fixture.client.clone().delete_store(request).await).unwrap_err();
            assert_eq!(failure.code, code, "{caller:?}");
        }
        into_result(fixture.client.clone().delete_store(staff(request())).await).unwrap();
        let failure = into_result(fixture.client.clone().delete_store(staff(request())).await).unwrap_err();
        assert_eq!(failure.code, Code::NotFound);
        assert_eq!(
            fixture.audit_log().await[1..],
            ["operator DeleteStore nizami".to_owned()]
        );
    }
}
