use kit::{
    caller::Actor,
    domain::ImportId,
    vocabulary::catalog::{ImportField, StockReason},
};
use testkit::TestDatabase;

use super::*;
use crate::{
    DEFINITION,
    desk::{Cause, Fields},
    import::{Column, cell, head, propose, read, source_of},
    product::Stock,
    save,
    store::import::{Mapping, NewImport},
};

mod facts;
mod undo;

const NIGAR: &str = "01936b2e-7c00-7000-8000-000000000001";
const RAUF: &str = "01936b2e-7c00-7000-8000-000000000002";

/// Returns a table with a row for each number.
fn table(heads: &str, count: usize, row: impl Fn(usize) -> String) -> String {
    let rows: Vec<_> = [heads.to_owned()]
        .into_iter()
        .chain((0..count).map(row))
        .collect();
    rows.join("\n")
}

struct Catalog {
    database: TestDatabase,
}

impl Catalog {
    async fn start() -> Self {
        Self {
            database: TestDatabase::create(DEFINITION).await,
        }
    }

    const fn pool(&self) -> &PgPool {
        self.database.pool()
    }

    /// Inserts an import with a mapping, which is the proposed one unless it is given.
    async fn upload(&self, file: &str, fields: &[&str]) -> ImportId {
        let mut connection = self.pool().acquire().await.unwrap();
        let table = read(file.as_bytes(), None).unwrap();
        let source = source_of(&table.heads);
        let proposed = propose(&table.heads, source).into_iter();
        let mut mapping = Mapping {
            fields: proposed
                .map(|field| field.map_or("", ImportField::name).to_owned())
                .collect(),
            decimal: if file.contains("1.50") { "." } else { "," }.to_owned(),
            erase: "-".to_owned(),
        };
        if !fields.is_empty() {
            mapping.fields = fields.iter().map(ToString::to_string).collect();
        }
        let import = NewImport {
            id: ImportId::generate(),
            name: "shop.csv",
            source,
            table: &table,
            fields: &mapping.fields,
            decimal: &mapping.decimal,
            erase: &mapping.erase,
            author: NIGAR,
        };
        store::import::insert(&mut connection, &import).await.unwrap();
        self.map(import.id, &mapping).await;
        import.id
    }

    async fn map(&self, id: ImportId, mapping: &Mapping) {
        let mut connection = self.pool().acquire().await.unwrap();
        let import = store::import::find(&mut connection, id).await.unwrap().unwrap();
        let category = Some(1.try_into().unwrap());
        store::import::map(&mut connection, &import, mapping, category, NIGAR)
            .await
            .unwrap();
    }

    async fn start_step(&self, id: ImportId, state: ImportState) {
        let mut connection = self.pool().acquire().await.unwrap();
        store::import::start(&mut connection, id, state, NIGAR)
            .await
            .unwrap();
    }

    async fn work(&self) {
        work(self.pool(), &CancellationToken::new()).await.unwrap();
    }

    /// Returns the import, and by code the result, changed fields, errors and kept fields of each product.
    async fn rows(&self, id: ImportId) -> (Import, Vec<String>) {
        let mut connection = self.pool().acquire().await.unwrap();
        let import = store::import::find(&mut connection, id).await.unwrap().unwrap();
        let rows = store::import::rows(&mut connection, id, 0, 1_000).await.unwrap();
        let rows = rows.into_iter().map(|row| {
            let result = row.result.map_or("", ImportResult::name);
            let changes: Vec<_> = row
                .changes
                .iter()
                .map(|(field, (from, to))| format!("{field} {from} {to}"))
                .collect();
            let notes = |fields: &Refused| {
                fields
                    .iter()
                    .map(|(field, key)| format!("{field} {key}"))
                    .collect::<Vec<_>>()
            };
            let parts = [changes, notes(&row.errors), notes(&row.kept)].concat();
            format!("{} {result}: {}", row.code, parts.join(", "))
        });
        (import, rows.collect())
    }

    fn counts(import: &Import) -> [i64; 5] {
        [
            import.new_count,
            import.changed_count,
            import.unchanged_count,
            import.refused_count,
            import.kept_count,
        ]
    }

    async fn product(&self, code: &str) -> DeskProduct {
        let mut connection = self.pool().acquire().await.unwrap();
        let ids = store::desk::find_ids(&mut connection, &[code.to_owned()])
            .await
            .unwrap();
        store::desk::find_many(&mut connection, &ids)
            .await
            .unwrap()
            .remove(0)
    }

    /// Saves a product as another person.
    async fn change(&self, code: &str, change: impl FnOnce(&mut Fields)) {
        let product = self.product(code).await;
        let mut after = product.fields.clone();
        change(&mut after);
        let cause = Cause {
            author: RAUF.to_owned(),
            stock_reason: StockReason::Order,
            ..Cause::staff(&Actor::Operator)
        };
        let mut connection = self.pool().acquire().await.unwrap();
        save::save(&mut connection, &product, after, &[], &cause)
            .await
            .unwrap();
    }

    /// Returns the export in a language.
    async fn export(&self, language: kit::domain::Language) -> String {
        let mut connection = self.pool().acquire().await.unwrap();
        let ids: Vec<_> = sqlx::query_scalar("select id from product order by code")
            .fetch_all(&mut *connection)
            .await
            .unwrap();
        let products = store::desk::find_many(&mut connection, &ids).await.unwrap();
        let categories = store::category::find_all(&mut connection).await.unwrap();
        let heads = Column::ALL.map(|column| head(column, language));
        let mut text = kit::csv::BOM.to_owned() + &kit::csv::row(heads, ';');
        for product in &products {
            let cells = Column::ALL.map(|column| cell(column, product, &categories, language));
            text += &kit::csv::row(cells.iter().map(String::as_str), ';');
        }
        text
    }
}

#[test]
fn leaves_most_of_the_time_to_shoppers_and_ends_in_a_bounded_one() {
    let pause = |chunk| pause_after(Duration::from_millis(chunk)).as_millis();
    assert_eq!([pause(0), pause(20), pause(5_000)], [0, 60, 100]);
    let chunks = u32::try_from(10_000_usize.div_ceil(CHUNK)).unwrap();
    assert!(chunks * MAX_PAUSE <= Duration::from_secs(20), "{chunks} chunks");
}

#[tokio::test]
async fn counts_what_it_then_changes_and_takes_back() {
    let catalog = Catalog::start().await;
    let first = catalog
        .upload("Kod;Ad (az);Qiymət;Anbarda;Təsvir (az)\nA-1;Şkaf;1200;5;Palıd\nA-2;Divan;300,5;2;\nA-3;Kürsü;90;1;\n", &[])
        .await;
    catalog.work().await;
    let (import, _) = catalog.rows(first).await;
    assert_eq!(
        (import.state, Catalog::counts(&import)),
        (ImportState::Ready, [3, 0, 0, 0, 0])
    );
    assert_eq!(
        sqlx::query_scalar::<_, i64>("select count(*) from product")
            .fetch_one(catalog.pool())
            .await
            .unwrap(),
        0
    );
    catalog.start_step(first, ImportState::Applying).await;
    catalog.work().await;
    assert_eq!(
        catalog.product("A-2").await.fields.attributes.price.minor(),
        30_050
    );

    // Absent columns and empty cells change nothing, the word empties, and everything wrong is named.
    let second = catalog
        .upload(
            "Kod;Ad (az);Qiymət;Anbarda;Təsvir (az);Endirim, %\n\
             A-1;;1300;7;-;\nA-2;Divan;;2;;\nA-3;-;x;-1;;100\nA-4;;;;;\na-1;Şkaf;;;;\nA-5;Yeni;1.50;;;\n",
            &[],
        )
        .await;
    catalog.work().await;
    let (import, rows) = catalog.rows(second).await;
    assert_eq!(Catalog::counts(&import), [1, 1, 1, 3, 0]);
    assert_eq!(
        rows[0],
        "A-1 changed: descriptionAz \"Palıd\" \"\", price 1200 1300, stockQuantity 5 7"
    );
    assert_eq!(rows[1], "A-2 unchanged: ");
    assert_eq!(
        rows[2],
        "A-3 refused: discount FIELD.OUT_OF_RANGE, nameAz FIELD.REQUIRED, price FIELD.INVALID, stockQuantity FIELD.OUT_OF_RANGE"
    );
    assert_eq!(rows[3], "A-4 refused: nameAz FIELD.REQUIRED");
    assert_eq!(rows[4], "A-1 refused: code IMPORT.DUPLICATE");
    assert!(rows[5].starts_with("A-5 new: "), "{rows:?}");

    // Another person changes one of the fields, another field, and sells a piece.
    catalog
        .change("A-1", |fields| {
            fields.attributes.name.ru = "Шкаф".to_owned();
            fields.attributes.stock = Stock::Pieces(4);
        })
        .await;
    catalog.start_step(second, ImportState::Applying).await;
    catalog.work().await;
    let product = catalog.product("A-1").await;
    let attributes = &product.fields.attributes;
    assert_eq!(
        (
            attributes.price.minor(),
            attributes.stock,
            attributes.name.ru.as_str(),
            attributes.description.az.as_str()
        ),
        (130_000, Stock::Pieces(6), "Шкаф", "")
    );
    let moves: Vec<(i64, String)> =
        sqlx::query_as("select delta, reason from stock_move where product_id = $1 order by id")
            .bind(product.id.get())
            .fetch_all(catalog.pool())
            .await
            .unwrap();
    let expected = [(5, "counted"), (-1, "order"), (2, "counted")];
    assert_eq!(moves, expected.map(|(delta, reason)| (delta, reason.to_owned())));

    // Fields changed since by somebody are kept and named.
    catalog
        .change("A-1", |fields| {
            fields.attributes.price = kit::domain::Money::from_minor(1).unwrap();
        })
        .await;
    catalog.start_step(second, ImportState::Undoing).await;
    catalog.work().await;
    let (import, rows) = catalog.rows(second).await;
    assert_eq!((import.state, import.kept_count), (ImportState::Undone, 1));
    assert!(rows[0].ends_with("price DESK.CHANGED"), "{rows:?}");
    let attributes = catalog.product("A-1").await.fields.attributes;
    assert_eq!(
        (
            attributes.price.minor(),
            attributes.stock,
            attributes.description.az.as_str()
        ),
        (1, Stock::Pieces(4), "Palıd")
    );
}

#[tokio::test]
async fn refuses_at_applying_what_somebody_else_has_changed_or_created() {
    let catalog = Catalog::start().await;
    let seed = catalog
        .upload("Kod;Ad (az);Qiymət\nB-1;Şkaf;10\nB-2;Divan;10\n", &[])
        .await;
    catalog.work().await;
    catalog.start_step(seed, ImportState::Applying).await;
    catalog.work().await;
    let file = "Kod;Ad (az);Qiymət\nB-1;Dolab;20\nB-2;Divan;20\nB-3;Masa;20\n";
    let [first, second] = [catalog.upload(file, &[]).await, catalog.upload(file, &[]).await];
    catalog.work().await;
    catalog
        .change("B-1", |fields| fields.attributes.name.az = "Şifoner".to_owned())
        .await;
    catalog.start_step(first, ImportState::Applying).await;
    catalog.work().await;
    let (import, rows) = catalog.rows(first).await;
    assert_eq!(Catalog::counts(&import), [1, 1, 0, 1, 0]);
    assert!(rows[0].starts_with("B-1 refused: "), "{rows:?}");
    assert!(
        rows[0].ends_with("nameAz DESK.CHANGED, version DESK.CHANGED"),
        "{rows:?}"
    );
    let attributes = catalog.product("B-1").await.fields.attributes;
    assert_eq!(
        (attributes.name.az.as_str(), attributes.price.minor()),
        ("Şifoner", 1_000)
    );
    // The other import had counted B-3 as new.
    catalog.start_step(second, ImportState::Applying).await;
    catalog.work().await;
    let (_, rows) = catalog.rows(second).await;
    assert!(rows[2].ends_with("code PRODUCT.CODE_TAKEN"), "{rows:?}");
}

#[tokio::test]
async fn an_instance_that_ends_leaves_whole_chunks_and_no_product_twice() {
    let catalog = Catalog::start().await;
    let count = CHUNK + 50;
    let row = |number| format!("C-{number};Şkaf {number};10;3");
    let import = catalog
        .upload(&table("Kod;Ad (az);Qiymət;Anbarda", count, row), &[])
        .await;
    catalog.work().await;
    catalog.start_step(import, ImportState::Applying).await;
    let products = || sqlx::query_scalar::<_, i64>("select count(*) from product").fetch_one(catalog.pool());

    // The first chunk is done but not committed when the instance ends.
    let mut transaction = kit::database::begin(catalog.pool()).await.unwrap();
    let locked = store::import::lock_next(&mut transaction).await.unwrap().unwrap();
    advance(&mut transaction, locked).await.unwrap();
    assert!(
        !step(catalog.pool()).await.unwrap(),
        "another instance waits for the first one"
    );
    transaction.rollback().await.unwrap();
    assert_eq!(products().await.unwrap(), 0);

    // Another one commits the first chunk and ends; a third continues.
    assert!(step(catalog.pool()).await.unwrap());
    let (present, _) = catalog.rows(import).await;
    let chunk = i64::try_from(CHUNK).unwrap();
    assert_eq!((present.state, present.done), (ImportState::Applying, chunk));
    assert_eq!(products().await.unwrap(), chunk);
    catalog.work().await;
    let (present, _) = catalog.rows(import).await;
    let count = i64::try_from(count).unwrap();
    assert_eq!(
        (present.state, present.done, present.new_count),
        (ImportState::Applied, count, count)
    );
    assert_eq!(products().await.unwrap(), count);
    let moves: i64 = sqlx::query_scalar("select count(*) from stock_move")
        .fetch_one(catalog.pool())
        .await
        .unwrap();
    assert_eq!(moves, count);
}

#[tokio::test]
async fn an_import_of_the_export_changes_nothing() {
    let catalog = Catalog::start().await;
    let awkward = [
        "=1+1",
        "'=1",
        "''",
        "'quoted'",
        "\"a\"; b, c",
        "one\ntwo\n\nthree",
        "-",
        "-5",
        "+994 50",
        "@x",
        "ə ğ İ ж",
        "1,50",
        "- a",
        "null",
        "0",
        "\t tab",
        "a\r\nb",
    ];
    let row = |number| format!("D-{number:02};Ad;{number},05;4");
    let seed = catalog
        .upload(&table("Kod;Ad (az);Qiymət;Anbarda", awkward.len(), row), &[])
        .await;
    catalog.work().await;
    catalog.start_step(seed, ImportState::Applying).await;
    catalog.work().await;
    for (number, text) in awkward.iter().enumerate() {
        catalog
            .change(&format!("D-{number:02}"), |fields| {
                let text = text.trim().to_owned();
                fields.attributes.name.az = text.replace(['\n', '\r', '\t'], " ");
                fields.attributes.description.ru.clone_from(&text);
                fields.attributes.features.en = text;
                fields.attributes.colors = vec!["smoked-oak".to_owned(), "own-colour".to_owned()];
                fields.settings.show_at = Some(kit::clock::now());
                fields.settings.reorder_at = (number % 2 == 0).then_some(2);
                fields.attributes.passive.weight = 62_500.try_into().ok();
                if number % 3 == 0 {
                    fields.attributes.stock = Stock::MadeToOrder;
                }
            })
            .await;
    }
    for language in kit::domain::Language::ALL {
        let export = catalog.export(language).await;
        let table = read(export.as_bytes(), None).unwrap();
        let fields = propose(&table.heads, source_of(&table.heads));
        let fields: Vec<_> = fields
            .iter()
            .map(|field| field.map_or("", ImportField::name))
            .collect();
        let import = catalog.upload(&export, &fields).await;
        if language == kit::domain::Language::En {
            sqlx::query("update product_import set decimal = '.' where id = $1")
                .bind(import.uuid())
                .execute(catalog.pool())
                .await
                .unwrap();
        }
        catalog.work().await;
        let (present, rows) = catalog.rows(import).await;
        let expected = i64::try_from(awkward.len()).unwrap();
        assert_eq!(
            Catalog::counts(&present),
            [0, 0, expected, 0, 0],
            "{language} {rows:?}"
        );
    }
}

#[tokio::test]
async fn variants_of_other_shops_are_one_product() {
    let catalog = Catalog::start().await;
    let shopify = "Handle,Title,Body (HTML),Vendor,Type,Option1 Name,Option1 Value,Variant Inventory Qty,Variant Price,Variant Compare At Price,Image Src,Status\n\
        oak-chair,Oak chair,\"<p>Oak &amp; wool</p><p>Two legs</p>\",X,Wardrobes,Colour,White,3,75.00,100.00,https://cdn.example/1.jpg,active\n\
        oak-chair,,,,,,Smoked Oak,-1,75.00,100.00,https://cdn.example/2.jpg,\n\
        a-very-long-handle-of-a-table,Table,,X,Unknown,Title,Default Title,2,10.00,,,active\n";
    let fields =
        "code,nameAz,descriptionAz,,categoryId,optionName,optionValue,stockQuantity,salePrice,price,images,";
    let fields: Vec<_> = fields.split(',').collect();
    let import = catalog.upload(shopify, &fields).await;
    sqlx::query("update product_import set decimal = '.'")
        .execute(catalog.pool())
        .await
        .unwrap();
    catalog.work().await;
    let (present, rows) = catalog.rows(import).await;
    assert_eq!(
        (present.row_count, Catalog::counts(&present)),
        (2, [2, 0, 0, 0, 0]),
        "{rows:?}"
    );
    catalog.start_step(import, ImportState::Applying).await;
    catalog.work().await;
    let chair = catalog.product("OAK-CHAIR").await.fields;
    let attributes = &chair.attributes;
    assert_eq!(attributes.description.az, "Oak & wool\nTwo legs");
    assert_eq!(
        (attributes.price.minor(), u32::from(attributes.discount)),
        (10_000, 25)
    );
    assert_eq!(
        (attributes.stock, &attributes.colors[..]),
        (
            Stock::Pieces(3),
            &["white".to_owned(), "smoked-oak".to_owned()][..]
        )
    );
    assert!(!chair.settings.is_shown);
    let images: Vec<String> = sqlx::query_scalar("select images from product_import_row where number = 2")
        .fetch_one(catalog.pool())
        .await
        .unwrap();
    assert_eq!(images, ["https://cdn.example/1.jpg", "https://cdn.example/2.jpg"]);

    let woocommerce = "Type,SKU,Name,Regular price,Sale price,Stock,Parent,Attribute 1 name,Attribute 1 value(s)\n\
        variable,w-1,Sofa,200,150,,,Colour,\"White, Black\"\n\
        variation,w-1-white,Sofa - White,200,150,2,w-1,Colour,White\n\
        simple,w-2,Lamp,20,,1,,,\n";
    let import = catalog.upload(woocommerce, &[]).await;
    catalog.work().await;
    let (present, rows) = catalog.rows(import).await;
    assert_eq!(
        (present.row_count, Catalog::counts(&present)),
        (2, [2, 0, 0, 0, 0]),
        "{rows:?}"
    );
    assert!(
        rows[0].contains("colors [] [\"white\",\"black\"]") && rows[0].contains("stockQuantity 0 2"),
        "{rows:?}"
    );
    assert!(
        rows[0].contains("discount 0 25") && rows[0].contains("price 0 200"),
        "{rows:?}"
    );
}
