//! Staff: removes a store.

use kit::{caller::Caller, failure::Failure};
use proto::content::v1::{ContentKind, DeleteStoreRequest, DeleteStoreResponse};
use tonic::Request;

use super::State;
use crate::{error::ContentError, events, store};

pub(super) async fn handle(
    state: &State,
    request: Request<DeleteStoreRequest>,
) -> Result<DeleteStoreResponse, Failure> {
    let actor = Caller::from_request(&request)?.require_staff()?;
    let code = request.into_inner().code;
    let mut transaction = state.pool.begin().await?;
    let id = store::outlet::delete(&mut transaction, &code)
        .await?
        .ok_or(ContentError::UnknownStore)?;
    events::changed(&mut transaction, ContentKind::Store, &id.to_string()).await?;
    let detail = serde_json::json!({ "storeId": id });
    kit::audit::record(&mut transaction, &actor, "DeleteStore", &code, detail).await?;
    transaction.commit().await?;
    Ok(DeleteStoreResponse {})
}

#[cfg(test)]
mod tests {
    use kit::{failure::Code, grpc::client::on_behalf_of};

    use super::*;
    use crate::testing::{Fixture, answer, not_staff, outlet, staff};

    #[tokio::test]
    async fn what_is_removed_is_gone() {
        let fixture = Fixture::start().await;
        fixture.save_store(outlet("nizami", 1)).await.unwrap();
        let message = || DeleteStoreRequest {
            code: "nizami".to_owned(),
        };
        for (caller, code) in not_staff() {
            let request = on_behalf_of(&caller, message());
            let failure = answer(fixture.client.clone().delete_store(request).await).unwrap_err();
            assert_eq!(failure.code, code, "{caller:?}");
        }
        answer(fixture.client.clone().delete_store(staff(message())).await).unwrap();
        let failure = answer(fixture.client.clone().delete_store(staff(message())).await).unwrap_err();
        assert_eq!(failure.code, Code::NotFound);
        assert_eq!(
            fixture.audited().await[1..],
            ["operator DeleteStore nizami".to_owned()]
        );
    }
}
