//! An import of products and a picture at the desk, while the processes that work at them are killed.

use serde_json::{Value, json};
use testkit::{Member, Shop, desk_call, eventually_within, response_data, retry_until_available};

use crate::{kills::kill, orders::TIMEOUT};

/// Products of the file: several chunks of a transaction each.
const PRODUCTS: usize = 1_200;

/// Returns a table of new products.
fn table() -> String {
    let rows = (1..=PRODUCTS).map(|number| format!("KILL-{number};Şkaf {number};wardrobe;{number},50;3\n"));
    "Kod;Ad (az);Kateqoriya;Qiymət;Anbarda\n".to_owned() + &rows.collect::<String>()
}

async fn wait(manager: &Member, path: &str, state: &str) -> Value {
    eventually_within(TIMEOUT, "the record is in its state", || async {
        let response = desk_call(&manager.browser, reqwest::Method::GET, path, &Value::Null, "").await;
        let record = &response.body["data"];
        assert_ne!(record["state"], "failed", "{record}");
        (record["state"] == state).then(|| record.clone())
    })
    .await
}

/// An upload and an import whose service is killed: one import, whose counts are those of its dry run, with whole products.
pub(crate) async fn an_import_is_applied_once(shop: &mut Shop, manager: &Member) {
    let file = table();
    let upload = || manager.upload("products/imports", "kill", &[], ("kill.csv", file.as_bytes()));
    // Killed at some moment of the upload, which is then repeated with its key.
    let ((), _) = tokio::join!(async { kill(shop, "catalog") }, upload());
    shop.restart_exited().await;
    let created = response_data(&retry_until_available("the file is uploaded", upload).await);
    let id = created["id"].as_str().unwrap();
    let path = format!("products/imports/{id}");
    let fields: Vec<_> = created["columns"]
        .as_array()
        .unwrap()
        .iter()
        .map(|column| &column["field"])
        .collect();
    let mapping = json!({"version": created["version"], "fields": fields});
    let mapped = desk_call(
        &manager.browser,
        reqwest::Method::PUT,
        &format!("{path}/mapping"),
        &mapping,
        "",
    )
    .await;
    response_data(&mapped);
    kill(shop, "catalog");
    shop.restart_exited().await;
    let ready = wait(manager, &path, "ready").await;
    let expected = json!({"new": PRODUCTS, "changed": 0, "unchanged": 0, "refused": 0, "kept": 0});
    assert_eq!(ready["counts"], expected);

    let apply = json!({"version": ready["version"]});
    let step = format!("{path}/apply");
    let started = retry_until_available("the import is applied", || manager.try_post(&step, &apply));
    response_data(&started.await);
    let catalog = shop.database("catalog");
    let stored = || async {
        let query = "select state, done from product_import where id::text = $1";
        sqlx::query_as::<_, (String, i64)>(query)
            .bind(id)
            .fetch_one(&catalog)
            .await
            .unwrap()
    };
    eventually_within(TIMEOUT, "a chunk is stored", || async {
        (stored().await.1 > 0).then_some(())
    })
    .await;
    kill(shop, "catalog");
    let (state, done) = stored().await;
    assert_eq!(state, "applying", "killed in the middle, after {done} products");
    shop.restart_exited().await;
    let applied = wait(manager, &path, "applied").await;
    assert_eq!(
        (&applied["counts"], &applied["done"]),
        (&expected, &json!(PRODUCTS))
    );
    let counts: (i64, i64, i64, i64) = sqlx::query_as(
        "select (select count(*) from product_import),
                (select count(*) from product join product_text on product_id = id where code like 'KILL-%' and price_minor > 0),
                (select count(*) from stock_move join product on product_id = product.id where code like 'KILL-%'),
                (select coalesce(sum(stock), 0)::bigint from product where code like 'KILL-%')",
    )
    .fetch_one(&catalog)
    .await
    .unwrap();
    let number = i64::try_from(PRODUCTS).unwrap();
    assert_eq!(
        counts,
        (1, number, number, 3 * number),
        "imports, products, moves, pieces"
    );
}

/// A picture whose conversion is killed is converted once its lease has ended.
pub(crate) async fn a_picture_is_converted_once(shop: &mut Shop, manager: &Member) {
    let picture = include_bytes!("../../../docs/pictures/home.webp");
    let uploaded = manager
        .upload("media", "picture", &[("kind", "picture")], ("home.webp", picture))
        .await;
    let id = response_data(&uploaded)["id"].as_str().unwrap().to_owned();
    let content = shop.database("content");
    eventually_within(TIMEOUT, "the conversion has begun", || async {
        let query = "select attempts > 0 from media where id::text = $1";
        let has_begun: bool = sqlx::query_scalar(query)
            .bind(&id)
            .fetch_one(&content)
            .await
            .unwrap();
        has_begun.then_some(())
    })
    .await;
    kill(shop, "content");
    let ended = "update media set due_at = now() where id::text = $1 and state = 'processing'";
    let ended = sqlx::query(ended).bind(&id).execute(&content).await.unwrap();
    assert_eq!(ended.rows_affected(), 1, "killed while it converts");
    shop.restart_exited().await;
    let ready = wait(manager, &format!("media/{id}"), "ready").await;
    let (attempts, pictures): (i16, i64) = sqlx::query_as("select max(attempts), count(*) from media")
        .fetch_one(&content)
        .await
        .unwrap();
    // The killed one, and one for each of its two steps.
    assert_eq!((attempts, pictures), (3, 1));
    for size in ready["sizes"].as_array().unwrap() {
        let loaded = reqwest::get(format!("{}{}", shop.url(), size["url"].as_str().unwrap()))
            .await
            .unwrap();
        assert_eq!(loaded.status(), 200, "{size}");
    }
}
