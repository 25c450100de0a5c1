use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};

use kit::{
    caller::Caller,
    domain::EventId,
    failure::{Code, Failure},
    grpc::client::on_behalf_of,
    vocabulary::catalog::ImportState as State,
};
use proto::catalog::v1::{
    AppendUploadRequest, ApplyImportRequest, CreateImportRequest, ExportProductsRequest,
    ExportRefusedRowsRequest, GetImportRequest, ImportResult, ListImportRowsRequest, ListImportsRequest,
    MapImportRequest, ProductImport, RetryImportPicturesRequest, UndoImportRequest,
};
use proto::content::v1::{
    FetchMediaRequest, FetchMediaResponse, ListMediaRequest, ListMediaResponse, Media, MediaKind, MediaState,
    PictureSize,
};
use testkit::{FakeServices, caller, eventually};
use tonic::Request;

use crate::testing::{Fixture, fields, into_result, wardrobe};

/// Uploads a file in parts and creates an import.
async fn upload(fixture: &Fixture, by: &Caller, key: &str, file: &[u8]) -> Result<ProductImport, Failure> {
    let upload_id = EventId::generate().to_string();
    let mut client = fixture.imports.clone();
    let mut position = 0;
    for part in file.chunks(100) {
        let request = AppendUploadRequest {
            upload_id: upload_id.clone(),
            position,
            data: part.to_vec(),
        };
        into_result(client.append_upload(on_behalf_of(by, request)).await)?;
        position += i64::try_from(part.len()).unwrap();
    }
    let request = CreateImportRequest {
        idempotency_key: key.to_owned(),
        upload_id,
        name: "C:\\shop.csv".to_owned(),
        size: position,
        sha256: file.get(..4).unwrap_or_default().to_vec(),
        separator: String::new(),
    };
    let created = into_result(client.create_import(on_behalf_of(by, request)).await)?;
    Ok(created.import.unwrap())
}

/// Returns an import once it is in a state.
async fn wait(fixture: &Fixture, by: &Caller, id: &str, state: State) -> ProductImport {
    eventually("the import is in its state", || async {
        let request = on_behalf_of(by, GetImportRequest { id: id.to_owned() });
        let import = fixture.imports.clone().get_import(request).await.unwrap();
        let import = import.into_inner().import.unwrap();
        (State::try_from(import.state()) == Ok(state)).then_some(import)
    })
    .await
}

async fn map(
    fixture: &Fixture,
    by: &Caller,
    import: &ProductImport,
    version: i64,
    fields: &[&str],
) -> Result<ProductImport, Failure> {
    let request = MapImportRequest {
        id: import.id.clone(),
        version,
        fields: fields.iter().map(ToString::to_string).collect(),
        decimal: String::new(),
        erase: String::new(),
        category_id: None,
    };
    let mapped = into_result(
        fixture
            .imports
            .clone()
            .map_import(on_behalf_of(by, request))
            .await,
    )?;
    Ok(mapped.import.unwrap())
}

async fn apply(
    fixture: &Fixture,
    by: &Caller,
    key: &str,
    id: &str,
    version: i64,
) -> Result<ProductImport, Failure> {
    let request = ApplyImportRequest {
        idempotency_key: key.to_owned(),
        id: id.to_owned(),
        version,
    };
    let applied = into_result(
        fixture
            .imports
            .clone()
            .apply_import(on_behalf_of(by, request))
            .await,
    )?;
    Ok(applied.import.unwrap())
}

async fn refuses_other_steps(fixture: &Fixture, by: &Caller, import: &ProductImport) {
    let early = apply(fixture, by, "early", &import.id, import.version)
        .await
        .unwrap_err();
    assert_eq!(early.reason, "IMPORT.STATE");
    let wrong = map(fixture, by, import, 1, &["price", "price", "what", ""])
        .await
        .unwrap_err();
    assert_eq!(
        fields(&wrong),
        [
            ("fields[1]", "IMPORT.FIELD_TWICE"),
            ("fields[2]", "FIELD.INVALID"),
            ("fields", "FIELD.REQUIRED")
        ]
    );
    let stale = map(fixture, by, import, 7, &["code", "price", "nameEn", ""])
        .await
        .unwrap_err();
    assert_eq!(fields(&stale), [("version", "DESK.CHANGED")]);
}

async fn exports_refused_rows(fixture: &Fixture, by: &Caller, import: &ProductImport) {
    let mut client = fixture.imports.clone();
    let request = ExportRefusedRowsRequest {
        id: import.id.clone(),
        after: 0,
    };
    let refused = client
        .export_refused_rows(on_behalf_of(by, request))
        .await
        .unwrap()
        .into_inner();
    let cells: Vec<_> = refused
        .rows
        .iter()
        .map(|row| row.cells.clone().unwrap().cells.join(";"))
        .collect();
    assert_eq!(cells, ["SK-2;1;Two;", "SK-1;1;;"]);
    assert_eq!(refused.rows[1].heads, ["Kod"]);
}

async fn exports_products(fixture: &Fixture, by: &Caller) {
    let mut client = fixture.imports.clone();
    let request = ExportProductsRequest {
        columns: vec!["code".to_owned(), "price".to_owned()],
        ..ExportProductsRequest::default()
    };
    let exported = client
        .export_products(on_behalf_of(by, request.clone()))
        .await
        .unwrap()
        .into_inner();
    assert_eq!(exported.heads.unwrap().cells, ["Kod", "Qiymət"]);
    assert_eq!(exported.rows[0].cells, ["SK-1", "1249,55"]);
    let request = ExportProductsRequest {
        columns: vec!["phone".to_owned()],
        ..request
    };
    let failure = into_result(client.export_products(on_behalf_of(by, request)).await).unwrap_err();
    assert_eq!(fields(&failure), [("columns", "FIELD.INVALID")]);
}

#[tokio::test]
async fn takes_a_file_from_its_upload_to_the_undo() {
    let fixture = Fixture::start().await;
    fixture.add(wardrobe("SK-1")).await;
    let by = caller::staff();
    let file = "Kod;Qiymət;Ad (en);Qeyd\nSK-1;1300,50;Oak;x\nSK-2;1;Two;\nSK-1;1;;\n".as_bytes();
    let import = upload(&fixture, &by, "upload", file).await.unwrap();
    let repeated = upload(&fixture, &by, "upload", file).await.unwrap();
    assert_eq!(repeated, import);
    let other = upload(&fixture, &by, "upload", b"Kod\nSK-9\n").await.unwrap_err();
    assert_eq!(other.code, Code::KeyReused);
    assert_eq!(
        (
            import.name.as_str(),
            import.separator.as_str(),
            import.decimal.as_str()
        ),
        ("shop.csv", ";", ",")
    );
    let proposed: Vec<_> = import
        .columns
        .iter()
        .map(|column| column.field.as_str())
        .collect();
    assert_eq!(proposed, ["code", "price", "nameEn", ""]);
    assert_eq!(import.columns[0].examples, ["SK-1", "SK-2", "SK-1"]);

    refuses_other_steps(&fixture, &by, &import).await;
    let mapped = map(&fixture, &by, &import, 1, &["code", "price", "", ""])
        .await
        .unwrap();
    assert_eq!(
        (State::try_from(mapped.state()), mapped.version),
        (Ok(State::Checking), 2)
    );
    let ready = wait(&fixture, &by, &import.id, State::Ready).await;
    let counts = ready.counts.unwrap();
    assert_eq!(
        (counts.new, counts.changed, counts.unchanged, counts.refused),
        (0, 1, 0, 2)
    );
    assert_eq!((ready.rows, ready.done), (3, 3));

    let mut client = fixture.imports.clone();
    let mut request = ListImportRowsRequest {
        id: import.id.clone(),
        result: ImportResult::Refused.into(),
        limit: 1,
        ..ListImportRowsRequest::default()
    };
    let page = client
        .list_import_rows(on_behalf_of(&by, request.clone()))
        .await
        .unwrap()
        .into_inner();
    assert_eq!((page.rows[0].row, page.total_records), (3, 2));
    request.cursor = page.next_cursor;
    let page = client
        .list_import_rows(on_behalf_of(&by, request))
        .await
        .unwrap()
        .into_inner();
    assert_eq!(
        (page.rows[0].errors[0].key.as_str(), page.next_cursor.as_str()),
        ("IMPORT.DUPLICATE", "")
    );

    apply(&fixture, &by, "apply", &import.id, 2).await.unwrap();
    apply(&fixture, &by, "apply", &import.id, 2).await.unwrap();
    let applied = wait(&fixture, &by, &import.id, State::Applied).await;
    assert!(applied.undo_until.is_some());
    let remapped = map(&fixture, &by, &import, 3, &["code", "price", "", ""])
        .await
        .unwrap_err();
    assert_eq!(remapped.reason, "IMPORT.STATE");
    exports_refused_rows(&fixture, &by, &import).await;

    // The same heads are mapped as this person chose before; another person gets the proposal.
    let again = upload(
        &fixture,
        &by,
        "again",
        b"Kod;Qiym\xc9\x99t;Ad (en);Qeyd\nSK-1;2;Ash;\n",
    )
    .await
    .unwrap();
    assert_eq!(again.columns[2].field, "");
    let undo = UndoImportRequest {
        idempotency_key: "undo".to_owned(),
        id: import.id.clone(),
    };
    into_result(client.undo_import(on_behalf_of(&by, undo)).await).unwrap();
    wait(&fixture, &by, &import.id, State::Undone).await;
    let request = ListImportsRequest {
        cursor: String::new(),
        limit: 100,
    };
    let list = client
        .list_imports(on_behalf_of(&by, request))
        .await
        .unwrap()
        .into_inner();
    let ids: Vec<_> = list.imports.into_iter().map(|import| import.id).collect();
    assert_eq!(ids, [again.id, import.id]);

    keeps_the_mapping_with_one_more_column(&fixture, &by).await;
    exports_products(&fixture, &by).await;
}

/// Asserts that the mapping of earlier heads is proposed with one more column at the end, such as the reasons of refused rows.
async fn keeps_the_mapping_with_one_more_column(fixture: &Fixture, by: &Caller) {
    for (key, head, field) in [
        ("reason", "Səbəb", ""),
        ("discount", "Endirim, %", "discount"),
        ("price", "Qiymət", ""),
    ] {
        let file = format!("Kod;Qiymət;Ad (en);Qeyd;{head}\nSK-1;2;Ash;;5\n");
        let mended = upload(fixture, by, key, file.as_bytes()).await.unwrap();
        let fields: Vec<_> = mended
            .columns
            .iter()
            .map(|column| column.field.as_str())
            .collect();
        assert_eq!(fields, ["code", "price", "", "", field], "{head}");
    }
}

#[tokio::test]
async fn refuses_files_that_are_no_tables() {
    let fixture = Fixture::start().await;
    let by = caller::staff();
    for (file, key) in [
        (&b"%PDF-1.7\x01"[..], "IMPORT.TYPE"),
        (b"Kod;Ad\nA;b;c\n", "IMPORT.BROKEN"),
        (b"Kod;Ad\n", "IMPORT.EMPTY"),
    ] {
        let failure = upload(&fixture, &by, key, file).await.unwrap_err();
        assert_eq!(fields(&failure), [("file", key)]);
        if key == "IMPORT.BROKEN" {
            assert_eq!(failure.parameters["row"], "2");
        }
    }
}

/// Serves a content service that knows each address by its last part. It finds nothing at `gone.jpg` the first time.
fn content() -> String {
    let fetches = Arc::new(AtomicUsize::new(0));
    let fetch = move |request: Request<FetchMediaRequest>| {
        let url = request.into_inner().url;
        let gone = url.ends_with("/gone.jpg");
        let before = if gone {
            fetches.fetch_add(1, Ordering::Relaxed)
        } else {
            1
        };
        async move {
            if url.contains("://10.") {
                return Err(Failure::invalid_field("url", "MEDIA.ADDRESS").into());
            }
            let name = url.rsplit('/').next().unwrap_or_default();
            let id = if before == 0 { "failed" } else { name };
            let media = Media {
                id: id.to_owned(),
                ..Media::default()
            };
            Ok(FetchMediaResponse { media: Some(media) })
        }
    };
    let list = |request: Request<ListMediaRequest>| async move {
        let media = request.into_inner().media_ids.into_iter().map(|id| Media {
            kind: MediaKind::Picture.into(),
            state: match id.as_str() {
                "failed" => MediaState::Failed,
                // Its AVIF files are not made yet.
                "c.jpg" => MediaState::Processing,
                _ => MediaState::Ready,
            }
            .into(),
            failure: if id == "failed" { "MEDIA.FETCH" } else { "" }.to_owned(),
            hash: id.replace('.', "-"),
            sizes: [480, 768, 1024]
                .map(|width| PictureSize { width, height: width })
                .to_vec(),
            id,
            ..Media::default()
        });
        Ok(ListMediaResponse {
            media: media.collect(),
        })
    };
    let service = "/storefront.content.v1.MediaService";
    FakeServices::default()
        .rpc(&format!("{service}/FetchMedia"), fetch)
        .rpc(&format!("{service}/ListMedia"), list)
        .serve()
}

/// Returns the numbers of waiting, fetched and failed pictures of an import, once none is waiting.
async fn fetched(fixture: &Fixture, by: &Caller, id: &str) -> (i64, i64, i64) {
    eventually("the pictures are fetched", || async {
        let import = wait(fixture, by, id, State::Applied).await;
        let pictures = import.pictures.unwrap();
        (pictures.waiting == 0).then_some((pictures.waiting, pictures.fetched, pictures.failed))
    })
    .await
}

#[tokio::test]
async fn r11_pictures_are_fetched_once_it_is_applied_and_taken_back_by_the_undo() {
    let fixture = Fixture::start_with_content(content()).await;
    let present = fixture.add(wardrobe("SK-1")).await;
    let former = fixture.product(present).await.images;
    let by = caller::staff();
    let file = "Handle,Title,Type,Variant Price,Image Src\n\
        SK-1,,,,https://cdn.example/gone.jpg\n\
        SK-1,,,,https://cdn.example/a.jpg\n\
        SK-9,Oak chair,Wardrobes,75.50,https://cdn.example/b.jpg\n\
        SK-9,,,,https://cdn.example/c.jpg\n\
        SK-9,,,,http://10.0.0.1/d.jpg\n";
    let import = upload(&fixture, &by, "pictures", file.as_bytes()).await.unwrap();
    let proposed: Vec<_> = import
        .columns
        .iter()
        .map(|column| column.field.as_str())
        .collect();
    map(&fixture, &by, &import, 1, &proposed).await.unwrap();
    let ready = wait(&fixture, &by, &import.id, State::Ready).await;
    assert_eq!(ready.pictures.unwrap().waiting, 5);
    apply(&fixture, &by, "apply", &import.id, 2).await.unwrap();
    assert_eq!(fetched(&fixture, &by, &import.id).await, (0, 3, 2));

    let urls = |images: &[proto::catalog::v1::Image]| -> Vec<String> {
        images.iter().map(|image| image.url.clone()).collect()
    };
    let shown = urls(&fixture.product(present).await.images);
    assert_eq!(
        shown,
        [urls(&former), vec!["/media/a-jpg-768.webp".to_owned()]].concat()
    );
    let mut client = fixture.imports.clone();
    let request = ListImportRowsRequest {
        id: import.id.clone(),
        is_picture_failed: true,
        limit: 10,
        ..ListImportRowsRequest::default()
    };
    let failed = client
        .list_import_rows(on_behalf_of(&by, request))
        .await
        .unwrap()
        .into_inner();
    let reasons: Vec<_> = failed
        .rows
        .iter()
        .flat_map(|row| &row.pictures)
        .map(|picture| picture.reason.as_str())
        .collect();
    assert_eq!(
        (failed.total_records, reasons),
        (2, vec!["MEDIA.FETCH", "", "", "", "MEDIA.ADDRESS"])
    );

    let request = RetryImportPicturesRequest {
        id: import.id.clone(),
    };
    into_result(
        client
            .retry_import_pictures(on_behalf_of(&by, request.clone()))
            .await,
    )
    .unwrap();
    assert_eq!(fetched(&fixture, &by, &import.id).await, (0, 4, 1));
    // At its place in the file.
    let added = ["gone", "a"].map(|name| format!("/media/{name}-jpg-768.webp"));
    let shown = urls(&fixture.product(present).await.images);
    assert_eq!(shown, [&urls(&former)[..], &added].concat());
    let undo = UndoImportRequest {
        idempotency_key: "undo".to_owned(),
        id: import.id.clone(),
    };
    into_result(client.undo_import(on_behalf_of(&by, undo)).await).unwrap();
    let undone = wait(&fixture, &by, &import.id, State::Undone).await;
    assert_eq!(
        undone.counts.unwrap().kept,
        0,
        "the pictures are no changes by others"
    );
    assert_eq!(fixture.product(present).await.images, former);
    let late = into_result(client.retry_import_pictures(on_behalf_of(&by, request)).await).unwrap_err();
    assert_eq!(late.reason, "IMPORT.STATE");
}
