//! The callers of each rpc, written out from the contract of the desk.

use testkit::permissions;

use crate::testing::Fixture;

#[tokio::test]
async fn each_rpc_refuses_the_callers_of_the_table() {
    let fixture = Fixture::start().await;
    let found = permissions(&fixture.raw_client(), "storefront.order.v1").await;
    // Owner, manager, sales, warehouse, editor; operator, customer, anonymous; account, cart, order, inquiry, notification,
    // gateway. Permissions that depend on the record or the change pass.
    let expected = [
        "CreateOrder uuuuu uyu uuuuuu",
        "ListOrders uuuuu uyu uuuuuu",
        "GetOrder uuuuu uyu uuuuuu",
        "GetOrderForMail fffff ffu ffffyf",
        "CancelOrder uuuuu uyu uuuuuu",
        "ListAllOrders yyyyr yfu ffffff",
        "UpdateOrderStatus yyyyr yfu ffffff",
        "UpdatePaymentStatus yyrrr yfu ffffff",
        "CancelOrders yyyrr yfu ffffff",
        "ListDeskOrders yyyyr yfu ffffff",
        "CountDeskOrders yyyyr yfu ffffff",
        "SumCustomerOrders yyyrr yfu fffyff",
        "GetDeskOrder yyyyr yfu ffffff",
        "CreateDeskOrder yyyrr yfu ffffff",
        "MoveDeskOrder yyyyr yfu ffffff",
        "RecordPayment yyyrr yfu ffffff",
        "PlanDelivery yyyyr yfu ffffff",
        "AssignOrder yyyrr yfu ffffff",
        "AddOrderNote yyyyr yfu ffffff",
        "ChangeDeskOrders yyyyr yfu ffffff",
        "ViewOrder yyyyy yyy yyyyyy",
        "RequestOrderLink yyyyy yyy yyyyyy",
        "ClaimOrder uuuuu uyu uuuuuu",
        "CreateOrderFromOffer yyyrr yfu ffffff",
        "GetOfferOrder yyyyy fyy fffffy",
    ];
    assert_eq!(found, expected, "{found:#?}");
}
