//! Tests of price books at the desk.

use kit::{
    caller::Caller,
    failure::{Code, Failure},
    grpc::client::on_behalf_of,
    staff::StaffRole,
};
use prost_types::Timestamp;
use proto::inquiry::v1::{
    CreatePriceBookRequest, DeletePriceBookRequest, ExportPriceBookRequest, GetPriceBookRequest,
    ListPriceBooksRequest, OfferLineInput, OfferLineInputs, PreviewPriceBookRequest,
    PreviewPriceBookResponse, PriceBook, PriceBookCell, PriceBookPublished, PriceBookRow,
    PublishPriceBookRequest, QuoteItemInput, UpdateOfferRequest, UpdatePriceBookRequest,
    price_book_service_client::PriceBookServiceClient,
};

use crate::testing::{Fixture, designs, member, offers, staff};

/// Calls an rpc of price books.
macro_rules! call {
    ($fixture:expr, $caller:expr, $rpc:ident($request:expr)) => {
        PriceBookServiceClient::new($fixture.raw_client())
            .$rpc(on_behalf_of($caller, $request))
            .await
            .map(|response| response.into_inner())
            .map_err(|status| Failure::from_status(&status))
    };
}

fn manager() -> Caller {
    staff(member(StaffRole::Manager))
}

/// A manager whose second factor is fresh.
fn stepped_up() -> Caller {
    let mut manager = member(StaffRole::Manager);
    manager.is_stepped_up = true;
    staff(manager)
}

async fn create(fixture: &Fixture) -> Result<PriceBook, Failure> {
    let request = CreatePriceBookRequest::default();
    call!(fixture, &manager(), create_price_book(request)).map(|response| response.book.unwrap())
}

async fn update(fixture: &Fixture, version: i64, cells: &[(&str, &[i64])]) -> Result<PriceBook, Failure> {
    let cells = cells.iter().map(|(name, numbers)| PriceBookCell {
        name: (*name).to_owned(),
        numbers: numbers.to_vec(),
    });
    let request = UpdatePriceBookRequest {
        record_version: version,
        cells: cells.collect(),
    };
    call!(fixture, &manager(), update_price_book(request)).map(|response| response.book.unwrap())
}

async fn publish_at(fixture: &Fixture, version: i64, at: Option<i64>) -> Result<PriceBook, Failure> {
    let request = PublishPriceBookRequest {
        record_version: version,
        valid_from: at.map(|seconds| Timestamp { seconds, nanos: 0 }),
        ..PublishPriceBookRequest::default()
    };
    call!(fixture, &stepped_up(), publish_price_book(request)).map(|response| response.book.unwrap())
}

async fn preview(fixture: &Fixture) -> Result<PreviewPriceBookResponse, Failure> {
    let request = PreviewPriceBookRequest {
        against: 0,
        last: 100,
    };
    call!(fixture, &manager(), preview_price_book(request))
}

async fn states(fixture: &Fixture) -> Vec<(u32, String)> {
    let listed = call!(fixture, &manager(), list_price_books(ListPriceBooksRequest {}));
    let books = listed.unwrap().books.into_iter();
    books.map(|book| (book.version, book.state)).collect()
}

/// Returns the errors of fields as a failure has them.
fn fields(errors: &[(&str, &str)]) -> Vec<(String, String)> {
    let errors = errors.iter();
    errors
        .map(|(field, key)| ((*field).to_owned(), (*key).to_owned()))
        .collect()
}

fn row(book: &PriceBook) -> &PriceBookRow {
    book.row.as_ref().unwrap()
}

fn numbers<'book>(book: &'book PriceBook, name: &str) -> &'book [i64] {
    &book.cells.iter().find(|cell| cell.name == name).unwrap().numbers
}

/// Returns the seconds of a time so many seconds from now by the database's clock.
async fn in_seconds(fixture: &Fixture, seconds: i64) -> i64 {
    fixture.count("select extract(epoch from now())::bigint").await + seconds
}

async fn request_niche(fixture: &Fixture) -> String {
    let item = QuoteItemInput {
        quantity: Some(1),
        design_code: designs::NICHE.to_owned(),
        ..QuoteItemInput::default()
    };
    fixture.request_quote(designs::request(item)).await.unwrap()
}

#[tokio::test]
async fn a_draft_is_changed_by_cells_and_published_once() {
    let fixture = Fixture::start().await;
    assert_eq!(states(&fixture).await, [(1, "inForce".to_owned())]);
    let draft = create(&fixture).await.unwrap();
    assert_eq!((row(&draft).version, row(&draft).record_version), (2, 1));
    assert_eq!(numbers(&draft, "work.part"), [190]);
    let refused = create(&fixture).await.unwrap_err();
    assert_eq!(
        (refused.code, refused.reason.as_str()),
        (Code::Conflict, "PRICE_BOOK.DRAFT_EXISTS")
    );

    let changed = update(
        &fixture,
        1,
        &[("work.part", &[210]), ("boards.wood19.sheetMm", &[2_800, 2_080])],
    )
    .await
    .unwrap();
    assert_eq!(
        (row(&changed).record_version, numbers(&changed, "work.part")),
        (2, &[210][..])
    );
    // The same numbers change nothing.
    let same = update(&fixture, 2, &[("work.part", &[210])]).await.unwrap();
    assert_eq!(row(&same).record_version, 2);
    // The costs of a draft reach nobody.
    assert_eq!(designs::rates(&fixture).await.version, 1);

    let published = publish_at(&fixture, 2, None).await.unwrap();
    assert_eq!(
        (
            row(&published).state.as_str(),
            row(&published).published_by.is_empty()
        ),
        ("inForce", false)
    );
    let rates = designs::rates(&fixture).await;
    assert_eq!((rates.version, Some(rates)), (2, published.rates.clone()));
    assert_eq!(
        states(&fixture).await,
        [(2, "inForce".to_owned()), (1, "past".to_owned())]
    );
    // A published book never changes.
    for refused in [
        update(&fixture, 3, &[("work.part", &[1])]).await.unwrap_err(),
        publish_at(&fixture, 3, None).await.unwrap_err(),
    ] {
        assert_eq!(
            (refused.code, refused.reason.as_str()),
            (Code::NotFound, "PRICE_BOOK.NOT_FOUND")
        );
    }
    let versions = fixture.harness.published::<PriceBookPublished>().await;
    assert_eq!(versions.iter().filter(|event| event.version == 2).count(), 1);
    for action in ["CreatePriceBook", "UpdatePriceBook", "PublishPriceBook"] {
        assert_eq!(fixture.audited_subjects(action).await, ["2"], "{action}");
    }
}

#[tokio::test]
async fn a_stale_change_names_the_cells_that_differ() {
    let fixture = Fixture::start().await;
    create(&fixture).await.unwrap();
    update(&fixture, 1, &[("work.part", &[210]), ("fittings.pin", &[10])])
        .await
        .unwrap();
    let cells: &[(&str, &[i64])] = &[
        ("work.part", &[220]),
        ("fittings.pin", &[10]),
        ("work.door", &[650]),
    ];
    let failure = update(&fixture, 1, cells).await.unwrap_err();
    assert_eq!(
        (failure.code, failure.reason.as_str()),
        (Code::Conflict, "DESK.CHANGED")
    );
    let names: Vec<_> = failure.fields.iter().map(|(field, _)| field.as_str()).collect();
    assert_eq!(names, ["recordVersion", "work.part"]);
    for failure in [
        publish_at(&fixture, 1, None).await.unwrap_err(),
        call!(
            &fixture,
            &manager(),
            delete_price_book(DeletePriceBookRequest { record_version: 1 })
        )
        .unwrap_err(),
    ] {
        assert_eq!(
            (failure.code, failure.reason.as_str()),
            (Code::Conflict, "DESK.CHANGED")
        );
    }
    call!(
        &fixture,
        &manager(),
        delete_price_book(DeletePriceBookRequest { record_version: 2 })
    )
    .unwrap();
    assert_eq!(states(&fixture).await, [(1, "inForce".to_owned())]);
}

#[tokio::test]
async fn cells_that_cannot_be_are_refused_by_name() {
    let fixture = Fixture::start().await;
    create(&fixture).await.unwrap();
    let failure = update(
        &fixture,
        1,
        &[
            ("work.drawing", &[5]),
            ("work.part", &[1]),
            ("work.part", &[2]),
            ("rules", &[2]),
        ],
    );
    let invalid =
        ["work.drawing", "work.part", "rules"].map(|name| (name.to_owned(), "FIELD.INVALID".to_owned()));
    assert_eq!(failure.await.unwrap_err().fields, invalid);
    let failure = update(
        &fixture,
        1,
        &[
            ("work.part", &[-1]),
            ("fittings.pin", &[100_001]),
            ("vatPercent", &[31]),
            ("boards.lam18.perM2.white", &[i64::MAX]),
            ("roundTo", &[50]),
        ],
    );
    let failure = failure.await.unwrap_err();
    assert_eq!(failure.fields.len(), 5);
    for (field, key) in failure.fields {
        assert_eq!(key, "FIELD.OUT_OF_RANGE", "{field}");
    }
    assert_eq!(row(&update(&fixture, 1, &[]).await.unwrap()).record_version, 1);

    // 300 AZN a unit is the largest rate, and the smallest sheet holds the largest part.
    for (cell, number, key) in [
        ("fittings.pin", vec![50_000], "FIELD.OUT_OF_RANGE"),
        (
            "boards.lam18.sheetMm",
            vec![2_799, 2_070],
            "PRICE_BOOK.SHEET_TOO_SMALL",
        ),
    ] {
        let draft = call!(
            &fixture,
            &manager(),
            get_price_book(GetPriceBookRequest { version: 0 })
        );
        let version = row(&draft.unwrap().book.unwrap()).record_version;
        let before = numbers(
            &update(&fixture, version, &[(cell, &number)]).await.unwrap(),
            cell,
        )
        .to_vec();
        assert_eq!(before, number);
        let expected = fields(&[(cell, key)]);
        assert_eq!(
            publish_at(&fixture, version + 1, None).await.unwrap_err().fields,
            expected
        );
        assert_eq!(preview(&fixture).await.unwrap_err().fields, expected);
        let good: &[i64] = if number.len() == 1 { &[9] } else { &[2_800, 2_070] };
        update(&fixture, version + 1, &[(cell, good)]).await.unwrap();
    }
}

async fn counts_offers_with_a_designed_line(fixture: &Fixture, number: &str) {
    let counts = async || {
        let effect = preview(fixture).await.unwrap();
        (effect.drafts, effect.open_offers)
    };
    let seller = offers::sales();
    let draft = fixture.draft_of(&seller, number).await;
    assert_eq!(counts().await, (1, 0));
    let free = OfferLineInput {
        name: Some("Quraşdırma".to_owned()),
        list_price_minor: Some(12_000),
        quantity: 1,
        ..OfferLineInput::default()
    };
    let without_design = UpdateOfferRequest {
        offer_id: draft.id,
        version: draft.version,
        lines: Some(OfferLineInputs { lines: vec![free] }),
        ..UpdateOfferRequest::default()
    };
    offers::call!(fixture, &seller, update_offer(without_design)).unwrap();
    assert_eq!(counts().await, (0, 0));
}

#[tokio::test]
async fn a_planned_book_waits_for_its_time_and_keeps_prices_of_record() {
    let fixture = Fixture::start().await;
    let number = request_niche(&fixture).await;
    create(&fixture).await.unwrap();
    update(&fixture, 1, &[("work.order", &[13_000]), ("work.part", &[380])])
        .await
        .unwrap();
    for seconds in [-60, 400 * 24 * 3_600] {
        let at = in_seconds(&fixture, seconds).await;
        let failure = publish_at(&fixture, 2, Some(at)).await.unwrap_err();
        assert_eq!(failure.fields, fields(&[("validFrom", "FIELD.OUT_OF_RANGE")]));
    }
    let effect = preview(&fixture).await.unwrap();
    assert_eq!((effect.count, effect.dearer, effect.open_offers), (1, 1, 0));
    assert_eq!(effect.top[0].before_minor, 291_400);
    counts_offers_with_a_designed_line(&fixture, &number).await;
    let at = in_seconds(&fixture, 3_600).await;
    let planned = publish_at(&fixture, 2, Some(at)).await.unwrap();
    assert_eq!(row(&planned).state, "planned");
    assert_eq!(designs::rates(&fixture).await.version, 1);
    designs::come_into_force(&fixture, 2).await;
    assert_eq!(designs::rates(&fixture).await.version, 2);
    let dearer = designs::price_code(&fixture, designs::NICHE)
        .await
        .unwrap()
        .price
        .unwrap();
    assert_eq!(dearer.book_version, 1, "a code names its prices");
    let record = "select price_minor from inquiry_item where design_code is not null";
    assert_eq!(fixture.count(record).await, 291_400);
}

#[tokio::test]
async fn a_design_counts_once_in_the_effect() {
    let fixture = Fixture::start().await;
    for _ in 0..2 {
        fixture.age_submissions(3_600).await;
        request_niche(&fixture).await;
    }
    create(&fixture).await.unwrap();
    let effect = preview(&fixture).await.unwrap();
    assert_eq!((effect.count, effect.same, effect.top.len()), (1, 1, 0));
    let request = PreviewPriceBookRequest {
        against: 9,
        last: 501,
    };
    let failure = call!(&fixture, &manager(), preview_price_book(request)).unwrap_err();
    assert_eq!(failure.fields, fields(&[("last", "FIELD.OUT_OF_RANGE")]));
    let request = PreviewPriceBookRequest { against: 9, last: 1 };
    let failure = call!(&fixture, &manager(), preview_price_book(request)).unwrap_err();
    assert_eq!(failure.fields, fields(&[("against", "FIELD.OUT_OF_RANGE")]));
}

#[tokio::test]
async fn publishing_needs_a_fresh_second_factor_and_reading_a_role() {
    let fixture = Fixture::start().await;
    create(&fixture).await.unwrap();
    let request = PublishPriceBookRequest {
        record_version: 1,
        ..PublishPriceBookRequest::default()
    };
    let failure = call!(&fixture, &manager(), publish_price_book(request)).unwrap_err();
    assert_eq!(
        (failure.code, failure.reason.as_str()),
        (Code::Forbidden, "DESK.STEP_UP")
    );
    for role in [StaffRole::Sales, StaffRole::Warehouse, StaffRole::Editor] {
        let caller = staff(member(role));
        let failure = call!(
            &fixture,
            &caller,
            get_price_book(GetPriceBookRequest { version: 1 })
        )
        .unwrap_err();
        assert_eq!(failure.reason, "DESK.ROLE", "{role:?}");
    }
    // One entry for each person and book within ten minutes.
    let (one, other) = (manager(), manager());
    for caller in [&one, &one, &other] {
        call!(
            &fixture,
            caller,
            get_price_book(GetPriceBookRequest { version: 1 })
        )
        .unwrap();
    }
    assert_eq!(fixture.audited_subjects("GetPriceBook").await, ["1", "1"]);
    let failure = call!(&fixture, &one, get_price_book(GetPriceBookRequest { version: 7 })).unwrap_err();
    assert_eq!(failure.reason, "PRICE_BOOK.NOT_FOUND");
}

#[tokio::test]
async fn the_changes_of_a_person_within_ten_minutes_are_one_audit_entry() {
    let fixture = Fixture::start().await;
    create(&fixture).await.unwrap();
    let caller = manager();
    for (version, number) in [(1, 200), (2, 210)] {
        let cell = PriceBookCell {
            name: "work.part".to_owned(),
            numbers: vec![number],
        };
        let request = UpdatePriceBookRequest {
            record_version: version,
            cells: vec![cell],
        };
        call!(&fixture, &caller, update_price_book(request)).unwrap();
    }
    let details = async || {
        let pool = fixture.harness.pool();
        crate::price_books::audit(pool).await.unwrap();
        sqlx::query_scalar::<_, serde_json::Value>(
            "select detail from audit where action = 'UpdatePriceBook'",
        )
        .fetch_all(pool)
        .await
        .unwrap()
    };
    assert!(details().await.is_empty());
    sqlx::query(
        "update price_book set unaudited = jsonb_set(unaudited, '{since}', to_jsonb(floor(extract(epoch from now()))::bigint - 600))
         where unaudited is not null",
    )
    .execute(fixture.harness.pool())
    .await
    .unwrap();
    for _ in 0..2 {
        assert_eq!(details().await, [serde_json::json!({"work.part": [190, 210]})]);
    }
    // Another person ends the entry of the one before, and so does the end of the draft.
    update(&fixture, 3, &[("work.part", &[220])]).await.unwrap();
    update(&fixture, 4, &[("work.part", &[230])]).await.unwrap();
    assert_eq!(details().await.len(), 2);
    let request = DeletePriceBookRequest { record_version: 5 };
    call!(&fixture, &manager(), delete_price_book(request)).unwrap();
    assert_eq!(details().await.len(), 3);
}

#[tokio::test]
async fn a_file_needs_a_fresh_second_factor_and_is_audited_each_time() {
    let fixture = Fixture::start().await;
    let request = ExportPriceBookRequest { version: 1 };
    let failure = call!(&fixture, &manager(), export_price_book(request)).unwrap_err();
    assert_eq!(failure.reason, "DESK.STEP_UP");
    let caller = stepped_up();
    for _ in 0..2 {
        let book = call!(&fixture, &caller, export_price_book(request)).unwrap();
        assert_eq!(numbers(&book.book.unwrap(), "work.part"), [190]);
    }
    assert_eq!(fixture.audited_subjects("ExportPriceBook").await, ["1", "1"]);
}

#[tokio::test]
async fn a_repeated_press_publishes_and_creates_once() {
    let fixture = Fixture::start().await;
    let caller = stepped_up();
    let request = CreatePriceBookRequest {
        idempotency_key: "11111111-1111-4111-8111-111111111111".to_owned(),
        ..CreatePriceBookRequest::default()
    };
    for _ in 0..2 {
        let book = call!(&fixture, &caller, create_price_book(request.clone()))
            .unwrap()
            .book
            .unwrap();
        assert_eq!(row(&book).version, 2);
    }
    let request = PublishPriceBookRequest {
        record_version: 1,
        idempotency_key: "22222222-2222-4222-8222-222222222222".to_owned(),
        ..PublishPriceBookRequest::default()
    };
    for _ in 0..2 {
        let book = call!(&fixture, &caller, publish_price_book(request.clone()))
            .unwrap()
            .book
            .unwrap();
        assert_eq!(row(&book).state, "inForce");
    }
    assert_eq!(fixture.audited_subjects("PublishPriceBook").await, ["2"]);
}
