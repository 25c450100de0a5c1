use super::*;

#[tokio::test]
async fn materials_care_contents_and_weight_are_imported_and_undone() {
    let catalog = Catalog::start().await;
    let seed = catalog.upload("Kod;Ad (az);Qiymət\nA-1;Şkaf;10\n", &[]).await;
    catalog.work().await;
    catalog.start_step(seed, ImportState::Applying).await;
    catalog.work().await;

    let first =
        "Kod;Материалы (ру);Qulluq (az);In the box (en);Çəki, q\nA-1;Дуб;Silin;Case;62500\nA-9;x;;;0\n";
    let first = catalog.upload(first, &[]).await;
    catalog.work().await;
    let (_, rows) = catalog.rows(first).await;
    assert_eq!(
        rows[0],
        "A-1 changed: boxContentsEn \"\" \"Case\", careAz \"\" \"Silin\", materialsRu \"\" \"Дуб\", weightGrams null 62500"
    );
    assert!(rows[1].contains("weightGrams FIELD.OUT_OF_RANGE"), "{rows:?}");
    catalog.start_step(first, ImportState::Applying).await;
    catalog.work().await;
    let passive = catalog.product("A-1").await.fields.attributes.passive;
    assert_eq!(
        (passive.materials.ru.as_str(), passive.weight.map(u32::from)),
        ("Дуб", Some(62_500))
    );

    let second = catalog.upload("Kod;Weight, g;Ad (az)\nA-1;-;\n", &[]).await;
    catalog.work().await;
    catalog.start_step(second, ImportState::Applying).await;
    catalog.work().await;
    let weight = async || catalog.product("A-1").await.fields.attributes.passive.weight;
    assert_eq!(weight().await, None);
    catalog.start_step(second, ImportState::Undoing).await;
    catalog.work().await;
    assert_eq!(weight().await.map(u32::from), Some(62_500));
}
