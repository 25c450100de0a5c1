use super::*;
use crate::store::desk_list::{self, DeskFilter, DeskSort};

const FILE: &str = "Kod;Ad (az);Qiymət;Anbarda\nE-1;Şkaf;10;3\nE-2;Divan;10;3\nE-3;Masa;10;3\nE-4;Kürsü;10;3\nE-5;Güzgü;10;3\n";

impl Catalog {
    async fn execute(&self, statement: &'static str) {
        sqlx::raw_sql(statement).execute(self.pool()).await.unwrap();
    }

    /// Returns the codes of the desk's list, which are as many as it counts.
    async fn listed(&self) -> Vec<String> {
        let mut connection = self.pool().acquire().await.unwrap();
        let filter = DeskFilter::default();
        let page = desk_list::page(&mut connection, &filter, DeskSort::Code, None, 50)
            .await
            .unwrap();
        let count = desk_list::count(&mut connection, &filter).await.unwrap();
        assert_eq!(usize::try_from(count).unwrap(), page.len());
        page.into_iter().map(|row| row.code).collect()
    }

    async fn import(&self, file: &str) -> ImportId {
        let import = self.upload(file, &[]).await;
        self.work().await;
        self.start_step(import, ImportState::Applying).await;
        self.work().await;
        import
    }

    async fn undo(&self, import: ImportId) -> Import {
        self.start_step(import, ImportState::Undoing).await;
        self.work().await;
        self.rows(import).await.0
    }
}

#[tokio::test]
async fn only_created_products_that_nobody_touched_leave_the_lists() {
    let catalog = Catalog::start().await;
    let first = catalog.import(FILE).await;
    assert_eq!(catalog.listed().await, ["E-1", "E-2", "E-3", "E-4", "E-5"]);
    // One is ordered, one asked for, one counted anew, and one edited.
    catalog
        .execute(
            "insert into reservation (order_id, state) values ('01936b2e-7c00-7000-8000-000000000009', 'released');
             insert into reservation_line
             select '01936b2e-7c00-7000-8000-000000000009', id, code, '{}', '', 1000, 0, 1, true from product where code = 'E-2';
             update product set popularity = 1 where code = 'E-3';
             insert into stock_move (product_id, delta, balance, reason, actor)
             select id, 1, 4, 'received', 'operator' from product where code = 'E-4';",
        )
        .await;
    catalog
        .change("E-5", |fields| fields.attributes.name.ru = "Зеркало".to_owned())
        .await;
    let undone = catalog.undo(first).await;
    assert_eq!((undone.state, undone.kept_count), (ImportState::Undone, 1));
    assert_eq!(catalog.listed().await, ["E-2", "E-3", "E-4", "E-5"]);
    let discarded = catalog.product("E-1").await;
    assert!(discarded.fields.settings.is_discarded);
    assert!(!catalog.product("E-2").await.fields.settings.is_shown);
}

#[tokio::test]
async fn a_discarded_product_is_new_in_the_next_import_and_keeps_its_id_and_versions() {
    let catalog = Catalog::start().await;
    let first = catalog
        .import("Kod;Ad (az);Qiymət;Anbarda\nE-1;Şkaf;10;3\n")
        .await;
    let created = catalog.product("E-1").await;
    catalog.undo(first).await;
    assert!(catalog.listed().await.is_empty());

    let second = catalog
        .import("Kod;Ad (az);Qiymət;Anbarda\nE-1;Dolab;20;5\n")
        .await;
    let (import, _) = catalog.rows(second).await;
    assert_eq!(Catalog::counts(&import), [1, 0, 0, 0, 0]);
    assert_eq!(catalog.listed().await, ["E-1"]);
    let product = catalog.product("E-1").await;
    assert_eq!((product.id, product.version), (created.id, 3));
    let attributes = &product.fields.attributes;
    assert_eq!(
        (
            attributes.name.az.as_str(),
            attributes.price.minor(),
            attributes.stock
        ),
        ("Dolab", 2_000, Stock::Pieces(5))
    );
    let moved: Option<i64> = sqlx::query_scalar("select sum(delta)::bigint from stock_move")
        .fetch_one(catalog.pool())
        .await
        .unwrap();
    assert_eq!(moved, Some(5));

    // The same fields once more, so that nothing but the place in the lists differs.
    catalog.undo(second).await;
    assert!(catalog.listed().await.is_empty());
    let third = catalog
        .import("Kod;Ad (az);Qiymət;Anbarda\nE-1;Dolab;20;5\n")
        .await;
    assert_eq!(catalog.listed().await, ["E-1"]);
    let undone = catalog.undo(third).await;
    assert_eq!(undone.kept_count, 0);
    assert!(catalog.listed().await.is_empty());

    // An edit brings it back.
    catalog
        .change("E-1", |fields| fields.attributes.name.ru = "Шкаф".to_owned())
        .await;
    assert_eq!(catalog.listed().await, ["E-1"]);
}

#[tokio::test]
async fn products_are_inserted_together_with_the_ids_of_their_places() {
    let catalog = Catalog::start().await;
    catalog.import("Kod;Ad (az);Qiymət\nF-2;Divan;10\n").await;
    let template = catalog.product("F-2").await.fields;
    let fields = ["F-3", "F-2", "F-1", "F-3"].map(|code| {
        let mut fields = template.clone();
        fields.attributes.code = code.to_owned();
        fields
    });
    let mut connection = catalog.pool().acquire().await.unwrap();
    let created = save::create_all(&mut connection, fields.to_vec(), &Cause::staff(&Actor::Operator))
        .await
        .unwrap();
    let ids = created.iter().map(|created| created.map(|created| created.id));
    let id = async |code: &str| Some(catalog.product(code).await.id);
    let expected = [id("F-3").await, None, id("F-1").await, None];
    assert_eq!(ids.collect::<Vec<_>>(), expected);
    assert!(expected[0] < expected[2], "in the order of the file");
}
