//! Staff: says where the catalogue is.

use kit::{caller::Caller, failure::Failure};
use proto::content::v1::{ContentKind, SaveOutcome, SetCatalogueUrlRequest, SetCatalogueUrlResponse};
use tonic::Request;

use super::{State, problems::Problems};
use crate::{events, saving::Outcome, store};

pub(super) async fn handle(
    state: &State,
    request: Request<SetCatalogueUrlRequest>,
) -> Result<SetCatalogueUrlResponse, Failure> {
    let actor = Caller::from_request(&request)?.require_staff()?;
    let message = request.into_inner();
    let mut problems = Problems::default();
    let url = problems.link(&message.catalogue_url, "catalogueUrl");
    problems.done()?;
    let mut transaction = state.pool.begin().await?;
    let old = store::catalogue::set(&mut transaction, &url, !message.keep_existing).await?;
    let outcome = match &old {
        None => Outcome::Created,
        Some(_) if message.keep_existing => Outcome::Kept,
        Some(_) => Outcome::Changed,
    };
    if outcome != Outcome::Kept {
        events::changed(&mut transaction, ContentKind::Catalogue, "").await?;
    }
    let now = store::catalogue::url(&mut transaction).await?;
    let detail = serde_json::json!({ "url": [old, now] });
    kit::audit::record(&mut transaction, &actor, "SetCatalogueUrl", "catalogue", detail).await?;
    transaction.commit().await?;
    Ok(SetCatalogueUrlResponse {
        catalogue_url: now,
        outcome: SaveOutcome::from(outcome).into(),
    })
}

#[cfg(test)]
mod tests {
    use kit::grpc::client::on_behalf_of;
    use proto::content::v1::ContentChanged;

    use super::*;
    use crate::testing::{Fixture, answer, fields, not_staff, staff};

    fn message(url: &str, keep_existing: bool) -> SetCatalogueUrlRequest {
        SetCatalogueUrlRequest {
            catalogue_url: url.to_owned(),
            keep_existing,
        }
    }

    #[tokio::test]
    async fn is_said_changed_and_kept() {
        let fixture = Fixture::start().await;
        for (url, keep_existing, now, outcome) in [
            (
                "https://a.example.com",
                true,
                "https://a.example.com",
                SaveOutcome::Created,
            ),
            (
                "https://b.example.com",
                false,
                "https://b.example.com",
                SaveOutcome::Changed,
            ),
            (
                "https://c.example.com",
                true,
                "https://b.example.com",
                SaveOutcome::Kept,
            ),
            ("", false, "", SaveOutcome::Changed),
        ] {
            let request = staff(message(url, keep_existing));
            let got = answer(fixture.client.clone().set_catalogue_url(request).await).unwrap();
            assert_eq!(
                (got.catalogue_url.as_str(), got.outcome()),
                (now, outcome),
                "{url}"
            );
        }
        assert_eq!(fixture.harness.published::<ContentChanged>().await.len(), 3);
        assert_eq!(fixture.audited().await.len(), 4);
    }

    #[tokio::test]
    async fn is_an_https_address_and_only_staff_may() {
        let fixture = Fixture::start().await;
        let request = staff(message("ftp://example.com", false));
        let failure = answer(fixture.client.clone().set_catalogue_url(request).await).unwrap_err();
        assert_eq!(fields(&failure), [("catalogueUrl", "FIELD.INVALID")]);
        for (caller, code) in not_staff() {
            let request = on_behalf_of(&caller, message("https://example.com", false));
            let failure = answer(fixture.client.clone().set_catalogue_url(request).await).unwrap_err();
            assert_eq!(failure.code, code, "{caller:?}");
        }
    }
}
