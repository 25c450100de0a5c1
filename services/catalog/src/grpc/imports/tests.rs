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
    MapImportRequest, ProductImport, UndoImportRequest,
};
use testkit::{caller, eventually};

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

    exports_products(&fixture, &by).await;
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
