//! Desk: returns the mails about records that the caller has read.

use kit::{
    caller::StaffCaller,
    failure::Failure,
    validation::{FieldErrors, OUT_OF_RANGE},
};
use proto::notification::v1::{ListRecordMailsRequest, ListRecordMailsResponse};

use super::{State, access, convert};
use crate::{
    error::MailError,
    mail::{SubjectKind, record},
    store::list,
};

/// Maximum number of records.
const MAX_RECORDS: usize = 100;

pub(super) async fn handle(
    state: &State,
    StaffCaller { actor, .. }: StaffCaller,
    request: ListRecordMailsRequest,
) -> Result<ListRecordMailsResponse, Failure> {
    let mut errors = FieldErrors::default();
    let kind = errors.parse::<SubjectKind>("kind", &request.kind);
    let is_bounded = (1..=MAX_RECORDS).contains(&request.numbers.len());
    errors.ensure(is_bounded, "numbers", OUT_OF_RANGE);
    let kind = errors.finish(kind)?;
    access::check_records(&actor, kind)?;
    let numbers: Vec<_> = request
        .numbers
        .iter()
        .map(|number| convert::number(number, record(kind)))
        .collect();
    let mut connection = state.pool.acquire().await.map_err(MailError::Database)?;
    let mails = list::about(&mut connection, kind, &numbers)
        .await
        .map_err(MailError::Database)?;
    Ok(ListRecordMailsResponse {
        mails: mails.into_iter().map(Into::into).collect(),
    })
}

#[cfg(test)]
mod tests {
    use kit::{caller::Caller, domain::UserId, failure::Code, grpc::client::on_behalf_of};
    use proto::{
        inquiry::v1::StaffMailWritten,
        notification::v1::{Mail, MailState},
        order::v1::OrderCreated,
    };

    use super::*;
    use crate::testing::{Fixture, ORDER_NUMBER};

    async fn list(
        fixture: &Fixture,
        caller: &Caller,
        kind: &str,
        numbers: &[&str],
    ) -> Result<Vec<Mail>, Failure> {
        let request = ListRecordMailsRequest {
            kind: kind.to_owned(),
            numbers: numbers.iter().map(|number| (*number).to_owned()).collect(),
        };
        let response = fixture
            .client()
            .list_record_mails(on_behalf_of(caller, request))
            .await;
        response
            .map(|response| response.into_inner().mails)
            .map_err(|status| Failure::from_status(&status))
    }

    #[tokio::test]
    async fn lists_the_mails_of_records_without_an_audit_row() {
        let fixture = Fixture::start().await;
        let leyla = fixture.fakes.user("leyla@example.com", "en");
        let created = OrderCreated {
            order_id: fixture.fakes.order(leyla, "en").to_string(),
            order_number: ORDER_NUMBER.to_owned(),
            ..OrderCreated::default()
        };
        fixture.harness.deliver(&created).await;
        let message = fixture
            .fakes
            .staff_mail("marina@example.com", "ru", "Размеры", "Какая ширина?");
        let written = StaffMailWritten {
            inquiry_id: UserId::generate().to_string(),
            number: "SQ-7Q2M04XK".to_owned(),
            message_id: message.clone(),
            ..StaffMailWritten::default()
        };
        fixture.harness.deliver(&written).await;
        fixture.wait_until_ended().await;

        let staff = testkit::caller::staff();
        let order = list(&fixture, &staff, "order", &[&ORDER_NUMBER.to_lowercase()])
            .await
            .unwrap();
        let mut kinds: Vec<_> = order.iter().map(|mail| mail.kind.as_str()).collect();
        kinds.sort_unstable();
        assert_eq!(kinds, ["order_received", "shop_order"]);
        assert!(order.iter().all(|mail| mail.message_id.is_empty()));
        let numbers = ["SQ-7Q2M04XK", "SQ-00000000"];
        let quote = list(&fixture, &staff, "quote", &numbers).await.unwrap();
        assert_eq!(quote.len(), 1);
        assert_eq!(
            (
                quote[0].id.as_str(),
                quote[0].message_id.as_str(),
                quote[0].state()
            ),
            (message.as_str(), message.as_str(), MailState::Sent)
        );
        assert_eq!(list(&fixture, &staff, "offer", &numbers).await.unwrap(), []);
        assert_eq!(fixture.audited("ListMails").await, Vec::<String>::new());
    }

    #[tokio::test]
    async fn names_all_wrong_fields() {
        let fixture = Fixture::start().await;
        let failure = list(&fixture, &testkit::caller::staff(), "mail", &[])
            .await
            .unwrap_err();
        assert_eq!(failure.code, Code::Invalid);
        let fields: Vec<_> = failure.fields.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(fields, ["kind", "numbers"]);
    }
}
