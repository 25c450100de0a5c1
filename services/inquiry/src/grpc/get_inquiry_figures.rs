//! Staff: returns the figures of the day, each by the function that the list behind it uses.

use kit::{
    calendar,
    caller::{Actor, StaffCaller},
    change::{self, Effect},
    domain::{StoreId, UserId},
    failure::Failure,
    staff::{Access, Permission},
    validation::FieldErrors,
};
use proto::inquiry::v1 as wire;
use proto::inquiry::v1::{GetInquiryFiguresRequest, GetInquiryFiguresResponse};
use serde_json::json;
use sqlx::PgConnection;
use time::{Date, Duration, OffsetDateTime};

use super::{State, details, filter::optional};
use crate::{
    store::{
        self,
        figures::{self, FirstAnswer, first_answers},
        inbox::{self, Filter, Page, Sort},
    },
    work::Due,
};

/// Number of customers who have waited longest.
const MAX_WAITING: i64 = 7;

/// Maximum number of next steps.
const MAX_FOLLOW_UPS: i64 = 100;

/// Days of the median of first answers, with today.
const ANSWER_DAYS: i64 = 7;

/// Days of the share of won inquiries, with today.
const DECISION_DAYS: i64 = 90;

pub(super) async fn handle(
    state: &State,
    StaffCaller { actor, .. }: StaffCaller,
    request: GetInquiryFiguresRequest,
) -> Result<GetInquiryFiguresResponse, Failure> {
    let mut errors = FieldErrors::default();
    let store: Option<StoreId> = optional(&mut errors, "store", &request.store_id);
    errors.into_result()?;

    change::run(&state.pool, async |connection| {
        let now = store::inquiry::now(connection).await?;
        let today = calendar::date(now);
        let all = Filter {
            stores: store.map(StoreId::uuid).into_iter().collect(),
            ..Filter::default()
        };
        let waiting = Filter {
            is_waiting: true,
            ..all.clone()
        };
        let waiting = inbox::list(connection, &waiting, Sort::Waiting, now, None, MAX_WAITING).await?;
        let due = due_follow_ups(&actor, today, all.clone());
        let of_today = Filter {
            follow_up_from: Some(calendar::midnight(today)),
            ..due.clone()
        };
        let follow_ups = inbox::list(connection, &due, Sort::Due, now, None, MAX_FOLLOW_UPS).await?;
        let (first_answers, quotes_by_channel) = if leads(&actor) {
            let people = people(connection, store, today).await?;
            (Some(people), Some(by_channel(connection, store, today).await?))
        } else {
            (None, None)
        };
        let detail = json!({"rows": waiting.inquiries.len() + follow_ups.inquiries.len()});
        let response = GetInquiryFiguresResponse {
            overdue: count(connection, &all, now, |due| due == Due::Overdue.name()).await?,
            follow_ups_today: count(connection, &of_today, now, |_| true).await?,
            waiting_records: waiting.total.unwrap_or_default(),
            waiting: rows(waiting, now),
            follow_ups: rows(follow_ups, now),
            first_answers,
            quotes_by_channel,
        };
        Ok::<_, Failure>(Effect::audited(&actor, "ListInquiries", "*", detail).with(response))
    })
    .await
}

/// Whether the actor sees the work of all people.
fn leads(actor: &Actor) -> bool {
    actor.access(Permission::QuotesAssign) == Access::Always
}

/// Returns the filter of the inquiries whose next step is today or overdue: for sales, their own.
fn due_follow_ups(actor: &Actor, today: Date, all: Filter) -> Filter {
    let own = actor.user().filter(|_| !leads(actor));
    Filter {
        assignees: own.map(UserId::uuid).into_iter().collect(),
        follow_up_to: today.next_day().map(calendar::midnight),
        ..all
    }
}

async fn count(
    connection: &mut PgConnection,
    filter: &Filter,
    now: OffsetDateTime,
    is_counted: impl Fn(&str) -> bool,
) -> Result<i64, sqlx::Error> {
    let counts = inbox::count(connection, filter, now, None).await?;
    let counted = counts.iter().filter(|count| is_counted(&count.due));
    Ok(counted.map(|count| count.inquiries).sum())
}

fn rows(page: Page, now: OffsetDateTime) -> Vec<wire::Inquiry> {
    let inquiries = page.inquiries.into_iter();
    inquiries
        .map(|(inquiry, _)| details::row(inquiry, now, true))
        .collect()
}

async fn people(
    connection: &mut PgConnection,
    store: Option<StoreId>,
    today: Date,
) -> Result<wire::FirstAnswers, sqlx::Error> {
    let since = |days| calendar::midnight(today - Duration::days(days - 1));
    let people = first_answers(connection, store, since(ANSWER_DAYS), since(DECISION_DAYS)).await?;
    Ok(wire::FirstAnswers {
        people: people
            .into_iter()
            .map(|person| wire::FirstAnswer {
                won_percent: won_percent(&person),
                staff_id: person.staff.to_string(),
                median_minutes: person.median_minutes,
                open: person.open,
            })
            .collect(),
    })
}

/// Counts the quotes of the month by channel.
async fn by_channel(
    connection: &mut PgConnection,
    store: Option<StoreId>,
    today: Date,
) -> Result<wire::QuotesByChannel, sqlx::Error> {
    let first = calendar::midnight(today.replace_day(1).unwrap_or(today));
    let channels = figures::by_channel(connection, store, first).await?;
    let channels = channels.into_iter().map(|counts| wire::ChannelQuotes {
        channel: counts.channel.name().to_owned(),
        quotes: counts.quotes,
        accepted: counts.accepted,
    });
    Ok(wire::QuotesByChannel {
        channels: channels.collect(),
    })
}

/// Returns the share of won inquiries in whole percent, rounded half up; `None` without a decided one.
const fn won_percent(person: &FirstAnswer) -> Option<i64> {
    let decided = person.won + person.lost;
    if decided == 0 {
        return None;
    }
    Some((person.won * 200 + decided) / (decided * 2))
}

#[cfg(test)]
mod tests {
    use kit::{caller::Caller, grpc::client::on_behalf_of, staff::StaffRole};
    use proto::{
        common::v1 as common,
        inquiry::v1::{
            CountInboxRequest, InboxFilter, InquiryDue, InquiryStatus, ListInboxRequest, RequestQuoteRequest,
        },
    };

    use super::*;
    use crate::testing::{Fixture, WARDROBE, member, message, offers::manager, quote, staff};

    /// An inquiry of a case.
    #[derive(Clone, Copy)]
    struct Case {
        number: &'static str,
        status: &'static str,
        assignee: Option<UserId>,
        created: OffsetDateTime,
        is_answered: bool,
        promise: OffsetDateTime,
        follow_up: Option<OffsetDateTime>,
        minutes: Option<i32>,
        store: Option<StoreId>,
    }

    async fn insert(fixture: &Fixture, case: Case) {
        sqlx::query(
            "insert into inquiry (id, number, kind, language, name, surname, phone, email, message, status, created_at,
                                  last_customer_at, answered_at, promise_at, follow_up_kind, follow_up_at,
                                  follow_up_text, follow_up_overdue_at, assignee, store_id, first_answer_at,
                                  first_answer_minutes)
             select gen_random_uuid(), $1, 'contact', 'az', 'Leyla', '', '', '', '', $2, $3, $3,
                    case when $4 then $3 end, $5, case when $6 is not null then 'call' end, $6,
                    case when $6 is not null then '' end, $6, $7, $8, case when $9 is not null then $3 end, $9",
        )
        .bind(case.number)
        .bind(case.status)
        .bind(case.created)
        .bind(case.is_answered)
        .bind(case.promise)
        .bind(case.follow_up)
        .bind(case.assignee.map(UserId::uuid))
        .bind(case.store.map(StoreId::uuid))
        .bind(case.minutes)
        .execute(fixture.harness.pool())
        .await
        .unwrap();
    }

    async fn figures(fixture: &Fixture, caller: &Caller, store: &str) -> GetInquiryFiguresResponse {
        let request = GetInquiryFiguresRequest {
            store_id: store.to_owned(),
        };
        let response = fixture
            .inbox()
            .get_inquiry_figures(on_behalf_of(caller, request))
            .await;
        response.unwrap().into_inner()
    }

    /// Returns the total of the list behind a figure.
    async fn total(fixture: &Fixture, caller: &Caller, filter: InboxFilter) -> i64 {
        let request = ListInboxRequest {
            filter: Some(filter),
            limit: 1,
            ..ListInboxRequest::default()
        };
        let response = fixture.inbox().list_inbox(on_behalf_of(caller, request)).await;
        response.unwrap().into_inner().total_records
    }

    fn numbers(inquiries: &[wire::Inquiry]) -> Vec<&str> {
        inquiries.iter().map(|inquiry| inquiry.number.as_str()).collect()
    }

    #[expect(clippy::too_many_lines, reason = "one service, one row for each case")]
    #[tokio::test]
    async fn r40_r41_each_figure_is_a_count_by_hand_and_the_total_of_its_list() {
        let fixture = Fixture::start().await;
        let (one, other) = (member(StaffRole::Sales), member(StaffRole::Sales));
        let (by_one, by_other) = (Some(one.user), Some(other.user));
        let now = kit::clock::now();
        let midnight = calendar::midnight(calendar::date(now));
        let (tomorrow, day, second) = (midnight + Duration::DAY, Duration::DAY, Duration::SECOND);
        let store = StoreId::generate();
        let shop = Some(store);
        let base = Case {
            number: "",
            status: "assigned",
            assignee: None,
            created: now - Duration::HOUR,
            is_answered: true,
            promise: now + day * 4,
            follow_up: None,
            minutes: None,
            store: None,
        };
        let late = now - day * 2;
        let cases = [
            // Waits beyond the promise.
            Case {
                number: "SM-1",
                status: "new",
                created: late,
                is_answered: false,
                promise: now - day,
                store: shop,
                ..base
            },
            // Waits.
            Case {
                number: "SM-2",
                assignee: by_one,
                is_answered: false,
                store: shop,
                ..base
            },
            // Waits no more.
            Case {
                number: "SM-3",
                status: "lost",
                assignee: by_one,
                is_answered: false,
                follow_up: Some(midnight),
                ..base
            },
            Case {
                number: "SM-4",
                status: "closed",
                is_answered: false,
                ..base
            },
            // Next steps: the last second of today, of yesterday, and the first one of tomorrow.
            Case {
                number: "SM-5",
                assignee: by_one,
                follow_up: Some(tomorrow - second),
                ..base
            },
            Case {
                number: "SM-6",
                assignee: by_other,
                follow_up: Some(midnight - second),
                ..base
            },
            Case {
                number: "SM-7",
                assignee: by_other,
                follow_up: Some(tomorrow),
                ..base
            },
            // Decided within 90 days, and a second before.
            Case {
                number: "SM-8",
                status: "won",
                assignee: by_one,
                created: midnight - day * 89,
                ..base
            },
            Case {
                number: "SM-9",
                status: "won",
                assignee: by_other,
                created: midnight - day * 89 - second,
                ..base
            },
            // Answered within 7 days, and a second before.
            Case {
                number: "SM-10",
                status: "waiting",
                assignee: by_one,
                created: midnight - day * 6,
                minutes: Some(10),
                ..base
            },
            Case {
                number: "SM-11",
                status: "offered",
                assignee: by_one,
                minutes: Some(30),
                store: shop,
                ..base
            },
            Case {
                number: "SM-12",
                status: "waiting",
                assignee: by_one,
                created: midnight - day * 6 - second,
                minutes: Some(900),
                ..base
            },
            Case {
                number: "SM-13",
                status: "won",
                assignee: by_other,
                minutes: Some(7),
                ..base
            },
        ];
        for case in cases {
            insert(&fixture, case).await;
        }

        let lead = manager();
        let response = figures(&fixture, &lead, "").await;
        assert_eq!(numbers(&response.waiting), ["SM-1", "SM-2"]);
        assert_eq!(response.waiting_records, 2);
        // The late step and the late promise.
        assert_eq!(response.overdue, 2);
        assert_eq!(response.follow_ups_today, 1);
        assert_eq!(numbers(&response.follow_ups), ["SM-6", "SM-5"]);
        let mut people = response.first_answers.clone().unwrap().people;
        people.sort_by_key(|person| person.staff_id != one.user.to_string());
        let person = |staff: UserId, median_minutes, open, won_percent| wire::FirstAnswer {
            staff_id: staff.to_string(),
            median_minutes,
            open,
            won_percent,
        };
        assert_eq!(
            people,
            [
                person(one.user, Some(20), 5, Some(50)),
                person(other.user, Some(7), 2, Some(100))
            ]
        );

        let today = calendar::date(now).to_string();
        let due = InboxFilter {
            follow_up_to: today.clone(),
            ..InboxFilter::default()
        };
        let of_today = InboxFilter {
            follow_up_from: today,
            ..due.clone()
        };
        let waiting = InboxFilter {
            is_waiting: true,
            ..InboxFilter::default()
        };
        let overdue = InboxFilter {
            dues: vec![InquiryDue::Overdue.into()],
            ..InboxFilter::default()
        };
        let open = InboxFilter {
            assignees: vec![one.user.to_string()],
            statuses: [
                InquiryStatus::New,
                InquiryStatus::Assigned,
                InquiryStatus::Waiting,
                InquiryStatus::Offered,
            ]
            .map(Into::into)
            .to_vec(),
            ..InboxFilter::default()
        };
        for (name, filter, expected) in [
            ("waiting", &waiting, 2),
            ("overdue", &overdue, 2),
            ("today", &of_today, 1),
            ("due", &due, 2),
            ("open", &open, 5),
        ] {
            assert_eq!(total(&fixture, &lead, filter.clone()).await, expected, "{name}");
        }

        let of_store = figures(&fixture, &lead, &store.to_string()).await;
        assert_eq!(
            (
                of_store.waiting_records,
                of_store.overdue,
                of_store.follow_ups.len()
            ),
            (2, 1, 0)
        );
        let people = of_store.first_answers.unwrap().people;
        assert_eq!(people, [person(one.user, Some(30), 2, None)]);

        // Sales: own next steps, and nothing about others.
        let own = figures(&fixture, &staff(other), "").await;
        assert_eq!((own.waiting_records, own.overdue), (2, 2));
        assert_eq!(
            (numbers(&own.follow_ups), own.follow_ups_today),
            (vec!["SM-6"], 0)
        );
        assert_eq!(own.first_answers, None);
    }

    #[tokio::test]
    async fn r40_r41_quotes_and_acceptances_of_a_channel_are_counts_by_hand_and_the_totals_of_their_lists() {
        let fixture = Fixture::start().await;
        let lead = manager();
        let mut quotes = Vec::new();
        for (key, channel) in [("a", "ads"), ("b", "ads"), ("c", "mail"), ("d", "ads"), ("e", "")] {
            let request = RequestQuoteRequest {
                idempotency_key: key.to_owned(),
                visit: Some(common::Visit {
                    channel: channel.to_owned(),
                    source: "google".to_owned(),
                    ..common::Visit::default()
                }),
                ..quote(WARDROBE)
            };
            quotes.push(fixture.request_quote(request).await.unwrap());
        }
        for quote in &quotes[1..4] {
            let draft = fixture.draft_of(&lead, quote).await;
            let sent = fixture.send(&lead, &draft).await.unwrap();
            assert_eq!(sent.visit.as_ref().unwrap().source, "google", "{quote}");
            fixture.accept(&fixture.token(&sent).await, &sent).await.unwrap();
        }
        // Came in the month before, and its offer was accepted then.
        let pool = fixture.harness.pool();
        for statement in [
            "update inquiry set created_at = created_at - interval '40 days' where number = $1",
            "update offer set decided_at = decided_at - interval '40 days'
             where inquiry_id = (select id from inquiry where number = $1)",
        ] {
            sqlx::query(statement)
                .bind(&quotes[3])
                .execute(pool)
                .await
                .unwrap();
        }
        fixture.send_message(message("Salam")).await.unwrap();

        let channels = figures(&fixture, &lead, "")
            .await
            .quotes_by_channel
            .unwrap()
            .channels;
        let channel = |channel: &str, quotes, accepted| wire::ChannelQuotes {
            channel: channel.to_owned(),
            quotes,
            accepted,
        };
        assert_eq!(
            channels,
            [
                channel("ads", 2, 1),
                channel("mail", 1, 1),
                channel("unknown", 1, 0)
            ]
        );
        let today = calendar::date(kit::clock::now());
        let first = today.replace_day(1).unwrap();
        for figures in channels {
            let of_channel = InboxFilter {
                channels: vec![figures.channel.clone()],
                ..InboxFilter::default()
            };
            let came = InboxFilter {
                kinds: vec![wire::InquiryKind::Quote.into()],
                from: first.to_string(),
                to: today.to_string(),
                ..of_channel.clone()
            };
            assert_eq!(total(&fixture, &lead, came).await, figures.quotes, "{figures:?}");
            let accepted = InboxFilter {
                accepted_from: first.to_string(),
                accepted_to: today.to_string(),
                ..of_channel
            };
            let request = CountInboxRequest {
                filter: Some(accepted.clone()),
            };
            let counted = fixture.inbox().count_inbox(on_behalf_of(&lead, request)).await;
            let counted: i64 = counted
                .unwrap()
                .into_inner()
                .by_status
                .iter()
                .map(|one| one.count)
                .sum();
            assert_eq!(
                (total(&fixture, &lead, accepted).await, counted),
                (figures.accepted, figures.accepted),
                "{figures:?}"
            );
        }
        let sales = staff(member(StaffRole::Sales));
        assert_eq!(figures(&fixture, &sales, "").await.quotes_by_channel, None);
        let elsewhere = figures(&fixture, &lead, &StoreId::generate().to_string()).await;
        assert_eq!(elsewhere.quotes_by_channel.unwrap().channels, []);
    }
}
