//! Deletes a store that neither members of the team nor open quotes have, for staff.

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
    let location = store::store_location::find(&mut *state.pool.acquire().await?, &code).await?;
    let location = location.ok_or(ContentError::StoreNotFound)?;
    plan(Some(location.version), expected, Existing::Change)?;
    if state.stores.is_used(location.id).await? {
        return Err(ContentError::StoreInUse.into());
    }
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
    use proto::content::v1::{ListStoresRequest, content_service_client::ContentServiceClient};
    use testkit::closed_address;

    use super::*;
    use crate::testing::{
        Fixture, fields, into_result, non_staff_callers, serve_beside, staff, store, store_use,
    };

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

    #[tokio::test]
    async fn keeps_a_store_that_is_in_use_or_may_be() {
        let fixture = Fixture::start().await;
        fixture.save_store(store("nizami", 1)).await.unwrap();
        let (none, some) = (store_use(0), store_use(1));
        for (peers, code, reason) in [
            ([some.clone(), none.clone()], Code::Conflict, "CONTENT.IN_USE"),
            ([none.clone(), some], Code::Conflict, "CONTENT.IN_USE"),
            (
                [closed_address(), none.clone()],
                Code::Unavailable,
                "ERROR.UNAVAILABLE",
            ),
            ([none, closed_address()], Code::Unavailable, "ERROR.UNAVAILABLE"),
        ] {
            let client = ContentServiceClient::new(serve_beside(&fixture.harness, peers.clone()).await);
            let delete = async |version| {
                let request = staff(DeleteStoreRequest {
                    code: "nizami".to_owned(),
                    version,
                });
                into_result(client.clone().delete_store(request).await).unwrap_err()
            };
            // Another version is the first reason.
            assert_eq!(fields(&delete(2).await), [("version", "DESK.CHANGED")]);
            let failure = delete(1).await;
            assert_eq!(
                (failure.code, failure.reason.as_str()),
                (code, reason),
                "{peers:?}"
            );
        }
        let stores = fixture
            .client
            .clone()
            .list_stores(staff(ListStoresRequest {}))
            .await
            .unwrap();
        assert_eq!(stores.into_inner().stores.len(), 1);
    }
}
