//! Notices to the staff.

use std::marker::PhantomData;

use async_trait::async_trait;
use kit::{
    caller::OPERATOR,
    clock,
    domain::{EventId, UserId},
    events::{Handler, HandlerError, Received},
    failure::Failure,
    grpc::with_timeout,
    service::Service,
    staff::{Access, Permission, StaffRole},
};
use proto::{
    event::Event,
    inquiry::v1::{
        FollowUpDue, InquiryAnswered, InquiryAssigned, InquiryClosed, InquiryMentioned, OfferAccepted,
        OfferApprovalAsked, OfferApprovalDecided, OfferAsked, OfferDeclined, OfferOpened, QuoteRequested,
    },
    order::v1::{OrderAssigned, OrderMentioned},
};
use sqlx::PgConnection;
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use crate::{
    clients::{LOOKUP_TIMEOUT, NoticeClient},
    mail::SubjectKind,
    notice::{About, NewNotice, NoticeKind},
    store,
};

/// Age from which an event has no notice: a consumer that is new in a shop gets the events of the last 30 days.
const MAX_AGE: Duration = Duration::days(1);

/// Adds the consumers.
pub(super) fn add_to(service: Service, client: &NoticeClient) -> Service {
    service
        .consumer(NoticeConsumer::<InquiryMentioned>::new(client))
        .consumer(NoticeConsumer::<OrderMentioned>::new(client))
        .consumer(NoticeConsumer::<OfferApprovalAsked>::new(client))
        .consumer(NoticeConsumer::<OfferApprovalDecided>::new(client))
        .consumer(NoticeConsumer::<OfferOpened>::new(client))
        .consumer(NoticeConsumer::<OfferAccepted>::new(client))
        .consumer(NoticeConsumer::<OfferDeclined>::new(client))
        .consumer(NoticeConsumer::<OfferAsked>::new(client))
        .consumer(NoticeConsumer::<InquiryAssigned>::new(client))
        .consumer(NoticeConsumer::<OrderAssigned>::new(client))
        .consumer(NoticeConsumer::<QuoteRequested>::new(client))
        .consumer(NoticeConsumer::<FollowUpDue>::new(client))
        .consumer(NoticeConsumer::<InquiryAnswered>::new(client))
        .consumer(NoticeConsumer::<InquiryClosed>::new(client))
}

/// A notice that an event causes.
#[derive(Debug, PartialEq, Eq)]
struct Draft {
    kind: NoticeKind,
    record: Record,
    audience: Audience,
}

/// The record of a notice.
#[derive(Debug, PartialEq, Eq)]
enum Record {
    Quote(String),
    Order(String),
    /// UUID of a revision.
    Offer(String),
}

/// Who gets a notice. Nobody gets one of their own deed.
#[derive(Debug, PartialEq, Eq)]
enum Audience {
    /// These members: UUIDs, `operator` or empty texts.
    Members(Vec<String>),
    /// The assignee of the offer's quote, otherwise those who approve discounts.
    Assignee,
    /// The member who asked for the approval of the offer.
    Asker,
    /// Members who approve discounts.
    Approvers,
    /// Members who answer quotes.
    Sellers,
}

/// The notices of an event.
trait Notices: Event {
    /// Name of the durable consumer.
    const NAME: &'static str;

    /// Returns the notices.
    fn drafts(&self) -> Vec<Draft> {
        Vec::new()
    }

    /// Returns who caused the event: a staff UUID, `operator` or empty; `None` for the system.
    fn by(&self) -> Option<&str> {
        None
    }

    /// Returns the number of a quote that is no longer new.
    fn ended_quote(&self) -> Option<&str> {
        None
    }
}

impl Notices for InquiryMentioned {
    const NAME: &'static str = "notification-notice-mention";

    fn drafts(&self) -> Vec<Draft> {
        vec![Draft {
            kind: NoticeKind::Mention,
            record: Record::Quote(self.number.clone()),
            audience: Audience::Members(self.staff_ids.clone()),
        }]
    }

    fn by(&self) -> Option<&str> {
        Some(&self.by)
    }
}

impl Notices for OrderMentioned {
    const NAME: &'static str = "notification-notice-order-mention";

    fn drafts(&self) -> Vec<Draft> {
        vec![Draft {
            kind: NoticeKind::Mention,
            record: Record::Order(self.order_number.clone()),
            audience: Audience::Members(self.staff_ids.clone()),
        }]
    }

    fn by(&self) -> Option<&str> {
        Some(&self.by)
    }
}

/// Implements [`Notices`] for events of offers with one notice.
macro_rules! offer_notices {
    ($($event:ident, $name:literal: |$it:ident| $kind:expr => $audience:expr;)+) => {$(
        impl Notices for $event {
            const NAME: &'static str = $name;

            fn drafts(&self) -> Vec<Draft> {
                let $it = self;
                vec![Draft {
                    kind: $kind,
                    record: Record::Offer($it.offer_id.clone()),
                    audience: $audience,
                }]
            }

            fn by(&self) -> Option<&str> {
                Some(&self.by)
            }
        }
    )+};
}

offer_notices! {
    OfferApprovalAsked, "notification-notice-approval-asked": |event| NoticeKind::ApprovalAsked => Audience::Approvers;
    OfferApprovalDecided, "notification-notice-approval-decided": |event| if event.is_approved {
        NoticeKind::ApprovalGiven
    } else {
        NoticeKind::ApprovalRefused
    } => Audience::Asker;
    OfferOpened, "notification-notice-opened": |event| NoticeKind::OfferOpened => Audience::Assignee;
    OfferAccepted, "notification-notice-acceptance": |event| NoticeKind::OfferAccepted => Audience::Assignee;
    OfferDeclined, "notification-notice-refusal": |event| NoticeKind::OfferDeclined => Audience::Assignee;
    OfferAsked, "notification-notice-wish": |event| if event.what == "again" {
        NoticeKind::OfferWanted
    } else {
        NoticeKind::ChangeAsked
    } => Audience::Assignee;
}

/// Returns the notices of a change of the assignee.
fn assignment(
    record: impl Fn() -> Record,
    [assigned, taken]: [NoticeKind; 2],
    [assignee, previous]: [&str; 2],
) -> Vec<Draft> {
    [(assigned, assignee), (taken, previous)]
        .map(|(kind, member)| Draft {
            kind,
            record: record(),
            audience: Audience::Members(vec![member.to_owned()]),
        })
        .into()
}

impl Notices for InquiryAssigned {
    const NAME: &'static str = "notification-notice-assignment";

    fn drafts(&self) -> Vec<Draft> {
        let kinds = [NoticeKind::QuoteAssigned, NoticeKind::QuoteTaken];
        let record = || Record::Quote(self.number.clone());
        assignment(record, kinds, [&self.assignee_id, &self.previous_id])
    }

    fn by(&self) -> Option<&str> {
        Some(&self.by)
    }

    fn ended_quote(&self) -> Option<&str> {
        (!self.assignee_id.is_empty()).then_some(&self.number)
    }
}

impl Notices for OrderAssigned {
    const NAME: &'static str = "notification-notice-order-assignment";

    fn drafts(&self) -> Vec<Draft> {
        let kinds = [NoticeKind::OrderAssigned, NoticeKind::OrderTaken];
        let record = || Record::Order(self.order_number.clone());
        assignment(record, kinds, [&self.assignee_id, &self.previous_id])
    }

    fn by(&self) -> Option<&str> {
        Some(&self.by)
    }
}

impl Notices for QuoteRequested {
    const NAME: &'static str = "notification-notice-quote";

    fn drafts(&self) -> Vec<Draft> {
        vec![Draft {
            kind: NoticeKind::NewQuote,
            record: Record::Quote(self.number.clone()),
            audience: Audience::Sellers,
        }]
    }
}

impl Notices for FollowUpDue {
    const NAME: &'static str = "notification-notice-follow-up";

    fn drafts(&self) -> Vec<Draft> {
        let kind = if self.is_overdue {
            NoticeKind::FollowUpOverdue
        } else {
            NoticeKind::FollowUpDue
        };
        let audience = if self.is_overdue || self.assignee_id.is_empty() {
            Audience::Approvers
        } else {
            Audience::Members(vec![self.assignee_id.clone()])
        };
        vec![Draft {
            kind,
            record: Record::Quote(self.number.clone()),
            audience,
        }]
    }
}

impl Notices for InquiryAnswered {
    const NAME: &'static str = "notification-notice-answer";

    fn by(&self) -> Option<&str> {
        Some(&self.by)
    }

    fn ended_quote(&self) -> Option<&str> {
        Some(&self.number)
    }
}

impl Notices for InquiryClosed {
    const NAME: &'static str = "notification-notice-close";

    fn by(&self) -> Option<&str> {
        Some(&self.by)
    }

    fn ended_quote(&self) -> Option<&str> {
        Some(&self.number)
    }
}

/// Inserts the notices of an event.
struct NoticeConsumer<E> {
    client: NoticeClient,
    event: PhantomData<E>,
}

impl<E> NoticeConsumer<E> {
    fn new(client: &NoticeClient) -> Self {
        Self {
            client: client.clone(),
            event: PhantomData,
        }
    }
}

#[async_trait]
impl<E: Notices> Handler for NoticeConsumer<E> {
    type Event = E;

    const NAME: &'static str = E::NAME;

    async fn handle(
        &self,
        connection: &mut PgConnection,
        Received { id, event }: Received<E>,
    ) -> Result<(), HandlerError> {
        let now = clock::now();
        let at = time_of(id).unwrap_or(now);
        if at < now - MAX_AGE {
            return Ok(());
        }
        let by = event.by().unwrap_or_default();
        for draft in event.drafts() {
            let resolved = with_timeout(LOOKUP_TIMEOUT, resolve(&self.client, draft, by));
            let found = resolved
                .await
                .map_err(|error| HandlerError::Transient(error.into()))?;
            if let Some((kind, about, staff)) = found {
                let notice = NewNotice {
                    event: id,
                    kind,
                    staff,
                    about,
                    actor: Some(by.to_owned()).filter(|by| !by.is_empty()),
                    at,
                };
                store::notice::insert(connection, &notice).await?;
            }
        }
        if let Some(number) = event.ended_quote() {
            store::notice::end_new_quote(connection, number).await?;
        }
        Ok(())
    }
}

/// Returns the time of an event, which its id has.
fn time_of(event: EventId) -> Option<OffsetDateTime> {
    let (seconds, nanos) = event.uuid().get_timestamp()?.to_unix();
    let time = OffsetDateTime::from_unix_timestamp(seconds.try_into().ok()?).ok()?;
    Some(time + Duration::nanoseconds(nanos.into()))
}

/// Returns the record and the members of a notice, without who caused it; `None` if there is nobody to tell.
async fn resolve(
    client: &NoticeClient,
    draft: Draft,
    by: &str,
) -> Result<Option<(NoticeKind, About, Vec<UserId>)>, Failure> {
    let about = |kind, number, offer| About { kind, number, offer };
    let (about, work) = match draft.record {
        Record::Quote(number) => (about(SubjectKind::Quote, number, None), None),
        Record::Order(number) => (about(SubjectKind::Order, number, None), None),
        Record::Offer(id) => {
            let Ok(offer) = Uuid::try_parse(&id) else {
                return Ok(None);
            };
            let Some(work) = client.offer(offer).await? else {
                return Ok(None);
            };
            let about = about(SubjectKind::Quote, work.quote_number.clone(), Some(offer));
            (about, Some(work))
        }
    };
    let approves = |role: StaffRole| role.access(Permission::OffersApprove) == Access::Always;
    let staff = match (draft.audience, work) {
        (Audience::Members(members), _) => parse(&members),
        (Audience::Asker, Some(work)) => parse(&[work.asked_by]),
        (Audience::Assignee, Some(work)) if ![OPERATOR, ""].contains(&work.assignee.as_str()) => {
            parse(&[work.assignee])
        }
        (Audience::Sellers, _) => {
            let sells = |role: StaffRole| role.access(Permission::QuotesCreate) == Access::Always;
            client.members(sells).await?
        }
        (Audience::Assignee | Audience::Asker | Audience::Approvers, _) => client.members(approves).await?,
    };
    let staff: Vec<_> = staff
        .into_iter()
        .filter(|member| member.to_string() != by)
        .collect();
    Ok((!staff.is_empty()).then_some((draft.kind, about, staff)))
}

/// Parses the ids of members; the operator and empty texts are none.
fn parse(members: &[String]) -> Vec<UserId> {
    members.iter().filter_map(|member| member.parse().ok()).collect()
}

#[cfg(test)]
mod tests {
    use kit::{
        caller::{Caller, CallerKind, StaffMember},
        domain::Language,
        grpc::client::on_behalf_of,
    };
    use proto::{
        inquiry::v1::OfferState,
        notification::v1::{
            CountNoticesRequest, ListNoticesRequest, ListNoticesResponse, Noticed, ReadNoticesRequest,
        },
    };

    use super::*;
    use crate::testing::Fixture;

    const QUOTE: &str = "SQ-7Q2M04XK";

    fn caller(user: UserId) -> Caller {
        Caller {
            kind: CallerKind::Staff(StaffMember {
                user,
                role: StaffRole::Sales,
                is_stepped_up: false,
            }),
            language: Language::En,
        }
    }

    async fn page(
        fixture: &Fixture,
        user: UserId,
        unread: bool,
        cursor: &str,
        limit: u32,
    ) -> ListNoticesResponse {
        let request = ListNoticesRequest {
            cursor: cursor.to_owned(),
            limit,
            unread,
        };
        let request = on_behalf_of(&caller(user), request);
        fixture.client().list_notices(request).await.unwrap().into_inner()
    }

    /// Returns kind, number and actor of the unread notices of a member, newest first.
    async fn unread(fixture: &Fixture, user: UserId) -> Vec<(String, String, String)> {
        fixture.harness.wait_until_idle().await;
        let notices = page(fixture, user, true, "", 100).await.notices;
        notices
            .into_iter()
            .map(|notice| (notice.kind, notice.number, notice.actor))
            .collect()
    }

    async fn kinds(fixture: &Fixture, user: UserId) -> Vec<String> {
        let notices = unread(fixture, user).await;
        notices.into_iter().map(|(kind, ..)| kind).collect()
    }

    async fn count(fixture: &Fixture, user: UserId) -> i64 {
        let request = on_behalf_of(&caller(user), CountNoticesRequest {});
        fixture
            .client()
            .count_notices(request)
            .await
            .unwrap()
            .into_inner()
            .unread
    }

    fn mention(members: &[UserId], by: UserId) -> InquiryMentioned {
        InquiryMentioned {
            number: QUOTE.to_owned(),
            staff_ids: members.iter().map(UserId::to_string).collect(),
            by: by.to_string(),
            ..InquiryMentioned::default()
        }
    }

    #[tokio::test]
    async fn mentions_reach_the_others_once() {
        let fixture = Fixture::start().await;
        let elcin = fixture.fakes.member("elcin@example.com", "warehouse");
        let nigar = fixture.fakes.member("nigar@example.com", "sales");
        let event = mention(&[elcin, nigar], nigar);
        let id = fixture.harness.deliver(&event).await;
        fixture.harness.redeliver(id, &event).await;
        let expected = ("mention".to_owned(), QUOTE.to_owned(), nigar.to_string());
        assert_eq!(unread(&fixture, elcin).await, [expected]);
        assert_eq!(unread(&fixture, nigar).await, []);
        assert_eq!(
            (count(&fixture, elcin).await, count(&fixture, nigar).await),
            (1, 0)
        );
        let told = fixture.harness.published::<Noticed>().await;
        assert_eq!(
            told,
            [Noticed {
                staff_id: elcin.to_string()
            }]
        );

        let order = OrderMentioned {
            order_number: "SB-7K3M9Q2A".to_owned(),
            staff_ids: vec![elcin.to_string()],
            by: "operator".to_owned(),
            ..OrderMentioned::default()
        };
        fixture.harness.deliver(&order).await;
        let newest = unread(&fixture, elcin).await.remove(0);
        assert_eq!(
            (newest.1.as_str(), newest.2.as_str()),
            ("SB-7K3M9Q2A", "operator")
        );
    }

    #[tokio::test]
    async fn what_happens_to_an_offer_reaches_its_assignee() {
        let fixture = Fixture::start().await;
        let owner = fixture.fakes.member("owner@example.com", "owner");
        let offer = fixture
            .fakes
            .offer("marina@example.com", "ru", OfferState::Opened);
        let nigar = fixture.fakes.assignee(offer);
        let offer_id = offer.to_string();
        macro_rules! deliver {
            ($($event:ident { $($field:ident: $value:expr),* }),+) => {$(
                let event = $event {
                    offer_id: offer_id.clone(),
                    $($field: $value,)*
                    ..$event::default()
                };
                fixture.harness.deliver(&event).await;
                fixture.harness.wait_until_idle().await;
            )+};
        }
        deliver!(
            OfferOpened {},
            OfferAsked {
                what: "change".to_owned()
            },
            OfferAsked {
                what: "again".to_owned()
            },
            OfferDeclined {},
            OfferAccepted {},
            OfferAccepted {
                by: nigar.to_string()
            }
        );
        let expected = [
            "offerAccepted",
            "offerDeclined",
            "offerWanted",
            "changeAsked",
            "offerOpened",
        ];
        assert_eq!(kinds(&fixture, nigar).await, expected);
        assert_eq!(kinds(&fixture, owner).await, Vec::<String>::new());
        let notices = page(&fixture, nigar, false, "", 1).await.notices;
        assert_eq!(
            (
                notices[0].number.as_str(),
                &notices[0].offer_id,
                notices[0].actor.as_str()
            ),
            (QUOTE, &offer_id, "")
        );

        fixture.fakes.unassign_offer(offer);
        deliver!(OfferAccepted {});
        assert_eq!(kinds(&fixture, owner).await, ["offerAccepted"]);
    }

    #[tokio::test]
    async fn approvals_reach_who_may_give_them_and_decisions_who_asked() {
        let fixture = Fixture::start().await;
        let owner = fixture.fakes.member("owner@example.com", "owner");
        let manager = fixture.fakes.member("manager@example.com", "manager");
        let other = fixture.fakes.member("other@example.com", "sales");
        let offer = fixture.fakes.offer("marina@example.com", "ru", OfferState::Draft);
        fixture.fakes.ask_approval(offer, other);
        let asked = OfferApprovalAsked {
            offer_id: offer.to_string(),
            by: other.to_string(),
            ..OfferApprovalAsked::default()
        };
        fixture.harness.deliver(&asked).await;
        let decided = OfferApprovalDecided {
            offer_id: offer.to_string(),
            is_approved: false,
            by: manager.to_string(),
            ..OfferApprovalDecided::default()
        };
        fixture.harness.deliver(&decided).await;
        assert_eq!(kinds(&fixture, owner).await, ["approvalAsked"]);
        assert_eq!(kinds(&fixture, manager).await, ["approvalAsked"]);
        let expected = (
            "approvalRefused".to_owned(),
            QUOTE.to_owned(),
            manager.to_string(),
        );
        assert_eq!(unread(&fixture, other).await, [expected]);
    }

    #[tokio::test]
    async fn a_taken_record_tells_both_members() {
        let fixture = Fixture::start().await;
        let [nigar, aysel, leyla] = [(); 3].map(|()| UserId::generate());
        let by = |by: UserId| InquiryAssigned {
            number: QUOTE.to_owned(),
            assignee_id: aysel.to_string(),
            previous_id: nigar.to_string(),
            by: by.to_string(),
            ..InquiryAssigned::default()
        };
        fixture.harness.deliver(&by(aysel)).await;
        assert_eq!(kinds(&fixture, nigar).await, ["quoteTaken"]);
        assert_eq!(kinds(&fixture, aysel).await, Vec::<String>::new());
        fixture.harness.deliver(&by(leyla)).await;
        assert_eq!(kinds(&fixture, aysel).await, ["quoteAssigned"]);
        let order = OrderAssigned {
            order_number: "SB-7K3M9Q2A".to_owned(),
            assignee_id: leyla.to_string(),
            previous_id: aysel.to_string(),
            by: nigar.to_string(),
            ..OrderAssigned::default()
        };
        fixture.harness.deliver(&order).await;
        assert_eq!(kinds(&fixture, leyla).await, ["orderAssigned"]);
        assert_eq!(kinds(&fixture, aysel).await, ["orderTaken", "quoteAssigned"]);
    }

    #[tokio::test]
    async fn a_new_quote_is_told_until_somebody_has_it() {
        let fixture = Fixture::start().await;
        let nigar = fixture.fakes.member("nigar@example.com", "sales");
        let elcin = fixture.fakes.member("elcin@example.com", "warehouse");
        let requested = QuoteRequested {
            inquiry_id: fixture.fakes.quote("rashad@example.com", "az").to_string(),
            number: QUOTE.to_owned(),
            ..QuoteRequested::default()
        };
        fixture.harness.deliver(&requested).await;
        assert_eq!(kinds(&fixture, nigar).await, ["newQuote"]);
        assert_eq!(kinds(&fixture, elcin).await, Vec::<String>::new());
        let assigned = InquiryAssigned {
            number: QUOTE.to_owned(),
            assignee_id: UserId::generate().to_string(),
            ..InquiryAssigned::default()
        };
        fixture.harness.deliver(&assigned).await;
        assert_eq!(kinds(&fixture, nigar).await, Vec::<String>::new());
        fixture.harness.deliver(&requested).await;
        let answered = InquiryAnswered {
            number: QUOTE.to_owned(),
            ..InquiryAnswered::default()
        };
        fixture.harness.wait_until_idle().await;
        fixture.harness.deliver(&answered).await;
        assert_eq!(kinds(&fixture, nigar).await, Vec::<String>::new());
    }

    #[tokio::test]
    async fn follow_ups_reach_the_assignee_and_then_those_who_lead() {
        let fixture = Fixture::start().await;
        let owner = fixture.fakes.member("owner@example.com", "owner");
        let nigar = fixture.fakes.member("nigar@example.com", "sales");
        for is_overdue in [false, true] {
            let due = FollowUpDue {
                number: QUOTE.to_owned(),
                assignee_id: nigar.to_string(),
                is_overdue,
                ..FollowUpDue::default()
            };
            fixture.harness.deliver(&due).await;
        }
        assert_eq!(kinds(&fixture, nigar).await, ["followUpDue"]);
        assert_eq!(kinds(&fixture, owner).await, ["followUpOverdue"]);
    }

    #[tokio::test]
    async fn members_list_and_mark_only_their_own() {
        let fixture = Fixture::start().await;
        let [nigar, elcin] = [(); 2].map(|()| UserId::generate());
        for _ in 0..3 {
            fixture
                .harness
                .deliver(&mention(&[nigar, elcin], UserId::generate()))
                .await;
        }
        fixture.harness.wait_until_idle().await;
        let first = page(&fixture, nigar, false, "", 2).await;
        assert_eq!((first.notices.len(), first.total_records), (2, 3));
        let second = page(&fixture, nigar, false, &first.next_cursor, 2).await;
        assert_eq!((second.notices.len(), second.next_cursor.as_str()), (1, ""));
        let read = async |user, ids: Vec<String>, until| {
            let request = on_behalf_of(&caller(user), ReadNoticesRequest { ids, until });
            fixture
                .client()
                .read_notices(request)
                .await
                .unwrap()
                .into_inner()
                .unread
        };
        let newest = &first.notices[0];
        assert_eq!(read(elcin, vec![newest.id.clone()], None).await, 3);
        assert_eq!(read(nigar, vec![newest.id.clone()], None).await, 2);
        assert_eq!(read(nigar, Vec::new(), second.notices[0].at).await, 1);
        assert_eq!(read(nigar, Vec::new(), newest.at).await, 0);
        assert_eq!(count(&fixture, elcin).await, 3);
        assert!(
            page(&fixture, nigar, false, "", 2).await.notices[0]
                .read_at
                .is_some()
        );
    }

    #[tokio::test]
    async fn old_events_have_no_notice() {
        let fixture = Fixture::start().await;
        let nigar = UserId::generate();
        let day = clock::now() - MAX_AGE - Duration::minutes(1);
        let seconds = u64::try_from(day.unix_timestamp()).unwrap();
        let timestamp = uuid::Timestamp::from_unix(uuid::NoContext, seconds, 0);
        let id = EventId::from(Uuid::new_v7(timestamp));
        fixture
            .harness
            .redeliver(id, &mention(&[nigar], UserId::generate()))
            .await;
        assert_eq!(unread(&fixture, nigar).await, []);
    }
}
