use super::*;

#[tokio::test]
async fn saves_of_the_same_person_never_conflict_and_saves_of_others_are_merged_by_field() {
    let fixture = Fixture::start().await;
    fixture.add(wardrobe("SK-101")).await;
    let (nigar, rauf) = (member(StaffRole::Manager), member(StaffRole::Manager));
    // Nigar's two tabs have the first version.
    let saved = save(&fixture, &nigar, 1, priced(100_000), &[]).await.unwrap();
    assert_eq!(row(&saved).version, 2);
    let saved = save(&fixture, &nigar, 1, priced(90_000), &[]).await.unwrap();
    assert_eq!((row(&saved).version, row(&saved).price_minor), (3, 90_000));

    // Another field is merged.
    let saved = save(&fixture, &rauf, 1, texts_of([("nameRu", "Дубовый шкаф")]), &[])
        .await
        .unwrap();
    assert_eq!((row(&saved).version, row(&saved).price_minor), (4, 90_000));

    // The same field is refused with its name, and nothing is stored.
    let patch = ProductPatch {
        discount_percent: Some(5),
        ..priced(80_000)
    };
    let failure = save(&fixture, &rauf, 1, patch, &[]).await.unwrap_err();
    assert_eq!(failure.code, Code::Conflict);
    assert_eq!(
        fields(&failure),
        [("version", "DESK.CHANGED"), ("price", "DESK.CHANGED")]
    );
    let present = get(&fixture, "SK-101").await;
    assert_eq!((row(&present).version, row(&present).discount_percent), (4, 0));

    // The same value is no change, whoever stored it.
    let saved = save(&fixture, &rauf, 1, priced(90_000), &[]).await.unwrap();
    assert_eq!(row(&saved).version, 4);
    // Stock is no part of a save: orders and moves meanwhile stay.
    let id = row(&saved).product_id;
    fixture.reserve(OrderId::generate(), &[(id, 3)]).await.unwrap();
    let saved = save(&fixture, &rauf, 4, priced(80_000), &[]).await.unwrap();
    assert_eq!((row(&saved).version, row(&saved).stock_quantity), (5, Some(7)));
    let failure = save(&fixture, &nigar, 9, priced(1), &[]).await.unwrap_err();
    assert_eq!(fields(&failure)[0], ("version", "DESK.CHANGED"));
}

#[tokio::test]
async fn refuses_all_wrong_fields_and_all_fields_without_permission_at_once() {
    let fixture = Fixture::start().await;
    fixture.add(wardrobe("SK-101")).await;
    let patch = ProductPatch {
        price_minor: Some(0),
        discount_percent: Some(100),
        reorder_at: Some(ReorderChange { quantity: Some(-1) }),
        category_id: Some(99),
        ..texts_of([("nameAz", ""), ("nameRu", ""), ("nameDe", "x")])
    };
    let failure = save(&fixture, &caller::staff(), 1, patch.clone(), &[])
        .await
        .unwrap_err();
    let mut refused: Vec<_> = fields(&failure)
        .iter()
        .map(|(field, _)| (*field).to_owned())
        .collect();
    refused.sort();
    let expected = [
        "categoryId",
        "discount",
        "nameAz",
        "nameDe",
        "nameRu",
        "price",
        "reorderAt",
    ];
    assert_eq!(refused, expected);

    let editor = member(StaffRole::Editor);
    let failure = save(&fixture, &editor, 1, patch, &[]).await.unwrap_err();
    assert_eq!(
        (failure.code, failure.reason.as_str()),
        (Code::Forbidden, "DESK.ROLE")
    );
    let refused: Vec<_> = failure.fields.iter().map(|(field, _)| field.as_str()).collect();
    assert_eq!(refused, ["general", "price", "discount", "reorderAt"]);
    let warehouse = member(StaffRole::Warehouse);
    let made_to_order = ProductPatch {
        is_made_to_order: Some(true),
        ..ProductPatch::default()
    };
    let saved = save(&fixture, &warehouse, 1, made_to_order, &[]).await.unwrap();
    assert_eq!(row(&saved).stock_quantity, None);
    assert_eq!(row(&get(&fixture, "SK-101").await).version, 2);
}

#[tokio::test]
async fn materials_care_contents_and_weight_are_edited() {
    let fixture = Fixture::start().await;
    fixture.add(wardrobe("SK-101")).await;
    let editor = member(StaffRole::Editor);
    let weight = |grams| ProductPatch {
        weight: Some(WeightChange { grams }),
        ..ProductPatch::default()
    };
    let patch = texts_of([
        ("materialsAz", "Palıd\nLatun"),
        ("careRu", "Протирайте"),
        ("boxContentsEn", "Case"),
    ]);
    let saved = save(&fixture, &editor, 1, patch, &[]).await.unwrap();
    let [materials, care, contents] =
        [saved.materials, saved.care, saved.box_contents].map(Option::unwrap_or_default);
    assert_eq!(
        [materials.az.as_str(), care.ru.as_str(), contents.en.as_str()],
        ["Palıd\nLatun", "Протирайте", "Case"]
    );
    // A text of one language is missing in the others.
    assert!(saved.missing_fields.contains(&"materialsRu".to_owned()));
    let saved = save(&fixture, &editor, 2, weight(Some(142_500)), &[])
        .await
        .unwrap();
    assert_eq!(saved.weight_grams, Some(142_500));
    for grams in [0, 10_000_001] {
        let failure = save(&fixture, &editor, 3, weight(Some(grams)), &[])
            .await
            .unwrap_err();
        assert_eq!(fields(&failure), [("weightGrams", "FIELD.OUT_OF_RANGE")]);
    }
    let saved = save(&fixture, &editor, 3, weight(None), &[]).await.unwrap();
    assert_eq!(saved.weight_grams, None);
    let warehouse = member(StaffRole::Warehouse);
    let failure = save(&fixture, &warehouse, 4, weight(Some(1)), &[])
        .await
        .unwrap_err();
    assert_eq!(
        fields(&failure),
        [("general", "DESK.ROLE"), ("weightGrams", "DESK.ROLE")]
    );
}

#[tokio::test]
async fn a_design_is_set_only_if_it_can_be_built() {
    const OAK: &str = "EBAAQpfqPJsAAAAwEAAgSAAqEAAqEAAgiJja";
    /// Its shelves are 924 mm wide, 24 mm too much.
    const TOO_WIDE: &str = "EBAAQHbINJYQAAACSABBTABBTFT7";
    let fixture = Fixture::start().await;
    let id = fixture.add(wardrobe("SK-101")).await;
    let editor = member(StaffRole::Editor);
    let design = |code: &str| ProductPatch {
        design_code: Some(code.to_owned()),
        ..ProductPatch::default()
    };
    let saved = save(&fixture, &editor, 1, design(OAK), &[]).await.unwrap();
    assert_eq!(saved.design_code, OAK);
    assert_eq!(fixture.product(id).await.design_code, OAK);
    for (code, key) in [
        (&OAK[1..], "DESIGN.BROKEN"),
        ("SK-101", "DESIGN.BROKEN"),
        (TOO_WIDE, "DESIGN.IMPOSSIBLE"),
    ] {
        let failure = save(&fixture, &editor, 2, design(code), &[]).await.unwrap_err();
        assert_eq!(fields(&failure), [("designCode", key)]);
    }
    let warehouse = member(StaffRole::Warehouse);
    let failure = save(&fixture, &warehouse, 2, design(""), &[]).await.unwrap_err();
    assert_eq!(
        fields(&failure),
        [("general", "DESK.ROLE"), ("designCode", "DESK.ROLE")]
    );
    let saved = save(&fixture, &editor, 2, design(""), &[]).await.unwrap();
    assert_eq!(saved.design_code, "");
    assert_eq!(fixture.product(id).await.design_code, "");
}

#[tokio::test]
async fn translations_are_stale_until_they_are_edited_or_confirmed() {
    let fixture = Fixture::start().await;
    fixture.add(wardrobe("SK-101")).await;
    let staff = caller::staff();
    let stale = |product: &DeskProduct| -> Vec<(String, String)> {
        let stale = product.stale.iter();
        stale.map(|text| (text.field.clone(), text.was.clone())).collect()
    };
    let was = |field: &str| (field.to_owned(), "Palıd şkaf".to_owned());
    let saved = save(&fixture, &staff, 1, texts_of([("nameAz", "Böyük şkaf")]), &[])
        .await
        .unwrap();
    assert_eq!(stale(&saved), [was("nameEn"), was("nameRu")]);
    assert_eq!(saved.stale[0].changed_by, "operator");
    // A second change of the source keeps the text that was translated.
    let saved = save(&fixture, &staff, 2, texts_of([("nameAz", "İri şkaf")]), &[])
        .await
        .unwrap();
    assert_eq!(stale(&saved), [was("nameEn"), was("nameRu")]);
    let saved = save(&fixture, &staff, 3, texts_of([("nameRu", "Большой шкаф")]), &[])
        .await
        .unwrap();
    assert_eq!(stale(&saved), [was("nameEn")]);
    let saved = save(&fixture, &staff, 4, ProductPatch::default(), &["nameEn"])
        .await
        .unwrap();
    assert_eq!((stale(&saved), row(&saved).version), (vec![], 5));
    // The source as it was translated needs no other translation.
    save(&fixture, &staff, 5, texts_of([("nameAz", "Şkaf")]), &[])
        .await
        .unwrap();
    let saved = save(&fixture, &staff, 6, texts_of([("nameAz", "İri şkaf")]), &[])
        .await
        .unwrap();
    assert_eq!(stale(&saved), []);
    // The fallback that the shop shows for a missing text is not stored.
    let saved = save(&fixture, &staff, 7, texts_of([("descriptionRu", "")]), &[])
        .await
        .unwrap();
    assert_eq!(saved.description.as_ref().unwrap().ru, "");
    assert_eq!(saved.missing_fields, ["descriptionRu"]);
    assert_eq!(
        row(&saved).complete_languages,
        [Language::Az, Language::En].map(i32::from)
    );
}
