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
        ConversationChanged, FollowUpDue, InquiryAnswered, InquiryAssigned, InquiryClosed, InquiryMentioned,
        OfferAccepted, OfferApprovalAsked, OfferApprovalDecided, OfferAsked, OfferDeclined, OfferOpened,
        QuoteRequested,
    },
    order::v1::{OrderAssigned, OrderMentioned},
};
use sqlx::PgConnection;
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use crate::{
    clients::{LOOKUP_TIMEOUT, NoticeClient},
    mail::SubjectKind,
    notice::{About, Excess, HandedOver, NewNotice, NoticeKind},
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
        .consumer(NoticeConsumer::<ConversationChanged>::new(client))
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
    /// Records that are handed over.
    handed_over: HandedOver,
    /// Excess of an offer over a limit.
    excess: Option<Excess>,
}

impl Draft {
    fn new(kind: NoticeKind, record: Record, audience: Audience) -> Self {
        Self {
            kind,
            record,
            audience,
            handed_over: HandedOver::default(),
            excess: None,
        }
    }
}

/// The record of a notice.
#[derive(Debug, PartialEq, Eq)]
enum Record {
    Quote(String),
    Order(String),
    /// UUID of a revision.
    Offer(String),
}

/// Recipients of a notice, without the member who caused it.
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

/// Notices that an event ends, of the quote with a number.
#[derive(Debug, PartialEq, Eq)]
enum Ended<'event> {
    /// The quote is no longer new.
    NewQuote(&'event str),
    /// A staff member has read the messages of the customer.
    Messages(&'event str),
    /// The messages are wiped.
    Wiped(&'event str),
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

    /// Returns the notices that the event ends.
    fn ended(&self) -> Option<Ended<'_>> {
        None
    }

    /// Returns the event whose notice counts this one.
    fn group(&self) -> Option<EventId> {
        None
    }
}

impl Notices for InquiryMentioned {
    const NAME: &'static str = "notification-notice-mention";

    fn drafts(&self) -> Vec<Draft> {
        vec![Draft::new(
            NoticeKind::Mention,
            Record::Quote(self.number.clone()),
            Audience::Members(self.staff_ids.clone()),
        )]
    }

    fn by(&self) -> Option<&str> {
        Some(&self.by)
    }
}

impl Notices for OrderMentioned {
    const NAME: &'static str = "notification-notice-order-mention";

    fn drafts(&self) -> Vec<Draft> {
        vec![Draft::new(
            NoticeKind::Mention,
            Record::Order(self.order_number.clone()),
            Audience::Members(self.staff_ids.clone()),
        )]
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
                vec![Draft::new($kind, Record::Offer($it.offer_id.clone()), $audience)]
            }

            fn by(&self) -> Option<&str> {
                Some(&self.by)
            }
        }
    )+};
}

offer_notices! {
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

impl Notices for OfferApprovalAsked {
    const NAME: &'static str = "notification-notice-approval-asked";

    fn drafts(&self) -> Vec<Draft> {
        let number = |number: u32| i32::try_from(number).unwrap_or(i32::MAX);
        // An event of the previous version has no figures.
        let excess = (self.percent > 0).then(|| Excess {
            line: number(self.line),
            percent: number(self.percent),
            allowed: number(self.allowed),
        });
        let record = Record::Offer(self.offer_id.clone());
        vec![Draft {
            excess,
            ..Draft::new(NoticeKind::ApprovalAsked, record, Audience::Approvers)
        }]
    }

    fn by(&self) -> Option<&str> {
        Some(&self.by)
    }
}

/// Returns the notices of a change of the assignee.
fn assignment(
    record: impl Fn() -> Record,
    [assigned, taken]: [NoticeKind; 2],
    [assignee, previous]: [&str; 2],
) -> Vec<Draft> {
    [(assigned, assignee), (taken, previous)]
        .map(|(kind, member)| Draft::new(kind, record(), Audience::Members(vec![member.to_owned()])))
        .into()
}

/// Returns the notice of a record that is handed over. All records of one hand-over have one notice.
fn hand_over(record: Record, assignee: &str, handed_over: HandedOver) -> Vec<Draft> {
    let audience = Audience::Members(vec![assignee.to_owned()]);
    vec![Draft {
        handed_over,
        ..Draft::new(NoticeKind::WorkHandedOver, record, audience)
    }]
}

impl Notices for InquiryAssigned {
    const NAME: &'static str = "notification-notice-assignment";

    fn drafts(&self) -> Vec<Draft> {
        let kinds = [NoticeKind::QuoteAssigned, NoticeKind::QuoteTaken];
        let record = || Record::Quote(self.number.clone());
        if self.group().is_some() {
            let handed_over = HandedOver { quotes: 1, orders: 0 };
            return hand_over(record(), &self.assignee_id, handed_over);
        }
        assignment(record, kinds, [&self.assignee_id, &self.previous_id])
    }

    fn by(&self) -> Option<&str> {
        Some(&self.by)
    }

    fn group(&self) -> Option<EventId> {
        self.hand_over_id.parse().ok()
    }

    fn ended(&self) -> Option<Ended<'_>> {
        (!self.assignee_id.is_empty()).then_some(Ended::NewQuote(&self.number))
    }
}

impl Notices for OrderAssigned {
    const NAME: &'static str = "notification-notice-order-assignment";

    fn drafts(&self) -> Vec<Draft> {
        let kinds = [NoticeKind::OrderAssigned, NoticeKind::OrderTaken];
        let record = || Record::Order(self.order_number.clone());
        if self.group().is_some() {
            let handed_over = HandedOver { quotes: 0, orders: 1 };
            return hand_over(record(), &self.assignee_id, handed_over);
        }
        assignment(record, kinds, [&self.assignee_id, &self.previous_id])
    }

    fn by(&self) -> Option<&str> {
        Some(&self.by)
    }

    fn group(&self) -> Option<EventId> {
        self.hand_over_id.parse().ok()
    }
}

impl Notices for QuoteRequested {
    const NAME: &'static str = "notification-notice-quote";

    fn drafts(&self) -> Vec<Draft> {
        let record = Record::Quote(self.number.clone());
        vec![Draft::new(NoticeKind::NewQuote, record, Audience::Sellers)]
    }
}

impl Notices for ConversationChanged {
    const NAME: &'static str = "notification-notice-message";

    fn drafts(&self) -> Vec<Draft> {
        if !self.by.is_empty() || self.message_id.is_empty() {
            return Vec::new();
        }
        let audience = if self.assignee_id.is_empty() {
            Audience::Sellers
        } else {
            Audience::Members(vec![self.assignee_id.clone()])
        };
        let record = Record::Quote(self.number.clone());
        vec![Draft::new(NoticeKind::CustomerMessage, record, audience)]
    }

    fn by(&self) -> Option<&str> {
        Some(&self.by)
    }

    fn ended(&self) -> Option<Ended<'_>> {
        if self.message_id.is_empty() {
            Some(Ended::Wiped(&self.number))
        } else {
            // Without a version files were attached.
            (!self.by.is_empty() && self.version > 0).then_some(Ended::Messages(&self.number))
        }
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
        vec![Draft::new(kind, Record::Quote(self.number.clone()), audience)]
    }
}

impl Notices for InquiryAnswered {
    const NAME: &'static str = "notification-notice-answer";

    fn by(&self) -> Option<&str> {
        Some(&self.by)
    }

    fn ended(&self) -> Option<Ended<'_>> {
        Some(Ended::NewQuote(&self.number))
    }
}

impl Notices for InquiryClosed {
    const NAME: &'static str = "notification-notice-close";

    fn by(&self) -> Option<&str> {
        Some(&self.by)
    }

    fn ended(&self) -> Option<Ended<'_>> {
        Some(Ended::NewQuote(&self.number))
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
                    event: event.group().unwrap_or(id),
                    kind,
                    staff,
                    about,
                    actor: Some(by.to_owned()).filter(|by| !by.is_empty()),
                    at,
                };
                store::notice::insert(connection, &notice).await?;
            }
        }
        match event.ended() {
            Some(Ended::NewQuote(number)) => {
                store::notice::end(connection, NoticeKind::NewQuote, number).await?;
            }
            Some(Ended::Messages(number)) => {
                store::notice::end(connection, NoticeKind::CustomerMessage, number).await?;
            }
            Some(Ended::Wiped(number)) => store::notice::remove_messages(connection, number).await?,
            None => {}
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
    let about = |kind, number, offer| About {
        kind,
        number,
        offer,
        handed_over: draft.handed_over,
        excess: draft.excess,
    };
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
mod tests;
