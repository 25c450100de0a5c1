//! Files of notes.

use kit::staff::StaffRole;
use proto::{
    account::v1::AccountClosed,
    inquiry::v1::ContactChanged,
    order::v1::{AddOrderNoteRequest, CorrectOrderNoteRequest, NoteFile, OrderFilesChanged},
};

use super::*;

fn file(id: &str) -> NoteFile {
    NoteFile {
        media_id: id.to_owned(),
        name: "qapi.pdf".to_owned(),
        media_type: "application/pdf".to_owned(),
        size_bytes: 48_213,
    }
}

const FILES: [&str; 3] = [
    "01936b2e-7c00-7000-8000-000000000802",
    "01936b2e-7c00-7000-8000-000000000803",
    "01936b2e-7c00-7000-8000-000000000804",
];

fn note(key: &str, number: &str, files: Vec<NoteFile>) -> AddOrderNoteRequest {
    AddOrderNoteRequest {
        idempotency_key: key.to_owned(),
        order_number: number.to_owned(),
        text: "Qapı 80 sm".to_owned(),
        mentions: Vec::new(),
        files,
    }
}

/// Returns the version and the files of each event.
async fn published(fixture: &Fixture) -> Vec<(i64, Vec<String>, bool)> {
    let events = fixture.harness.published::<OrderFilesChanged>().await;
    let parts = events
        .into_iter()
        .map(|event| (event.version, event.file_ids, event.is_wiped));
    parts.collect()
}

#[tokio::test]
async fn a_note_has_files_which_stay_when_its_text_is_corrected() {
    let fixture = Fixture::start().await;
    let sales = fixture.staff(StaffRole::Sales);
    let number = order_in(&fixture, OrderStatus::Pending).await;
    call!(fixture, &sales, add_order_note, note("a", &number, Vec::new())).unwrap();
    assert_eq!(published(&fixture).await, []);
    let attached = vec![file(FILES[0]), file(FILES[1])];
    for _ in 0..2 {
        let request = note("b", &number, attached.clone());
        let order = call!(fixture, &sales, add_order_note, request).unwrap().order;
        assert_eq!(order.unwrap().timeline.last().unwrap().files, attached);
    }
    let request = note("c", &number, vec![file(FILES[2])]);
    let order = call!(fixture, &sales, add_order_note, request).unwrap().order;
    let entry = order.unwrap().timeline.pop().unwrap();
    let request = CorrectOrderNoteRequest {
        order_number: number.clone(),
        note_id: entry.id,
        text: "Qapı 90 sm".to_owned(),
    };
    let order = call!(fixture, &sales, correct_order_note, request).unwrap().order;
    assert_eq!(order.unwrap().timeline.last().unwrap().files, entry.files);
    let ids = |ids: &[&str]| ids.iter().map(|id| (*id).to_owned()).collect();
    assert_eq!(
        published(&fixture).await,
        [(4, ids(&FILES[..2]), false), (6, ids(&FILES), false)]
    );
}

#[tokio::test]
async fn rejects_more_than_10_files_and_malformed_ids() {
    let fixture = Fixture::start().await;
    let sales = fixture.staff(StaffRole::Sales);
    let number = order_in(&fixture, OrderStatus::Pending).await;
    let many = note("a", &number, vec![file(FILES[0]); 11]);
    let refused = call!(fixture, &sales, add_order_note, many).unwrap_err();
    assert_eq!(fields(&refused), [("mediaIds", "FIELD.TOO_LONG")]);
    let malformed = note("a", &number, vec![file(FILES[0]), file("plan.pdf")]);
    let refused = call!(fixture, &sales, add_order_note, malformed).unwrap_err();
    assert_eq!(fields(&refused), [("mediaIds[1]", "FIELD.INVALID")]);
}

#[tokio::test]
async fn files_go_with_the_notes_of_a_wiped_customer() {
    let fixture = Fixture::start().await;
    let sales = fixture.staff(StaffRole::Sales);
    let number = order_in(&fixture, OrderStatus::Pending).await;
    let request = note("a", &number, vec![file(FILES[0])]);
    let order = call!(fixture, &sales, add_order_note, request).unwrap().order;
    let id = order.unwrap().row.unwrap().id;
    for _ in 0..2 {
        let event = ContactChanged {
            what: "wiped".to_owned(),
            order_ids: vec![id.clone()],
            ..ContactChanged::default()
        };
        fixture.harness.deliver(&event).await;
        fixture.harness.wait_until_idle().await;
    }
    let pool = fixture.harness.pool();
    assert_eq!(
        testkit::text_columns_with(pool, &["qapi.pdf"]).await,
        Vec::<String>::new()
    );
    let attached = (2, vec![FILES[0].to_owned()], false);
    assert_eq!(published(&fixture).await, [attached, (3, Vec::new(), true)]);
}

#[tokio::test]
async fn files_go_with_the_ended_orders_of_a_closed_account() {
    let fixture = Fixture::start().await;
    let sales = fixture.staff(StaffRole::Sales);
    let customer = fixture.customer();
    let ended = customer.order_with_key("a", &[(SOFA, 1)]).await.unwrap();
    let plain = customer.order_with_key("b", &[(SOFA, 1)]).await.unwrap();
    let request = note("a", &ended.order_number, vec![file(FILES[0])]);
    call!(fixture, &sales, add_order_note, request).unwrap();
    for order in [&ended, &plain] {
        customer.cancel(&order.id).await.unwrap();
    }
    let event = AccountClosed {
        user_id: customer.user.to_string(),
    };
    fixture.harness.deliver(&event).await;
    fixture.harness.wait_until_idle().await;
    let order = get(&fixture, &sales, &ended.order_number).await.unwrap();
    assert!(order.timeline.iter().all(|entry| entry.files.is_empty()));
    let attached = (2, vec![FILES[0].to_owned()], false);
    assert_eq!(published(&fixture).await, [attached, (3, Vec::new(), true)]);
}
