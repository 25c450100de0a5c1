//! Staff: returns a page of the inbox.

use kit::{
    caller::StaffCaller,
    change::{self, Effect},
    cursor::{Fingerprint, Limit},
    failure::Failure,
    validation::FieldErrors,
};
use proto::inquiry::v1::{ListInboxRequest, ListInboxResponse};
use serde_json::json;

use super::{State, details, filter};
use crate::store::{
    self,
    inbox::{self, Position},
};

/// Number to which totals are exact, plus one.
const MAX_TOTAL: i64 = 10_001;

pub(super) async fn handle(
    state: &State,
    StaffCaller { actor, .. }: StaffCaller,
    request: ListInboxRequest,
) -> Result<ListInboxResponse, Failure> {
    let mut errors = FieldErrors::default();
    let mut filter = filter::filter(&mut errors, &actor, &request.filter.unwrap_or_default());
    let sort = errors.word("sort", request.sort);
    let limit = Limit::validate(&mut errors, request.limit);
    let sort = errors.finish(sort)?;
    let list = Fingerprint::new(&serde_json::to_string(&(&filter, format!("{sort:?}"))).unwrap_or_default());
    let after: Option<Position> = list.decode(&request.cursor)?;

    change::run(&state.pool, async |connection| {
        let now = store::inquiry::now(connection).await?;
        filter.resolve(connection).await?;
        let as_of = after.as_ref().map_or(now, |after| after.as_of);
        let page = inbox::list(connection, &filter, sort, as_of, after.as_ref(), limit.rows()).await?;
        let total = match page.total {
            Some(total) => total,
            None => inbox::count(connection, &filter, as_of, None)
                .await?
                .iter()
                .map(|count| count.inquiries)
                .sum(),
        };
        let mut found = page.inquiries;
        let next_cursor = list.next(limit, &mut found, |(_, position)| position.clone())?;
        let detail = json!({"rows": found.len()});
        let response = ListInboxResponse {
            inquiries: found
                .into_iter()
                .map(|(inquiry, _)| details::row(inquiry, now, true))
                .collect(),
            next_cursor,
            total_records: total.min(MAX_TOTAL),
        };
        if request.is_export {
            return Ok(Effect::none().with(response));
        }
        Ok(Effect::audited(&actor, "ListInquiries", "*", detail).with(response))
    })
    .await
}

#[cfg(test)]
mod tests {
    use kit::{grpc::client::on_behalf_of, staff::StaffRole};
    use proto::inquiry::v1::{CountInboxRequest, InboxFilter, InboxSort, Inquiry, InquiryDue};

    use super::*;
    use crate::{
        testing::{
            Fixture, WARDROBE, brochure, member, message,
            offers::{manager, sales},
            quote, staff,
        },
        work::Due,
    };

    async fn list(
        fixture: &Fixture,
        filter: InboxFilter,
        sort: InboxSort,
        limit: u32,
    ) -> (Vec<Inquiry>, i64) {
        let caller = staff(member(StaffRole::Sales));
        let (mut all, mut cursor) = (Vec::new(), String::new());
        loop {
            let request = ListInboxRequest {
                filter: Some(filter.clone()),
                sort: sort.into(),
                cursor,
                limit,
                is_export: false,
            };
            let response = fixture.inbox().list_inbox(on_behalf_of(&caller, request)).await;
            let response = response.unwrap().into_inner();
            all.extend(response.inquiries);
            cursor = response.next_cursor;
            if cursor.is_empty() {
                return (all, response.total_records);
            }
        }
    }

    /// Inserts inquiries with all combinations of status, follow-up, promise and answer, and different ends of
    /// offers.
    async fn fill(fixture: &Fixture) {
        sqlx::query(
            "insert into inquiry (id, number, kind, language, name, surname, phone, email, message, status, created_at,
                                  last_customer_at, answered_at, promise_at, follow_up_kind, follow_up_at,
                                  follow_up_text, follow_up_overdue_at, offer_ends_on)
             select gen_random_uuid(), 'SM-' || row_number() over (), kind, 'az', 'Leyla', '', '', '', '', status, asked,
                    asked, answered, promise, case when follow_up is not null then 'call' end, follow_up,
                    case when follow_up is not null then '' end, follow_up,
                    (now() at time zone interval '4 hours')::date + nullif(row_number() over () % 7, 0)::integer - 3
             from unnest(array['contact', 'catalogue']) as kind,
                  unnest(array['new', 'assigned', 'waiting', 'answered', 'offered', 'won', 'lost', 'closed']) as status,
                  unnest(array[now() - interval '3 days', now() - interval '1 hour']) as asked,
                  unnest(array[null, asked - interval '1 minute', asked]) as answered,
                  unnest(array[asked + interval '1 day', asked + interval '4 days']) as promise,
                  unnest(array[null, now() - interval '2 days', now() - interval '1 second', now() + interval '2 hours',
                               now() + interval '3 days']) as follow_up",
        )
        .execute(fixture.harness.pool())
        .await
        .unwrap();
        sqlx::query(
            "insert into planned_step (id, inquiry_id, kind, at, text, overdue_at)
             select gen_random_uuid(), id, follow_up_kind, follow_up_at, follow_up_text, follow_up_overdue_at
             from inquiry where follow_up_at is not null",
        )
        .execute(fixture.harness.pool())
        .await
        .unwrap();
    }

    #[tokio::test]
    async fn order_and_groups_in_sql_are_those_of_the_rule() {
        let fixture = Fixture::start().await;
        fill(&fixture).await;
        let (all, total) = list(&fixture, InboxFilter::default(), InboxSort::Unspecified, 37).await;
        assert_eq!((all.len(), total), (960, 960));
        // Each page computes its groups by the rule, the order comes from SQL.
        let place = |inquiry: &Inquiry| {
            let work = inquiry.work.clone().unwrap();
            let seconds = |at: Option<prost_types::Timestamp>| at.map(|at| (at.seconds, at.nanos / 1_000));
            let times = [work.follow_up.clone().and_then(|step| step.at), work.promise_at];
            let key = match work.due() {
                InquiryDue::Done => seconds(inquiry.created_at).map(|(seconds, micros)| (-seconds, -micros)),
                InquiryDue::Unanswered => seconds(work.waiting_since),
                _ => {
                    let first = times.into_iter().filter_map(seconds).min();
                    first.or(seconds(work.last_customer_at))
                }
            };
            (Due::ALL.iter().position(|due| i32::from(*due) == work.due), key)
        };
        let places: Vec<_> = all.iter().map(place).collect();
        assert!(places.is_sorted(), "{places:?}");
        let mut numbers: Vec<_> = all.iter().map(|inquiry| &inquiry.number).collect();
        numbers.sort_unstable();
        numbers.dedup();
        assert_eq!(numbers.len(), 960);
        // The filter and the counts by SQL agree with the rule.
        for due in [
            InquiryDue::ToOrder,
            InquiryDue::ChangeWanted,
            InquiryDue::Overdue,
            InquiryDue::Today,
            InquiryDue::Unanswered,
            InquiryDue::New,
            InquiryDue::Waiting,
            InquiryDue::Later,
            InquiryDue::Done,
        ] {
            let expected = all
                .iter()
                .filter(|inquiry| inquiry.work.as_ref().unwrap().due() == due)
                .count();
            let filter = InboxFilter {
                dues: vec![due.into()],
                ..InboxFilter::default()
            };
            let (found, total) = list(&fixture, filter, InboxSort::Unspecified, 100).await;
            assert_eq!(
                (found.len(), total),
                (expected, i64::try_from(expected).unwrap()),
                "{due:?}"
            );
            let request = on_behalf_of(&testkit::caller::staff(), CountInboxRequest::default());
            let counts = fixture.inbox().count_inbox(request).await.unwrap().into_inner();
            let counted = counts.by_due.iter().find(|count| count.due == i32::from(due));
            assert_eq!(counted.unwrap().count, i64::try_from(expected).unwrap());
        }
    }

    /// Requests a quote and changes its row.
    async fn requested(fixture: &Fixture, change: &str) -> String {
        let request = proto::inquiry::v1::RequestQuoteRequest {
            idempotency_key: uuid::Uuid::now_v7().to_string(),
            ..quote(WARDROBE)
        };
        let number = fixture.request_quote(request).await.unwrap();
        let update = sqlx::AssertSqlSafe(format!("update inquiry set {change} where number = $1"));
        sqlx::query(update)
            .bind(&number)
            .execute(fixture.harness.pool())
            .await
            .unwrap();
        number
    }

    #[tokio::test]
    async fn the_order_of_the_list_is_the_order_of_the_money() {
        let fixture = Fixture::start().await;
        // Their mails were sent.
        sqlx::query(
            "insert into inquiry (id, number, kind, language, name, surname, phone, email, message, status, answered_at)
             select gen_random_uuid(), 'SC-' || number, 'catalogue', 'az', 'Leyla', '', '', 'leyla@example.az', '', 'closed', now()
             from generate_series(1, 199) as number",
        )
        .execute(fixture.harness.pool())
        .await
        .unwrap();
        let unsent = fixture.request_brochure(brochure()).await.unwrap();
        let step = |at: &str| {
            format!(
                "answered_at = now(), status = 'assigned', follow_up_kind = 'call', follow_up_text = '',
                 follow_up_at = {at}, follow_up_overdue_at = {at}"
            )
        };
        let end_of_today =
            "((now() at time zone 'Asia/Baku')::date + time '23:59:59.999') at time zone 'Asia/Baku'";
        let lost = requested(&fixture, "status = 'lost', reason = 'price'").await;
        let later = requested(&fixture, &step("now() + interval '5 days'")).await;
        let new = requested(&fixture, "last_customer_at = now() - interval '2 hours'").await;
        // Answered, though nobody took it.
        let answered = requested(
            &fixture,
            "answered_at = now(), last_customer_at = now() - interval '3 hours'",
        )
        .await;
        let longest = requested(
            &fixture,
            "status = 'offered', last_customer_at = now() - interval '1 hour'",
        )
        .await;
        let unanswered = requested(&fixture, "status = 'waiting'").await;
        let today = requested(&fixture, &step(end_of_today)).await;
        let broken_promise = requested(&fixture, "promise_at = now() - interval '1 minute'").await;
        let late_step = requested(&fixture, &step("now() - interval '1 hour'")).await;
        let sales = sales();
        let waiting = fixture.sent(&sales).await;
        let changed = fixture.sent(&sales).await;
        let token = fixture.token(&changed).await;
        fixture.ask_for_change(&token, &changed, "92 sm").await.unwrap();
        let accepted = fixture.sent(&sales).await;
        let token = fixture.token(&accepted).await;
        fixture.accept(&token, &accepted).await.unwrap();
        let by_hand = fixture.sent(&sales).await;
        let by_phone = proto::inquiry::v1::AcceptOfferByPhoneRequest {
            offer_id: by_hand.id.clone(),
            version: by_hand.version,
            total_minor: by_hand.total_minor,
            text: "Razıdır".to_owned(),
            ..Default::default()
        };
        fixture
            .offers()
            .accept_offer_by_phone(on_behalf_of(&manager(), by_phone))
            .await
            .unwrap();

        let (all, total) = list(&fixture, InboxFilter::default(), InboxSort::Unspecified, 100).await;
        assert_eq!(total, 213);
        let found: Vec<_> = all.iter().map(|inquiry| inquiry.number.as_str()).collect();
        let expected = [
            &accepted.inquiry_number,
            &by_hand.inquiry_number,
            &changed.inquiry_number,
            &late_step,
            &broken_promise,
            &today,
            &longest,
            &unanswered,
            &unsent,
            &new,
            &answered,
            &waiting.inquiry_number,
            &later,
            &lost,
        ];
        assert_eq!(found[..13], expected[..13]);
        // Brochure requests are done with their mail.
        assert!(found[13..].contains(&lost.as_str()));
        assert!(
            all[13..]
                .iter()
                .all(|inquiry| inquiry.work.as_ref().unwrap().due() == InquiryDue::Done)
        );
        // They are found by a filter.
        let kinds = InboxFilter {
            kinds: vec![proto::inquiry::v1::InquiryKind::Catalogue.into()],
            ..InboxFilter::default()
        };
        assert_eq!(list(&fixture, kinds, InboxSort::Newest, 100).await.1, 200);
        // An answer ends the wish for a change, an order the first group.
        sqlx::query("update inquiry set answered_at = now()")
            .execute(fixture.harness.pool())
            .await
            .unwrap();
        sqlx::query("update offer set order_id = gen_random_uuid() where state = 'accepted'")
            .execute(fixture.harness.pool())
            .await
            .unwrap();
        let due = async |number: &str| fixture.read(number).await.work.unwrap().due();
        assert_eq!(due(&changed.inquiry_number).await, InquiryDue::Later);
        assert_eq!(due(&accepted.inquiry_number).await, InquiryDue::Done);
    }

    #[tokio::test]
    async fn other_orders_are_by_time() {
        let fixture = Fixture::start().await;
        fill(&fixture).await;
        for (sort, is_descending) in [(InboxSort::Newest, true), (InboxSort::Oldest, false)] {
            let (all, _) = list(&fixture, InboxFilter::default(), sort, 100).await;
            let mut times: Vec<_> = all
                .iter()
                .map(|inquiry| inquiry.created_at.unwrap().seconds)
                .collect();
            if is_descending {
                times.reverse();
            }
            assert!(times.is_sorted());
        }
        let (all, _) = list(&fixture, InboxFilter::default(), InboxSort::Waiting, 100).await;
        let waiting: Vec<_> = all
            .iter()
            .map(|inquiry| inquiry.work.as_ref().unwrap().waiting_since.map(|at| at.seconds))
            .collect();
        assert!(waiting.iter().take_while(|at| at.is_some()).is_sorted());
        assert!(waiting.iter().skip_while(|at| at.is_some()).all(Option::is_none));
    }

    #[tokio::test]
    async fn searches_by_number_phone_name_and_product() {
        let fixture = Fixture::start().await;
        let number = fixture.request_quote(quote(WARDROBE)).await.unwrap();
        fixture.send_message(message("Salam")).await.unwrap();
        let offer = fixture.draft_of(&manager(), &number).await;
        for (query, expected) in [
            (number[..6].to_lowercase().as_str(), 1),
            ("memmedova", 2),
            ("ŞKAF", 1),
            ("050 123 45", 0),
            ("4567", 2),
            (&*format!("№ {}", number.replace('-', "–")), 1),
            (&*number[3..].to_lowercase().replace('0', "o"), 1),
            (&*number.replace('-', ""), 1),
            ("+994 50 123 45 67", 2),
            ("994 (0)50/123.45–67", 2),
            ("050-123-45-67", 2),
            ("example.az", 2),
            ("məmmədova LEYLA", 2),
            ("Мәммәдова skaf", 1),
            ("Leyla (050) 123-45-67", 2),
            ("4567 şkaf", 1),
            (&*format!("leyla {number}"), 1),
            ("Leyla divan", 0),
            ("ьъ", 0),
            ("Rauf", 0),
            (offer.number.as_str(), 1),
            (&*offer.number[..5].to_lowercase(), 1),
            ("ST-00000000", 0),
        ] {
            let filter = InboxFilter {
                query: query.to_owned(),
                ..InboxFilter::default()
            };
            let (found, _) = list(&fixture, filter, InboxSort::Newest, 10).await;
            assert_eq!(found.len(), expected, "{query}");
        }
    }

    #[tokio::test]
    async fn rejects_foreign_cursors_and_invalid_filters() {
        let fixture = Fixture::start().await;
        for text in ["a", "b"] {
            fixture.send_message(message(text)).await.unwrap();
        }
        let caller = staff(member(StaffRole::Sales));
        let list = async |request: ListInboxRequest| {
            fixture.inbox().list_inbox(on_behalf_of(&caller, request)).await
        };
        let request = ListInboxRequest {
            limit: 1,
            ..ListInboxRequest::default()
        };
        let cursor = list(request.clone()).await.unwrap().into_inner().next_cursor;
        let foreign = ListInboxRequest {
            sort: InboxSort::Newest.into(),
            cursor,
            ..request
        };
        let error = list(foreign).await.unwrap_err();
        let pair = |field: &str, key: &str| (field.to_owned(), key.to_owned());
        assert_eq!(crate::testing::fields(&error), [pair("cursor", "FIELD.INVALID")]);
        let invalid = ListInboxRequest {
            limit: 101,
            filter: Some(InboxFilter {
                query: "a".to_owned(),
                assignees: vec!["Nigar".to_owned()],
                ..InboxFilter::default()
            }),
            ..ListInboxRequest::default()
        };
        assert_eq!(
            crate::testing::fields(&list(invalid).await.unwrap_err()),
            [
                pair("q", "FIELD.TOO_SHORT"),
                pair("assignee", "FIELD.INVALID"),
                pair("limit", "FIELD.OUT_OF_RANGE")
            ]
        );
    }
}
