use super::*;

#[tokio::test]
async fn a_bulk_change_says_before_what_changes_and_is_taken_back_unless_a_field_changed_since() {
    let fixture = Fixture::start().await;
    fixture.add(wardrobe("SK-101")).await;
    fixture.add(wardrobe("SK-102")).await;
    let manager = member(StaffRole::Manager);
    let change = |code: &str, version, price_minor| ProductChange {
        code: code.to_owned(),
        version,
        patch: Some(priced(price_minor)),
    };
    let change_all = async |key: &str, changes: Vec<ProductChange>, is_dry_run, is_undo| {
        let request = ChangeDeskProductsRequest {
            idempotency_key: key.to_owned(),
            changes,
            is_dry_run,
            is_undo,
        };
        let response = fixture
            .desk
            .clone()
            .change_desk_products(on_behalf_of(&manager, request))
            .await;
        let results = into_result(response).unwrap().results.into_iter();
        let results = results.map(|result| {
            let changes = result.changes.into_iter();
            let changes: Vec<_> = changes
                .map(|one| (one.field, one.from_json, one.to_json))
                .collect();
            let errors: Vec<_> = result
                .errors
                .into_iter()
                .map(|error| (error.field, error.key))
                .collect();
            (result.code, errors, changes)
        });
        results.collect::<Vec<_>>()
    };
    let changes = vec![
        change("SK-102", 1, 200),
        change("SK-999", 1, 300),
        change("SK-101", 1, 100),
    ];
    let dry = change_all("1", changes.clone(), true, false).await;
    assert_eq!(row(&get(&fixture, "SK-101").await).version, 1);
    let done = change_all("1", changes.clone(), false, false).await;
    assert_eq!(dry, done);
    assert_eq!(change_all("1", changes, false, false).await, done);
    let price = |from: &str, to: &str| vec![("price".to_owned(), from.to_owned(), to.to_owned())];
    assert_eq!(done[0], ("SK-102".to_owned(), vec![], price("1249.55", "2")));
    assert_eq!(
        done[1].1,
        [("general".to_owned(), "PRODUCT.NOT_FOUND".to_owned())]
    );

    // The same person has changed one of them since.
    save(&fixture, &manager, 2, priced(500), &[]).await.unwrap();
    let undo = vec![change("SK-101", 2, 124_955), change("SK-102", 2, 124_955)];
    let undone = change_all("2", undo, false, true).await;
    let changed = |field: &str| (field.to_owned(), "DESK.CHANGED".to_owned());
    assert_eq!(undone[0].1, [changed("version"), changed("price")]);
    assert_eq!(row(&get(&fixture, "SK-101").await).price_minor, 500);
    assert_eq!(row(&get(&fixture, "SK-102").await).price_minor, 124_955);
}
