//! Staff: tries a mail again at once.

use kit::{audit, caller::Caller, domain::MailId, failure::Failure};
use proto::notification::v1::{RetryMailRequest, RetryMailResponse};
use serde_json::json;
use sqlx::PgPool;
use tonic::Request;

use super::State;
use crate::{
    error::MailError,
    mail::{self, Mail},
    store,
};

pub(super) async fn handle(
    state: &State,
    request: Request<RetryMailRequest>,
) -> Result<RetryMailResponse, Failure> {
    let actor = Caller::from_request(&request)?.require_staff()?;
    let mail = request
        .get_ref()
        .mail_id
        .parse()
        .map_err(|_| MailError::NotFound)?;
    let mail = retry(&state.pool, &actor, mail).await?;
    Ok(RetryMailResponse {
        mail: Some(mail.into()),
    })
}

async fn retry(pool: &PgPool, actor: &str, mail: MailId) -> Result<Mail, MailError> {
    let mut transaction = pool.begin().await?;
    let was = store::find(&mut transaction, mail)
        .await?
        .ok_or(MailError::NotFound)?;
    if !store::retry(&mut transaction, mail).await? {
        return Err(MailError::AlreadySent);
    }
    let detail = json!({"state": mail::State::name(was.state), "attempts": was.attempts});
    audit::record(&mut transaction, actor, "RetryMail", &mail.to_string(), detail).await?;
    let now = store::find(&mut transaction, mail).await?;
    transaction.commit().await?;
    now.ok_or(MailError::NotFound)
}

#[cfg(test)]
mod tests {
    use kit::{
        domain::UserId,
        failure::{Code, Failure},
        grpc::client::on_behalf_of,
    };
    use proto::notification::v1::MailState;

    use super::*;
    use crate::testing::Fixture;

    async fn ask(fixture: &Fixture, caller: &Caller, mail_id: &str) -> Result<MailState, Failure> {
        let request = RetryMailRequest {
            mail_id: mail_id.to_owned(),
        };
        let answer = fixture.client().retry_mail(on_behalf_of(caller, request)).await;
        answer
            .map(|answer| answer.into_inner().mail.unwrap().state())
            .map_err(|status| Failure::from_status(&status))
    }

    #[tokio::test]
    async fn what_failed_is_sent_once_the_cause_is_gone() {
        let fixture = Fixture::start().await;
        let leyla = fixture.peers.user("leyla@example.com", "en");
        fixture
            .smtp
            .reject_recipient("leyla@example.com", "550 5.1.1 no such mailbox");
        fixture.greet(leyla).await;
        fixture.all_ended().await;
        let id = fixture.ids().await[0].clone();
        fixture.smtp.accept_recipient("leyla@example.com");

        let state = ask(&fixture, &testkit::caller::staff(), &id).await.unwrap();
        assert_eq!(state, MailState::Waiting);
        fixture.all_sent().await;
        assert_eq!(fixture.smtp.mails().len(), 1);
        assert_eq!(fixture.audited("RetryMail").await, std::slice::from_ref(&id));

        let refused = ask(&fixture, &testkit::caller::staff(), &id).await.unwrap_err();
        assert_eq!(
            (refused.code, refused.reason.as_str()),
            (Code::Conflict, "MAIL.ALREADY_SENT")
        );
    }

    #[tokio::test]
    async fn an_unknown_mail_is_not_found() {
        let fixture = Fixture::start().await;
        for id in ["x", &MailId::generate().to_string()] {
            let refused = ask(&fixture, &testkit::caller::staff(), id).await.unwrap_err();
            assert_eq!(
                (refused.code, refused.reason.as_str()),
                (Code::NotFound, "MAIL.NOT_FOUND")
            );
        }
    }

    #[tokio::test]
    async fn only_staff_tries_again() {
        let fixture = Fixture::start().await;
        let id = MailId::generate().to_string();
        for (caller, code) in [
            (testkit::caller::anonymous(), Code::Unauthenticated),
            (testkit::caller::customer(UserId::generate()), Code::Forbidden),
            (testkit::caller::service("order"), Code::Forbidden),
        ] {
            assert_eq!(ask(&fixture, &caller, &id).await.unwrap_err().code, code);
        }
    }
}
