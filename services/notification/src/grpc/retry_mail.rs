//! Staff: retries a mail now.

use kit::{
    caller::StaffCaller,
    change::{self, Effect},
    domain::MailId,
    failure::Failure,
};
use proto::notification::v1::{RetryMailRequest, RetryMailResponse};
use serde_json::json;

use super::{State, access};
use crate::{error::MailError, mail, store};

pub(super) async fn handle(
    state: &State,
    StaffCaller { actor, .. }: StaffCaller,
    request: RetryMailRequest,
) -> Result<RetryMailResponse, Failure> {
    let id: MailId = request.mail_id.parse().map_err(|_| MailError::NotFound)?;
    if !access::reads_all(&actor) {
        let mail = store::list::find(&mut *state.pool.acquire().await?, id)
            .await?
            .ok_or(MailError::NotFound)?;
        access::check(state, &actor, mail.about.as_ref()).await?;
    }
    change::run(&state.pool, async |connection| {
        let previous = store::list::find(connection, id)
            .await?
            .ok_or(MailError::NotFound)?;
        if !store::retry(connection, id).await? {
            return Err(MailError::AlreadySent.into());
        }
        // A waiting mail is sent sooner.
        let detail = match previous.state {
            mail::State::Waiting => json!({}),
            state => json!({"state": [state.name(), mail::State::Waiting.name()]}),
        };
        let updated = store::list::find(connection, id)
            .await?
            .ok_or(MailError::NotFound)?;
        let mail = Some(updated.into());
        Ok(Effect::audited(&actor, "RetryMail", id.to_string(), detail).with(RetryMailResponse { mail }))
    })
    .await
}

#[cfg(test)]
mod tests {
    use kit::{
        caller::Caller,
        domain::UserId,
        failure::{Code, Failure},
        grpc::client::on_behalf_of,
    };
    use proto::notification::v1::MailState;

    use super::*;
    use crate::testing::Fixture;

    async fn retry_mail(fixture: &Fixture, caller: &Caller, mail_id: &str) -> Result<MailState, Failure> {
        let request = RetryMailRequest {
            mail_id: mail_id.to_owned(),
        };
        let response = fixture.client().retry_mail(on_behalf_of(caller, request)).await;
        response
            .map(|response| response.into_inner().mail.unwrap().state())
            .map_err(|status| Failure::from_status(&status))
    }

    #[tokio::test]
    async fn sends_a_failed_mail_after_a_retry() {
        let fixture = Fixture::start().await;
        let leyla = fixture.fakes.user("leyla@example.com", "en");
        fixture
            .smtp
            .reject_recipient("leyla@example.com", "550 5.1.1 no such mailbox");
        fixture.register(leyla).await;
        fixture.wait_until_ended().await;
        let id = fixture.ids().await[0].clone();
        fixture.smtp.accept_recipient("leyla@example.com");

        let state = retry_mail(&fixture, &testkit::caller::staff(), &id)
            .await
            .unwrap();
        assert_eq!(state, MailState::Waiting);
        fixture.wait_until_sent().await;
        assert_eq!(fixture.smtp.mails().len(), 1);
        assert_eq!(fixture.audited("RetryMail").await, std::slice::from_ref(&id));
        let detail: serde_json::Value =
            sqlx::query_scalar("select detail from audit where action = 'RetryMail'")
                .fetch_one(fixture.harness.pool())
                .await
                .unwrap();
        assert_eq!(detail, json!({"state": ["failed", "waiting"]}));

        let error = retry_mail(&fixture, &testkit::caller::staff(), &id)
            .await
            .unwrap_err();
        assert_eq!((error.code, error.reason.as_str()), (Code::Conflict, "MAIL.SENT"));
    }

    #[tokio::test]
    async fn returns_not_found_for_an_unknown_mail() {
        let fixture = Fixture::start().await;
        for id in ["x", &MailId::generate().to_string()] {
            let error = retry_mail(&fixture, &testkit::caller::staff(), id)
                .await
                .unwrap_err();
            assert_eq!(
                (error.code, error.reason.as_str()),
                (Code::NotFound, "MAIL.NOT_FOUND")
            );
        }
    }

    #[tokio::test]
    async fn rejects_callers_other_than_staff() {
        let fixture = Fixture::start().await;
        let id = MailId::generate().to_string();
        for (caller, code) in [
            (testkit::caller::anonymous(), Code::Unauthenticated),
            (testkit::caller::customer(UserId::generate()), Code::Forbidden),
            (testkit::caller::service("order"), Code::Forbidden),
        ] {
            assert_eq!(retry_mail(&fixture, &caller, &id).await.unwrap_err().code, code);
        }
    }
}
