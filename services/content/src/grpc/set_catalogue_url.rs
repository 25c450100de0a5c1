//! Sets the URL of the brochure, for staff.

use kit::{
    caller::StaffCaller,
    change::{self, Effect},
    failure::Failure,
    validation::FieldErrors,
};
use proto::content::v1::{ContentKind, SaveOutcome, SetCatalogueUrlRequest, SetCatalogueUrlResponse};

use super::{State, validation};
use crate::{error::ContentError, events, save::Outcome, store};

pub(super) async fn handle(
    state: &State,
    StaffCaller { actor, .. }: StaffCaller,
    request: SetCatalogueUrlRequest,
) -> Result<SetCatalogueUrlResponse, Failure> {
    let mut errors = FieldErrors::default();
    let url = validation::link(&mut errors, "catalogueUrl", &request.catalogue_url);
    errors.into_result()?;
    change::run(&state.pool, async |connection| {
        let present = store::brochure::lock_url(connection).await?;
        let seen = request.from.as_deref();
        if seen.is_some_and(|seen| seen != present) {
            return Err(Failure::from(ContentError::UrlChanged));
        }
        let old = store::brochure::set_url(connection, &url, !request.keep_existing).await?;
        let outcome = match &old {
            None => Outcome::Created,
            Some(_) if request.keep_existing => Outcome::Kept,
            Some(_) => Outcome::Changed,
        };
        if outcome != Outcome::Kept {
            events::content_changed(connection, ContentKind::Catalogue, "").await?;
        }
        let current = store::brochure::find_url(connection).await?;
        let detail = serde_json::json!({ "url": [old, current] });
        let effect = Effect::audited(&actor, "SetCatalogueUrl", "catalogue", detail);
        Ok(effect.with(SetCatalogueUrlResponse {
            catalogue_url: current,
            outcome: SaveOutcome::from(outcome).into(),
        }))
    })
    .await
}

#[cfg(test)]
mod tests {
    use kit::grpc::client::on_behalf_of;
    use proto::content::v1::ContentChanged;

    use super::*;
    use crate::testing::{Fixture, fields, into_result, non_staff_callers, staff};

    fn set_request(url: &str, keep_existing: bool) -> SetCatalogueUrlRequest {
        SetCatalogueUrlRequest {
            catalogue_url: url.to_owned(),
            keep_existing,
            from: None,
        }
    }

    #[tokio::test]
    async fn creates_then_changes_then_keeps() {
        let fixture = Fixture::start().await;
        for (url, keep_existing, saved, outcome) in [
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
            let request = staff(set_request(url, keep_existing));
            let response = into_result(fixture.client.clone().set_catalogue_url(request).await).unwrap();
            assert_eq!(
                (response.catalogue_url.as_str(), response.outcome()),
                (saved, outcome),
                "{url}"
            );
        }
        assert_eq!(fixture.harness.published::<ContentChanged>().await.len(), 3);
        assert_eq!(fixture.audit_log().await.len(), 4);
    }

    #[tokio::test]
    async fn requires_an_https_url_and_rejects_other_callers() {
        let fixture = Fixture::start().await;
        let request = staff(set_request("ftp://example.com", false));
        let failure = into_result(fixture.client.clone().set_catalogue_url(request).await).unwrap_err();
        assert_eq!(fields(&failure), [("catalogueUrl", "FIELD.INVALID")]);
        for (caller, code) in non_staff_callers() {
            let request = on_behalf_of(&caller, set_request("https://example.com", false));
            let failure = into_result(fixture.client.clone().set_catalogue_url(request).await).unwrap_err();
            assert_eq!(failure.code, code, "{caller:?}");
        }
    }
}
