//! The callers of each rpc, written out from the contract of the desk.

use testkit::{Harness, permissions};

use crate::{DEFINITION, testing::serve};

#[tokio::test]
async fn each_rpc_refuses_the_callers_of_the_table() {
    let harness = Harness::start(DEFINITION).await;
    let client = serve(&harness).await;
    let found = permissions(&client, "storefront.content.v1").await;
    // Owner, manager, sales, warehouse, editor; operator, customer, anonymous; account, cart, order, inquiry, notification,
    // gateway. Permissions that depend on the record or the change pass.
    let expected = [
        "GetActiveCampaign yyyyy yyy yyyyyy",
        "GetCampaign yyyyy yyy yyyyyy",
        "ListCampaigns yyyyy yyy yyyyyy",
        "CreateCampaign yyrry yfu ffffff",
        "UpdateCampaign yyrry yfu ffffff",
        "DeleteCampaign yyrry yfu ffffff",
        "ListPromos yyyyy yyy yyyyyy",
        "SavePromo yyrry yfu ffffff",
        "DeletePromo yyrry yfu ffffff",
        "ListProjects yyyyy yyy yyyyyy",
        "ListProjectIds yyyyy yyy yyyyyy",
        "GetProject yyyyy yyy yyyyyy",
        "SearchProjects yyyyy yyy yyyyyy",
        "SaveProject yyrry yfu ffffff",
        "DeleteProject yyrry yfu ffffff",
        "ListStores yyyyy yyy yyyyyy",
        "SaveStore yyrry yfu ffffff",
        "DeleteStore yyrry yfu ffffff",
        "SetCatalogueUrl yyrry yfu ffffff",
        "GetShopTerms yyyyy yyy yyyyyy",
        "SaveShopTerms yyrry yfu ffffff",
    ];
    assert_eq!(found, expected, "{found:#?}");
}
