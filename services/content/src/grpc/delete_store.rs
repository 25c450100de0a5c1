//! Deletes a store, for staff.

use kit::{
    caller::StaffCaller,
    change::{self, Effect},
    failure::Failure,
};
use proto::content::v1::{ContentKind, DeleteStoreRequest, DeleteStoreResponse};

use super::State;
use crate::{error::ContentError, events, store};

pub(super) async fn handle(
    state: &State,
    StaffCaller { actor, .. }: StaffCaller,
    request: DeleteStoreRequest,
) -> Result<DeleteStoreResponse, Failure> {
    let code = request.code;
    change::run(&state.pool, async |connection| {
        let id = store::store_location::delete(connection, &code)
            .await?
            .ok_or(ContentError::StoreNotFound)?;
        events::content_changed(connection, ContentKind::Store, &id.to_string()).await?;
        let detail = serde_json::json!({ "storeId": id });
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
