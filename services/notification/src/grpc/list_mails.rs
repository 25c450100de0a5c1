//! Staff: lists mails.

use kit::{
    caller::StaffCaller,
    change::{self, Effect},
    domain::MailId,
    failure::Failure,
    validation::word,
};
use proto::notification::v1::{ListMailsRequest, ListMailsResponse};
use serde_json::json;

use super::{State, access, convert};
use crate::{error::MailError, mail, store};

pub(super) async fn handle(
    state: &State,
    StaffCaller { actor, .. }: StaffCaller,
    request: ListMailsRequest,
) -> Result<ListMailsResponse, Failure> {
    // Others read the mails of own records, which ListDeskMails names.
    if !access::reads_all(&actor) {
        return Err(access::refused());
    }
    let page = convert::page(request.page)?;
    let filter = word("state", request.state)?;
    let mail: Option<MailId> = match request.mail_id.as_str() {
        "" => None,
        id => Some(id.parse().map_err(|_| MailError::NotFound)?),
    };
    let found = change::run(&state.pool, async |connection| {
        let (subject, detail, found) = if let Some(id) = mail {
            let mail = store::list::find(connection, id).await?;
            (id.to_string(), json!({}), mail.map(|mail| (vec![mail], 1)))
        } else {
            let state = filter.map(mail::State::name);
            let detail = json!({"state": state, "limit": page.limit, "offset": page.offset});
            let found = store::list::list(connection, filter, page).await?;
            ("*".to_owned(), detail, Some(found))
        };
        Ok::<_, MailError>(Effect::audited(&actor, "ListMails", subject, detail).with(found))
    });
    let (mails, total_records) = found.await?.ok_or(MailError::NotFound)?;
    Ok(ListMailsResponse {
        mails: mails.into_iter().map(Into::into).collect(),
        total_records,
    })
}

#[cfg(test)]
mod tests {
    use kit::{caller::Caller, domain::UserId, failure::Code, grpc::client::on_behalf_of};
    use proto::notification::v1::{Mail, MailState};

    use super::*;
    use crate::testing::Fixture;

    async fn list_mails(
        fixture: &Fixture,
        caller: &Caller,
        request: ListMailsRequest,
    ) -> Result<ListMailsResponse, Failure> {
        let response = fixture.client().list_mails(on_behalf_of(caller, request)).await;
        response
            .map(tonic::Response::into_inner)
            .map_err(|status| Failure::from_status(&status))
    }

    #[tokio::test]
    async fn lists_mails_newest_first_by_state_or_id() {
        let fixture = Fixture::start().await;
        let leyla = fixture.fakes.user("leyla@example.com", "en");
        fixture.register(leyla).await;
        fixture.register(UserId::generate()).await;
        fixture.wait_until_ended().await;
        let staff = testkit::caller::staff();
        let all = list_mails(&fixture, &staff, ListMailsRequest::default())
            .await
            .unwrap();
        let states: Vec<_> = all.mails.iter().map(Mail::state).collect();
        assert_eq!(states, [MailState::Failed, MailState::Sent]);
        assert_eq!(all.total_records, 2);
        assert_eq!(all.mails[0].reason, "the user is gone");
        assert!(all.mails[1].sent_at.is_some() && all.mails[0].sent_at.is_none());

        let failed = ListMailsRequest {
            state: MailState::Failed.into(),
            ..ListMailsRequest::default()
        };
        let failed = list_mails(&fixture, &staff, failed).await.unwrap();
        assert_eq!(failed.mails, all.mails[..1]);
        let one = ListMailsRequest {
            mail_id: all.mails[1].id.clone(),
            ..ListMailsRequest::default()
        };
        assert_eq!(
            list_mails(&fixture, &staff, one).await.unwrap().mails,
            all.mails[1..]
        );
        assert_eq!(
            fixture.audited("ListMails").await,
            ["*", "*", all.mails[1].id.as_str()]
        );
        let debug = format!("{all:?}");
        assert!(!debug.contains("leyla"), "{debug}");
    }

    #[tokio::test]
    async fn rejects_callers_other_than_staff() {
        let fixture = Fixture::start().await;
        for (caller, code) in [
            (testkit::caller::anonymous(), Code::Unauthenticated),
            (testkit::caller::customer(UserId::generate()), Code::Forbidden),
            (testkit::caller::service("order"), Code::Forbidden),
        ] {
            let error = list_mails(&fixture, &caller, ListMailsRequest::default())
                .await
                .unwrap_err();
            assert_eq!(error.code, code);
        }
        assert_eq!(fixture.audited("ListMails").await, Vec::<String>::new());
    }
}
