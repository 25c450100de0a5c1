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
        line: 2,
        percent: 21,
        allowed: 15,
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
    let excess = page(&fixture, owner, true, "", 1).await.notices[0]
        .excess
        .unwrap();
    assert_eq!((excess.line, excess.percent, excess.allowed), (2, 21, 15));
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
async fn a_message_of_a_customer_reaches_the_assignee_or_who_answers_until_it_is_read() {
    let fixture = Fixture::start().await;
    let nigar = fixture.fakes.member("nigar@example.com", "sales");
    let owner = fixture.fakes.member("owner@example.com", "owner");
    let elcin = fixture.fakes.member("elcin@example.com", "warehouse");
    let event = |version: i64, assignee: Option<UserId>, by: Option<UserId>| ConversationChanged {
        number: QUOTE.to_owned(),
        message_id: UserId::generate().to_string(),
        version,
        by: by.as_ref().map(UserId::to_string).unwrap_or_default(),
        assignee_id: assignee.as_ref().map(UserId::to_string).unwrap_or_default(),
        ..ConversationChanged::default()
    };
    let deliver = async |event: ConversationChanged| {
        fixture.harness.deliver(&event).await;
        let all = [nigar, owner, elcin];
        let mut counts = Vec::new();
        for member in all {
            counts.push(kinds(&fixture, member).await.len());
        }
        counts
    };
    // An unread notice stands for later messages.
    for version in 1..3 {
        assert_eq!(deliver(event(version, Some(nigar), None)).await, [1, 0, 0]);
    }
    assert_eq!(kinds(&fixture, nigar).await, ["customerMessage"]);
    // Staff attaches files, then reads.
    assert_eq!(deliver(event(0, Some(nigar), Some(owner))).await, [1, 0, 0]);
    assert_eq!(deliver(event(2, Some(nigar), Some(owner))).await, [0, 0, 0]);
    // Without an assignee.
    assert_eq!(deliver(event(3, None, None)).await, [1, 1, 0]);
    let wiped = ConversationChanged {
        message_id: String::new(),
        ..event(201, None, None)
    };
    assert_eq!(deliver(wiped).await, [0, 0, 0]);
    let of_conversation = sqlx::query_scalar::<_, i64>("select count(*) from notice")
        .fetch_one(fixture.harness.pool())
        .await;
    assert_eq!(of_conversation.unwrap(), 0);
}

#[tokio::test]
async fn handed_over_work_has_one_notice_that_counts_each_record_once() {
    let fixture = Fixture::start().await;
    let [owner, leaving, receiver] = [(); 3].map(|()| UserId::generate());
    let hand_over = EventId::generate();
    for number in ["SQ-7Q2M04XK", "SQ-7Q2M04XM"] {
        let event = InquiryAssigned {
            number: number.to_owned(),
            assignee_id: receiver.to_string(),
            previous_id: leaving.to_string(),
            by: owner.to_string(),
            hand_over_id: hand_over.to_string(),
            ..InquiryAssigned::default()
        };
        let id = fixture.harness.deliver(&event).await;
        fixture.harness.wait_until_idle().await;
        fixture.harness.redeliver(id, &event).await;
        fixture.harness.wait_until_idle().await;
    }
    let order = OrderAssigned {
        order_number: "SB-7K3M9Q2A".to_owned(),
        assignee_id: receiver.to_string(),
        previous_id: leaving.to_string(),
        by: owner.to_string(),
        hand_over_id: hand_over.to_string(),
        ..OrderAssigned::default()
    };
    fixture.harness.deliver(&order).await;
    let expected = ("workHandedOver".to_owned(), QUOTE.to_owned(), owner.to_string());
    assert_eq!(unread(&fixture, receiver).await, [expected]);
    let notices = page(&fixture, receiver, true, "", 10).await.notices;
    assert_eq!((notices[0].quotes, notices[0].orders), (2, 1));
    assert_eq!(kinds(&fixture, leaving).await, Vec::<String>::new());
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
