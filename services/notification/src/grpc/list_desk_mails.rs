//! Desk: returns a page of the mails of the last 30 days.

use kit::{
    caller::StaffCaller,
    change::{self, Effect},
    cursor::{Fingerprint, Limit},
    domain::RecordKind,
    failure::Failure,
    validation::{FieldErrors, INVALID},
    vocabulary::{ProtobufWord as _, mail::Kind},
};
use proto::notification::v1::{ListDeskMailsRequest, ListDeskMailsResponse};
use serde_json::json;

use super::{State, access, convert};
use crate::{
    mail,
    store::list::{self, Filter, Position},
};

pub(super) async fn handle(
    state: &State,
    StaffCaller { actor, .. }: StaffCaller,
    request: ListDeskMailsRequest,
) -> Result<ListDeskMailsResponse, Failure> {
    let filter = filter(&request);
    let names_record = filter.quote.is_some() || filter.order.is_some() || filter.offer.is_some();
    if !access::reads_all(&actor) && !names_record {
        return Err(access::refused());
    }
    let list = Fingerprint::new(&format!(
        "mails {}",
        serde_json::to_string(&filter).unwrap_or_default()
    ));
    let mut errors = FieldErrors::default();
    let is_state = |number: &i32| mail::State::known(*number).is_some();
    errors.ensure(request.states.iter().all(is_state), "state", INVALID);
    let is_kind = |kind: &String| kind.parse::<Kind>().is_ok();
    errors.ensure(request.kinds.iter().all(is_kind), "kind", INVALID);
    let limit = Limit::validate(&mut errors, request.limit);
    let after = errors.merge(list.decode::<Position>(&request.cursor)).flatten();
    errors.into_result()?;
    if !access::reads_all(&actor) {
        let about = list::subject(&mut *state.pool.acquire().await?, &filter).await?;
        // Without a mail there is nothing to protect.
        if about.is_some() {
            access::check(state, &actor, about.as_ref()).await?;
        }
    }

    change::run(&state.pool, async |connection| {
        let (mut mails, total_records) =
            list::page(connection, &filter, after.as_ref(), limit.rows()).await?;
        let next_cursor = list.next(limit, &mut mails, |last| Position {
            created_at: last.created_at,
            id: last.id,
        })?;
        let detail = json!({
            "state": filter.states, "kind": filter.kinds, "quote": filter.quote, "order": filter.order,
            "offer": filter.offer, "limit": request.limit,
        });
        let response = ListDeskMailsResponse {
            mails: mails.into_iter().map(Into::into).collect(),
            next_cursor,
            total_records,
        };
        Ok(Effect::audited(&actor, "ListMails", "*", detail).with(response))
    })
    .await
}

fn filter(request: &ListDeskMailsRequest) -> Filter {
    let number = |text: &str, kind| Some(convert::number(text, kind)).filter(|number| !number.is_empty());
    Filter {
        states: request
            .states
            .iter()
            .filter_map(|state| mail::State::known(*state))
            .map(mail::State::name)
            .collect(),
        kinds: request.kinds.clone(),
        quote: number(&request.quote_number, RecordKind::Quote),
        order: number(&request.order_number, RecordKind::Order),
        offer: number(&request.offer_number, RecordKind::Offer),
    }
}

#[cfg(test)]
mod tests {
    use kit::{
        caller::{Caller, CallerKind, StaffMember},
        domain::{Language, UserId},
        failure::Code,
        grpc::client::on_behalf_of,
        staff::StaffRole,
    };
    use proto::{
        inquiry::v1::{OfferSent, OfferState, QuoteRequested},
        notification::v1::{
            ListMailsRequest, ListRecordMailsRequest, MailState, MailSubject, RetryMailRequest,
        },
        order::v1::OrderCreated,
    };

    use super::*;
    use crate::testing::{Fixture, OFFER_NUMBER, ORDER_NUMBER};

    const QUOTE_NUMBER: &str = "SQ-7K3M9Q2A";

    fn member(role: StaffRole) -> Caller {
        Caller {
            kind: CallerKind::Staff(StaffMember {
                user: UserId::generate(),
                role,
                is_stepped_up: false,
            }),
            language: Language::En,
        }
    }

    fn all() -> ListDeskMailsRequest {
        ListDeskMailsRequest {
            limit: 100,
            ..ListDeskMailsRequest::default()
        }
    }

    async fn list(
        fixture: &Fixture,
        caller: &Caller,
        request: ListDeskMailsRequest,
    ) -> Result<ListDeskMailsResponse, Failure> {
        let response = fixture
            .client()
            .list_desk_mails(on_behalf_of(caller, request))
            .await;
        response
            .map(tonic::Response::into_inner)
            .map_err(|status| Failure::from_status(&status))
    }

    fn kinds(response: &ListDeskMailsResponse) -> Vec<&str> {
        response.mails.iter().map(|mail| mail.kind.as_str()).collect()
    }

    /// Sends the mails of an order, a quote and a registration that fails; returns the ids of order and quote.
    async fn send_mails(fixture: &Fixture) -> [String; 2] {
        let leyla = fixture.fakes.user("leyla@example.com", "en");
        let order = fixture.fakes.order(leyla, "en").to_string();
        let quote = fixture.fakes.quote("rashad@example.com", "az").to_string();
        let created = OrderCreated {
            order_id: order.clone(),
            order_number: ORDER_NUMBER.to_owned(),
            ..OrderCreated::default()
        };
        fixture.harness.deliver(&created).await;
        fixture.wait_until_ended().await;
        let requested = QuoteRequested {
            inquiry_id: quote.clone(),
            number: QUOTE_NUMBER.to_owned(),
            ..QuoteRequested::default()
        };
        fixture.harness.deliver(&requested).await;
        fixture.wait_until_ended().await;
        fixture.register(UserId::generate()).await;
        fixture.wait_until_ended().await;
        [order, quote]
    }

    #[tokio::test]
    async fn lists_mails_by_record_state_and_kind_page_by_page() {
        let fixture = Fixture::start().await;
        let [order, quote] = send_mails(&fixture).await;
        let manager = member(StaffRole::Manager);
        let response = list(&fixture, &manager, all()).await.unwrap();
        assert_eq!(response.total_records, 5);
        assert_eq!(response.next_cursor, "");
        assert_eq!(
            (kinds(&response)[0], &response.mails[0].about),
            ("welcome", &None)
        );

        for (request, expected, id) in [
            (
                ListDeskMailsRequest {
                    order_number: ORDER_NUMBER.to_lowercase(),
                    ..all()
                },
                ["order_received", "shop_order"],
                order,
            ),
            (
                ListDeskMailsRequest {
                    quote_number: QUOTE_NUMBER.to_owned(),
                    ..all()
                },
                ["quote_received", "shop_quote"],
                quote,
            ),
        ] {
            let number = request.order_number.to_uppercase() + &request.quote_number;
            let kind = if request.order_number.is_empty() {
                "quote"
            } else {
                "order"
            };
            let response = list(&fixture, &manager, request).await.unwrap();
            let mut found = kinds(&response);
            found.sort_unstable();
            assert_eq!(found, expected);
            let about = MailSubject {
                kind: kind.to_owned(),
                number,
                id,
            };
            for mail in response.mails {
                assert_eq!(mail.about.as_ref(), Some(&about));
            }
        }

        let failed = ListDeskMailsRequest {
            states: vec![MailState::Failed.into()],
            ..all()
        };
        assert_eq!(
            kinds(&list(&fixture, &manager, failed).await.unwrap()),
            ["welcome"]
        );
        let some = ListDeskMailsRequest {
            kinds: vec!["shop_order".to_owned(), "welcome".to_owned()],
            ..all()
        };
        assert_eq!(
            kinds(&list(&fixture, &manager, some).await.unwrap()),
            ["welcome", "shop_order"]
        );

        let mut paged = Vec::new();
        let mut request = ListDeskMailsRequest { limit: 2, ..all() };
        for _ in 0..3 {
            let page = list(&fixture, &manager, request.clone()).await.unwrap();
            assert_eq!(page.total_records, 5);
            request.cursor = page.next_cursor;
            paged.extend(page.mails);
        }
        assert_eq!(request.cursor, "");
        assert_eq!(paged, response.mails);
    }

    #[tokio::test]
    async fn mails_about_an_offer_are_found_by_its_number_and_by_its_quote() {
        let fixture = Fixture::start().await;
        let offer = fixture.fakes.offer("marina@example.com", "ru", OfferState::Sent);
        let sent = OfferSent {
            offer_id: offer.to_string(),
            offer_number: OFFER_NUMBER.to_owned(),
            revision: 1,
            is_mailed: true,
            ..OfferSent::default()
        };
        fixture.harness.deliver(&sent).await;
        fixture.wait_until_sent().await;
        let sales = Caller {
            kind: CallerKind::Staff(StaffMember {
                user: fixture.fakes.assignee(offer),
                role: StaffRole::Sales,
                is_stepped_up: false,
            }),
            language: Language::En,
        };
        let by_offer = ListDeskMailsRequest {
            offer_number: OFFER_NUMBER.to_owned(),
            ..all()
        };
        let by_quote = ListDeskMailsRequest {
            quote_number: "SQ-7Q2M04XK".to_owned(),
            ..all()
        };
        let about = MailSubject {
            kind: "offer".to_owned(),
            number: OFFER_NUMBER.to_owned(),
            id: offer.to_string(),
        };
        for request in [by_offer, by_quote] {
            let response = list(&fixture, &sales, request).await.unwrap();
            assert_eq!(kinds(&response), ["offer_sent"]);
            assert_eq!(response.mails[0].about.as_ref(), Some(&about));
        }
    }

    /// Tries to send a mail again.
    async fn retry(fixture: &Fixture, caller: &Caller, mail_id: &str) -> Result<(), Failure> {
        let request = RetryMailRequest {
            mail_id: mail_id.to_owned(),
        };
        let response = fixture.client().retry_mail(on_behalf_of(caller, request)).await;
        response.map(drop).map_err(|status| Failure::from_status(&status))
    }

    #[tokio::test]
    async fn sales_read_and_retry_mails_of_records_that_are_theirs_now() {
        let fixture = Fixture::start().await;
        let [order, quote] = send_mails(&fixture).await;
        let (own, other) = (UserId::generate(), UserId::generate());
        let sales = |user| Caller {
            kind: CallerKind::Staff(StaffMember {
                user,
                role: StaffRole::Sales,
                is_stepped_up: false,
            }),
            language: Language::En,
        };
        let of_order = ListDeskMailsRequest {
            order_number: ORDER_NUMBER.to_owned(),
            ..all()
        };
        let of_quote = ListDeskMailsRequest {
            quote_number: QUOTE_NUMBER.to_owned(),
            ..all()
        };
        let manager = member(StaffRole::Manager);
        for (id, request) in [(&order, of_order), (&quote, of_quote)] {
            let mail = list(&fixture, &manager, request.clone()).await.unwrap().mails[0]
                .id
                .clone();
            let outcomes = async |user| {
                let caller = sales(user);
                let listed = list(&fixture, &caller, request.clone()).await;
                // Sent mails are not sent again, which is told to who may retry them.
                let retried = retry(&fixture, &caller, &mail).await.unwrap_err().reason;
                (outcome(listed), retried)
            };
            let (refused, allowed) = (('r', "DESK.ROLE".to_owned()), ('o', "MAIL.SENT".to_owned()));
            assert_eq!(outcomes(own).await, refused, "nobody's");
            fixture.fakes.assign(id, own);
            assert_eq!(outcomes(own).await, allowed);
            assert_eq!(outcomes(other).await, refused);
            fixture.fakes.assign(id, other);
            assert_eq!(outcomes(own).await, refused, "given away");
        }
        // A mail about no record is for those who read all.
        let welcome = ListDeskMailsRequest {
            kinds: vec!["welcome".to_owned()],
            ..all()
        };
        let welcome = list(&fixture, &manager, welcome).await.unwrap().mails[0]
            .id
            .clone();
        assert_eq!(outcome(retry(&fixture, &sales(own), &welcome).await), 'r');
    }

    #[tokio::test]
    async fn leaves_out_mails_that_are_older_than_30_days() {
        let fixture = Fixture::start().await;
        send_mails(&fixture).await;
        sqlx::query("update mail set created_at = now() - interval '31 days' where kind = 'welcome'")
            .execute(fixture.harness.pool())
            .await
            .unwrap();
        let response = list(&fixture, &member(StaffRole::Owner), all()).await.unwrap();
        assert_eq!((response.total_records, response.mails.len()), (4, 4));
    }

    #[tokio::test]
    async fn names_all_wrong_fields() {
        let fixture = Fixture::start().await;
        let request = ListDeskMailsRequest {
            states: vec![0],
            kinds: vec!["unknown".to_owned()],
            cursor: "damaged".to_owned(),
            limit: 101,
            ..all()
        };
        let failure = list(&fixture, &member(StaffRole::Owner), request)
            .await
            .unwrap_err();
        let fields = [
            ("state", "FIELD.INVALID"),
            ("kind", "FIELD.INVALID"),
            ("limit", "FIELD.OUT_OF_RANGE"),
            ("cursor", "FIELD.INVALID"),
        ];
        assert_eq!(
            failure.fields,
            fields.map(|(name, key)| (name.to_owned(), key.to_owned()))
        );
    }

    /// `o` = allowed, `r` = 403 `DESK.ROLE`, `f` = another 403, `u` = 401, `n` = 404.
    fn outcome<T>(result: Result<T, Failure>) -> char {
        let Err(failure) = result else { return 'o' };
        match (failure.code, failure.reason.as_str()) {
            (Code::Forbidden, "DESK.ROLE") => 'r',
            (Code::Forbidden, _) => 'f',
            (Code::Unauthenticated, _) => 'u',
            (Code::NotFound, _) => 'n',
            other => panic!("{other:?}"),
        }
    }

    #[tokio::test]
    async fn answers_each_caller_as_the_contract_says() {
        let fixture = Fixture::start().await;
        let callers = StaffRole::ALL
            .map(member)
            .into_iter()
            .chain([
                testkit::caller::staff(),
                testkit::caller::customer(UserId::generate()),
                testkit::caller::anonymous(),
                testkit::caller::service("order"),
            ])
            .collect::<Vec<_>>();
        let unknown = kit::domain::MailId::generate().to_string();
        let named = ListDeskMailsRequest {
            offer_number: "ST-0M4K7Q2X".to_owned(),
            ..all()
        };
        // Owner, manager, sales, warehouse, editor, the command line, a customer, nobody, a service.
        let mut results = [const { String::new() }; 5];
        for caller in callers {
            results[0].push(outcome(list(&fixture, &caller, all()).await));
            results[1].push(outcome(list(&fixture, &caller, named.clone()).await));
            results[2].push(outcome(retry(&fixture, &caller, &unknown).await));
            let request = ListRecordMailsRequest {
                kind: "offer".to_owned(),
                numbers: vec!["ST-0M4K7Q2X".to_owned()],
            };
            let response = fixture
                .client()
                .list_record_mails(on_behalf_of(&caller, request))
                .await;
            results[3].push(outcome(response.map_err(|status| Failure::from_status(&status))));
            let request = ListMailsRequest {
                mail_id: unknown.clone(),
                ..ListMailsRequest::default()
            };
            let response = fixture.client().list_mails(on_behalf_of(&caller, request)).await;
            results[4].push(outcome(response.map_err(|status| Failure::from_status(&status))));
        }
        let expected = ["oorrrofuf", "ooorrofuf", "nnnrrnfuf", "ooorrofuf", "nnrrrnfuf"];
        assert_eq!(results, expected);
    }
}
