use super::*;

#[tokio::test]
async fn a_new_product_is_hidden_and_its_code_is_taken_once() {
    let fixture = Fixture::start().await;
    let create = async |key: &str, patch: ProductPatch| {
        let request = CreateDeskProductRequest {
            idempotency_key: key.to_owned(),
            code: "SK-140".to_owned(),
            patch: Some(patch),
        };
        let editor = member(StaffRole::Editor);
        into_result(
            fixture
                .desk
                .clone()
                .create_desk_product(on_behalf_of(&editor, request))
                .await,
        )
    };
    let named = ProductPatch {
        category_id: Some(1),
        ..texts_of([("nameAz", "Palıd şkaf")])
    };
    let product = create("1", named.clone()).await.unwrap().product.unwrap();
    let facts = row(&product);
    assert_eq!((facts.version, facts.price_minor, facts.is_active), (1, 0, false));
    assert_eq!(facts.reasons().next(), Some(AbsenceReason::Hidden));
    let failure = create("2", named).await.unwrap_err();
    assert_eq!(fields(&failure), [("code", "PRODUCT.CODE_TAKEN")]);
    let failure = create("", ProductPatch::default()).await.unwrap_err();
    assert_eq!(
        fields(&failure),
        [
            ("idempotencyKey", "FIELD.REQUIRED"),
            ("nameAz", "FIELD.REQUIRED"),
            ("categoryId", "FIELD.REQUIRED")
        ]
    );
}
