//! The callers of each rpc, written out from the contract of the desk.

use testkit::{Harness, permissions};

use crate::{DEFINITION, testing::serve};

#[tokio::test]
async fn each_rpc_refuses_the_callers_of_the_table() {
    let harness = Harness::start(DEFINITION).await;
    let client = serve(&harness).await;
    let found = permissions(&client, "storefront.catalog.v1").await;
    // Owner, manager, sales, warehouse, editor; operator, customer, anonymous; account, cart, order, inquiry, notification,
    // gateway. Permissions that depend on the record or the change pass.
    let expected = [
        "ListProducts yyyyy yyy yyyyyy",
        "ListProductIds yyyyy yyy yyyyyy",
        "GetProduct yyyyy yyy yyyyyy",
        "GetProducts yyyyy yyy yyyyyy",
        "ListCategories yyyyy yyy yyyyyy",
        "SearchProducts yyyyy yyy yyyyyy",
        "ReserveStock fffff ffu ffyfff",
        "CreateProduct yyrry yfu ffffff",
        "UpdateProduct yyryy yfu ffffff",
    ];
    assert_eq!(found, expected, "{found:#?}");
}
