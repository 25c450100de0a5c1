//! The callers of each rpc, written out from the contract of the desk.

use testkit::permissions;

use crate::testing::Fixture;

#[tokio::test]
async fn each_rpc_refuses_the_callers_of_the_table() {
    let fixture = Fixture::start().await;
    let found = permissions(&fixture.raw_client(), "storefront.inquiry.v1").await;
    // Owner, manager, sales, warehouse, editor; operator, customer, anonymous; account, cart, order, inquiry, notification,
    // gateway. Permissions that depend on the record or the change pass.
    let expected = [
        "RequestQuote yyyyy yyy yyyyyy",
        "SendContactMessage yyyyy yyy yyyyyy",
        "RequestCatalogue yyyyy yyy yyyyyy",
        "GetInquiry fffff ffu ffffyf",
        "ListOwnInquiries uuuuu uyu uuuuuu",
        "ListInquiries yyyrr yfu ffffff",
        "UpdateInquiryStatus yyyrr yfu ffffff",
        "AddInquiryNote yyyyr yfu ffffff",
        "ListInbox yyyrr yfu ffffff",
        "CountInbox yyyrr yfu ffffff",
        "GetStaffInquiry yyyyr yfu ffffff",
        "CreateInquiry yyyrr yfu ffffff",
        "AssignInquiry yyyrr yfu ffffff",
        "SetFollowUp yyyrr yfu ffffff",
        "LogContact yyyrr yfu ffffff",
        "SendStaffMail yyyrr yfu ffffff",
        "UpdateInquiries yyyrr yfu ffffff",
        "ListContacts yyyrr yfu ffffff",
        "GetContact yyyrr yfu ffffff",
        "CountOpenQuotes fffff ffu yfffff",
        "GetStaffMail fffff ffu ffffyf",
        "ListOffers yyyrr yfu ffffff",
        "GetOffer yyyrr yfu ffffff",
        "CreateOffer yyyrr yfu ffffff",
        "UpdateOffer yyyrr yfu ffffff",
        "DeleteDraft yyyrr yfu ffffff",
        "RequestApproval yyyrr yfu ffffff",
        "ApproveOffer yyrrr yfu ffffff",
        "SendOffer yyyrr yfu ffffff",
        "ReviseOffer yyyrr yfu ffffff",
        "WithdrawOffer yyyrr yfu ffffff",
        "AcceptOfferByPhone yyyrr yfu ffffff",
        "ReopenOffer yyyrr yfu ffffff",
        "GetOfferLink yyyrr yfu ffffff",
        "ViewOffer yyyyy yyy yyyyyy",
        "AcceptOffer yyyyy yyy yyyyyy",
        "DeclineOffer yyyyy yyy yyyyyy",
        "AskForChange yyyyy yyy yyyyyy",
        "AskAgain yyyyy yyy yyyyyy",
        "HoldAcceptedOffer fffff ffu ffyfff",
        "GetOfferMail fffff ffu ffffyf",
    ];
    assert_eq!(found, expected, "{found:#?}");
}
