//! The callers of each rpc, written out from the contract of the desk.

use testkit::permissions;

use crate::testing::Fixture;

#[tokio::test]
async fn each_rpc_refuses_the_callers_of_the_table() {
    let fixture = Fixture::start().await;
    let found = permissions(&fixture.raw_client(), "storefront.notification.v1").await;
    // Owner, manager, sales, warehouse, editor; operator, customer, anonymous; account, cart, order, inquiry, notification,
    // gateway. Permissions that depend on the record or the change pass.
    let expected = [
        "ListMails yyrrr yfu ffffff",
        "ListDeskMails yyrrr yfu ffffff",
        "ListRecordMails yyyrr yfu ffffff",
        "RetryMail yyyrr yfu ffffff",
    ];
    assert_eq!(found, expected, "{found:#?}");
}
