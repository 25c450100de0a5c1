//! Tests of the rpcs of conversations.

use kit::{caller::Caller, domain::UserId, failure::Code, grpc::client::on_behalf_of, staff::StaffRole};
use proto::inquiry::v1::{conversation_service_client::ConversationServiceClient, timeline_entry::Detail, *};
use testkit::{caller, eventually};
use uuid::Uuid;

use super::write_message::PER_CONVERSATION;
use crate::testing::{
    Fixture, WARDROBE, member,
    offers::{refusal, sales},
    quote, staff,
};

/// Calls an rpc of the conversation service and returns its conversation, or the reason of the failure.
macro_rules! call {
    ($fixture:expr, $caller:expr, $rpc:ident($request:expr)) => {
        ConversationServiceClient::new($fixture.raw_client())
            .$rpc(on_behalf_of($caller, $request))
            .await
            .map(|response| response.into_inner().conversation.unwrap())
            .map_err(|status| refusal(&status))
    };
}

type Answer = Result<Conversation, (Code, String)>;

impl Fixture {
    async fn conversation(&self, number: &str) -> GetConversationResponse {
        let request = GetConversationRequest {
            number: number.to_owned(),
        };
        let mut client = ConversationServiceClient::new(self.raw_client());
        let response = client.get_conversation(on_behalf_of(&caller::staff(), request));
        response.await.unwrap().into_inner()
    }

    async fn see(&self, token: &str, is_seen: bool) -> Answer {
        let request = ViewConversationRequest {
            token: token.to_owned(),
            is_seen,
        };
        call!(self, &caller::anonymous(), view_conversation(request))
    }

    async fn write(&self, request: WriteMessageRequest) -> Answer {
        call!(self, &caller::anonymous(), write_message(request))
    }

    async fn answer(&self, caller: &Caller, number: &str, text: &str) -> Answer {
        let request = AnswerCustomerRequest {
            number: number.to_owned(),
            text: text.to_owned(),
            idempotency_key: text.len().to_string(),
            ..AnswerCustomerRequest::default()
        };
        call!(self, caller, answer_customer(request))
    }
}

fn message(token: &str, text: &str, photos: usize) -> WriteMessageRequest {
    let photo = || ConversationFile {
        media_id: Uuid::now_v7().to_string(),
        name: "wall.jpg".to_owned(),
        media_type: "image/jpeg".to_owned(),
        size_bytes: 48_213,
    };
    WriteMessageRequest {
        token: token.to_owned(),
        message_id: Uuid::now_v7().to_string(),
        text: text.to_owned(),
        files: std::iter::repeat_with(photo).take(photos).collect(),
    }
}

#[tokio::test]
async fn both_sides_write_and_read_by_the_tokens_of_quote_and_offer() {
    let fixture = Fixture::start().await;
    let sales = sales();
    let offer = fixture.sent(&sales).await;
    let number = &offer.inquiry_number;
    let link = fixture.conversation(number).await;
    assert!(link.is_mailed && link.customer_phone == "+994501234567" && link.customer_name == "Leyla");

    // The customer writes by the token of the offer, twice by a retry.
    let first = message(&fixture.token(&offer).await, " Divarın şəkli ", 2);
    for _ in 0..2 {
        let conversation = fixture.write(first.clone()).await.unwrap();
        assert_eq!(
            (conversation.number.as_str(), conversation.messages.len()),
            (&**number, 1)
        );
        let written = &conversation.messages[0];
        assert_eq!((written.text.as_str(), written.files.len()), ("Divarın şəkli", 2));
        assert!(!written.is_from_staff && written.author.is_empty() && written.read_at.is_none());
    }
    let inquiry = fixture.read(number).await;
    let work = inquiry.work.unwrap();
    assert!(work.waiting_since.is_some() && work.waiting_since == work.last_customer_at);
    let entries = inquiry.details.unwrap().timeline;
    let photos = entries.iter().find_map(|entry| match &entry.detail {
        Some(Detail::Message(message)) => Some((entry.text.as_str(), message.photos)),
        _ => None,
    });
    assert_eq!(photos, Some(("Divarın şəkli", 2)));

    // Staff reads, then answers; the answer is one.
    let request = MarkMessagesReadRequest {
        number: number.clone(),
        until_id: first.message_id.clone(),
    };
    let read = call!(fixture, &sales, mark_messages_read(request)).unwrap();
    assert!(read.messages[0].read_at.is_some());
    for _ in 0..2 {
        let conversation = fixture.answer(&sales, number, "Sağ olun").await.unwrap();
        assert_eq!(conversation.messages.len(), 2);
    }
    let work = fixture.read(number).await.work.unwrap();
    assert_eq!(work.waiting_since, None);

    // The customer reads by the token of the quote: only when the message is seen.
    for (is_seen, is_read) in [(false, false), (true, true), (true, true)] {
        let messages = fixture.see(&link.token, is_seen).await.unwrap().messages;
        assert_eq!(messages[1].read_at.is_some(), is_read);
        assert!(messages[1].is_from_staff && !messages[1].author.is_empty());
    }
    let changes = fixture.harness.published::<InquiryChanged>().await;
    let messages = changes.iter().filter(|change| change.what == "message").count();
    // Written, read, answered, read.
    assert_eq!(messages, 4);
    let written = fixture.harness.published::<ConversationChanged>().await;
    let photos: Vec<_> = first.files.iter().map(|file| file.media_id.clone()).collect();
    // Written, read, answered.
    let versions: Vec<_> = written.iter().map(|event| event.version).collect();
    assert_eq!(versions, [1, 1, 2]);
    assert!(written.iter().all(|event| event.media_ids == photos));
    let is_by_customer: Vec<_> = written.iter().map(|event| event.by.is_empty()).collect();
    assert_eq!(is_by_customer, [true, false, false]);
    assert!(!written[0].assignee_id.is_empty());
    assert_eq!(fixture.audited_subjects("AnswerCustomer").await, [&**number]);

    // The customer's timeline and export have the messages too.
    let request = GetContactRequest {
        contact_id: work.contact_id,
    };
    let contact = fixture.inbox().get_contact(on_behalf_of(&sales, request)).await;
    let timeline = contact.unwrap().into_inner().timeline;
    let texts = timeline.into_iter().filter_map(|one| {
        let entry = one.entry?;
        matches!(entry.detail, Some(Detail::Message(_))).then_some((one.number, entry.text))
    });
    let texts: Vec<_> = texts.collect();
    assert_eq!(
        texts,
        ["Sağ olun", "Divarın şəkli"].map(|text| (number.clone(), text.to_owned()))
    );
    let user = UserId::generate();
    sqlx::query("update inquiry set user_id = $1 where number = $2")
        .bind(user.uuid())
        .bind(number)
        .execute(fixture.harness.pool())
        .await
        .unwrap();
    let request = ListOwnInquiriesRequest {
        page: Some(proto::common::v1::Page { number: 1, size: 10 }),
    };
    let request = on_behalf_of(&testkit::caller::customer(user), request);
    let own = fixture
        .client()
        .list_own_inquiries(request)
        .await
        .unwrap()
        .into_inner();
    let conversation = own.conversations.into_iter().next().unwrap();
    let texts: Vec<_> = conversation
        .messages
        .iter()
        .map(|message| &*message.text)
        .collect();
    assert_eq!(
        (&conversation.number, &*texts),
        (number, &["Divarın şəkli", "Sağ olun"][..])
    );
}

#[tokio::test]
async fn attached_files_stand_in_the_timeline_and_are_wiped() {
    let fixture = Fixture::start().await;
    let number = fixture.request_quote(quote(WARDROBE)).await.unwrap();
    let sales = sales();
    let files = message("", "", 3).files;
    let attach = |files: &[ConversationFile]| AttachFilesRequest {
        number: number.clone(),
        files: files.to_vec(),
        idempotency_key: "attach".to_owned(),
    };
    for _ in 0..2 {
        let attached = fixture
            .inbox()
            .attach_files(on_behalf_of(&sales, attach(&files[..2])))
            .await;
        attached.unwrap();
    }
    let note = AddInquiryNoteRequest {
        number: number.clone(),
        text: "plan".to_owned(),
        idempotency_key: "note".to_owned(),
        files: files[2..].to_vec(),
        ..AddInquiryNoteRequest::default()
    };
    let noted = fixture
        .client()
        .add_inquiry_note(on_behalf_of(&sales, note))
        .await;
    let files_of = |inquiry: Inquiry| -> Vec<_> {
        let entries = inquiry.details.unwrap().timeline.into_iter();
        let files = entries.filter_map(|entry| match entry.detail? {
            Detail::File(attached) => Some(attached.files),
            Detail::Note(note) => Some(note.files),
            _ => None,
        });
        files.collect()
    };
    let noted = noted.unwrap().into_inner().inquiry.unwrap();
    assert_eq!(files_of(noted), [files[..2].to_vec(), files[2..].to_vec()]);
    for (count, key) in [(0, "FIELD.REQUIRED"), (11, "FIELD.TOO_LONG")] {
        let refused = attach(&message("", "", count).files);
        let refused = fixture.inbox().attach_files(on_behalf_of(&sales, refused)).await;
        let expected = ("mediaIds".to_owned(), key.to_owned());
        assert_eq!(crate::testing::fields(&refused.unwrap_err()), [expected]);
    }
    let events = fixture.harness.published::<ConversationChanged>().await;
    let ids: Vec<_> = files.iter().map(|file| file.media_id.clone()).collect();
    let [first, second] = &events[..] else {
        panic!("{events:?}")
    };
    assert_eq!(
        (first.version, first.files_version, &*first.file_ids),
        (0, 1, &ids[..2])
    );
    assert_eq!((second.files_version, second.file_ids.len()), (2, 3));
    assert_eq!(fixture.audited_subjects("AttachFile").await, [&*number]);

    fixture.age_inquiry(&number, 1_097).await;
    crate::retention::sweep(fixture.harness.pool(), 1_096)
        .await
        .unwrap();
    assert!(files_of(fixture.read(&number).await).iter().all(Vec::is_empty));
    let stored = "select count(*) from inquiry_event where detail::text like '%wall%'";
    assert_eq!(fixture.count(stored).await, 0);
    let events = fixture.harness.published::<ConversationChanged>().await;
    let last = events.last().unwrap();
    assert!(last.message_id.is_empty() && last.file_ids.is_empty() && last.files_version > 100);
}

#[tokio::test]
async fn refuses_wrong_tokens_invalid_messages_and_what_does_not_fit() {
    let fixture = Fixture::start().await;
    let number = fixture.request_quote(quote(WARDROBE)).await.unwrap();
    let other = RequestQuoteRequest {
        idempotency_key: "other".to_owned(),
        ..quote(WARDROBE)
    };
    let other = fixture.request_quote(other).await.unwrap();
    let token = fixture.conversation(&number).await.token;
    let other_token = fixture.conversation(&other).await.token;
    let forged = token.replace(&number, &other);
    let not_found = || Err((Code::NotFound, "token: CONVERSATION.NOT_FOUND".to_owned()));
    for wrong in ["", "SQ-1.x", &forged, &number] {
        assert_eq!(fixture.see(wrong, true).await, not_found(), "{wrong}");
        assert_eq!(
            fixture.write(message(wrong, "a", 0)).await,
            not_found(),
            "{wrong}"
        );
    }
    let invalid = |field: &str| Err((Code::Invalid, field.to_owned()));
    let long = "ə".repeat(2_001);
    for (text, photos, expected) in [
        (" ", 0, invalid("text: FIELD.REQUIRED")),
        (&*long, 0, invalid("text: FIELD.TOO_LONG")),
        ("a", 7, invalid("mediaIds: FIELD.TOO_LONG")),
    ] {
        assert_eq!(fixture.write(message(&token, text, photos)).await, expected);
    }
    let nameless = WriteMessageRequest {
        message_id: "1".to_owned(),
        ..message(&token, "a", 0)
    };
    assert_eq!(fixture.write(nameless).await, invalid("id: FIELD.INVALID"));

    // The id of a message belongs to it.
    let first = message(&token, "a", 0);
    fixture.write(first.clone()).await.unwrap();
    for reused in [
        WriteMessageRequest {
            text: "b".to_owned(),
            ..first.clone()
        },
        WriteMessageRequest {
            token: other_token.clone(),
            ..first.clone()
        },
    ] {
        assert_eq!(fixture.write(reused).await.unwrap_err().0, Code::KeyReused);
    }
    assert_eq!(fixture.see(&other_token, true).await.unwrap().messages, []);

    // 20 messages of the customer in an hour; the retry of one is none.
    fixture.use_up_limit(1, &PER_CONVERSATION, &number).await;
    let (code, _) = fixture.write(message(&token, "b", 0)).await.unwrap_err();
    assert_eq!(code, Code::LimitReached);
    fixture.write(first).await.unwrap();

    // Sales members write in their own conversations.
    let owner = member(StaffRole::Sales);
    fixture.assign(&staff(owner), &other, owner.user).await.unwrap();
    assert_eq!(
        fixture.answer(&sales(), &other, "a").await,
        Err((Code::Forbidden, "INQUIRY.NOT_YOURS".to_owned()))
    );
    let fill = "insert into inquiry_message (id, inquiry_id, is_from_staff, author, text)
                select gen_random_uuid(), id, true, 'operator', 'a' from inquiry, generate_series(1, 199)
                where number = $1";
    let filled = sqlx::query(fill)
        .bind(&number)
        .execute(fixture.harness.pool())
        .await;
    assert_eq!(filled.unwrap().rows_affected(), 199);
    assert!(fixture.see(&token, false).await.unwrap().is_full);
    assert_eq!(
        fixture.answer(&caller::staff(), &number, "a").await,
        Err((Code::Conflict, "CONVERSATION.TOO_MANY_MESSAGES".to_owned()))
    );
}

#[tokio::test]
async fn a_message_takes_up_work_that_waited_or_had_ended() {
    let fixture = Fixture::start().await;
    for (index, (before, after)) in [
        (InquiryStatus::Waiting, InquiryStatus::Assigned),
        (InquiryStatus::Closed, InquiryStatus::Assigned),
        (InquiryStatus::New, InquiryStatus::New),
    ]
    .into_iter()
    .enumerate()
    {
        let request = RequestQuoteRequest {
            idempotency_key: index.to_string(),
            ..quote(WARDROBE)
        };
        let number = fixture.request_quote(request).await.unwrap();
        if before != InquiryStatus::New {
            fixture.change_status(&number, before).await.unwrap();
        }
        let token = fixture.conversation(&number).await.token;
        fixture.write(message(&token, "Salam", 0)).await.unwrap();
        assert_eq!(fixture.read(&number).await.status(), after, "{before:?}");
    }
}

#[tokio::test]
async fn unread_messages_are_mailed_together_and_a_wiped_conversation_is_gone() {
    let fixture = Fixture::start().await;
    let number = fixture.request_quote(quote(WARDROBE)).await.unwrap();
    let token = fixture.conversation(&number).await.token;
    let id = fixture.read(&number).await.id;
    let mail = async || {
        let request = GetUnreadMailRequest {
            inquiry_id: id.clone(),
        };
        let request = on_behalf_of(&caller::service("notification"), request);
        let mut client = ConversationServiceClient::new(fixture.raw_client());
        let mail = client.get_unread_mail(request).await;
        mail.map(tonic::Response::into_inner)
            .map_err(|status| refusal(&status))
    };
    let mails = async || fixture.harness.published::<MessagesUnread>().await.len();
    let staff = caller::staff();
    for text in ["Salam", "Divarın eni?"] {
        fixture.answer(&staff, &number, text).await.unwrap();
    }
    // A replica sweeps when it starts.
    let _first = fixture.replica().await;
    eventually("a mail", || async { (mails().await == 1).then_some(()) }).await;
    let found = mail().await.unwrap();
    let texts: Vec<_> = found
        .messages
        .iter()
        .map(|message| message.text.as_str())
        .collect();
    assert_eq!(texts, ["Salam", "Divarın eni?"]);
    assert_eq!((found.email.as_str(), &found.token), ("leyla@example.az", &token));

    // The next one waits for ten minutes after it, and is none once the customer has read.
    let due = "select count(*) from conversation_mail
               where due_at between sent_at + interval '9 minutes' and sent_at + interval '10 minutes'";
    fixture.answer(&staff, &number, "Hündürlüyü?").await.unwrap();
    assert_eq!(fixture.count(due).await, 1);
    fixture.see(&token, true).await.unwrap();
    let past = "update conversation_mail set due_at = now() returning 1::bigint";
    assert_eq!(fixture.count(past).await, 1);
    let _second = fixture.replica().await;
    let none = "select count(*) from conversation_mail where due_at is null";
    eventually("no mail is due", || async {
        (fixture.count(none).await == 1).then_some(())
    })
    .await;
    assert_eq!((mails().await, mail().await.unwrap().messages), (1, vec![]));

    fixture.write(message(&token, "Şəkil", 1)).await.unwrap();
    fixture.age_inquiry(&number, 1_097).await;
    let _third = fixture.replica().await;
    eventually("the inquiry is wiped", || async {
        fixture.read(&number).await.work?.is_wiped.then_some(())
    })
    .await;
    let wiped = fixture.conversation(&number).await;
    assert!(wiped.token.is_empty() && wiped.customer_phone.is_empty() && !wiped.is_mailed);
    let messages = wiped.conversation.unwrap().messages;
    assert!(
        messages
            .iter()
            .all(|message| message.text.is_empty() && message.files.is_empty())
    );
    let not_found = (Code::NotFound, "token: CONVERSATION.NOT_FOUND".to_owned());
    assert_eq!(fixture.see(&token, true).await, Err(not_found.clone()));
    assert_eq!(fixture.write(message(&token, "a", 0)).await, Err(not_found));
    assert_eq!(
        fixture.answer(&staff, &number, "a").await,
        Err((Code::Conflict, "INQUIRY.WIPED".to_owned()))
    );
    assert_eq!(mail().await.unwrap_err().0, Code::NotFound);
    let events = fixture.harness.published::<ConversationChanged>().await;
    let last = events.last().unwrap();
    assert!(last.message_id.is_empty() && last.media_ids.is_empty() && last.version > 200);
}
