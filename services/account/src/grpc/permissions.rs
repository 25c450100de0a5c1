//! The callers of each rpc, written out from the contract of the desk.

use testkit::permissions;

use crate::testing::Fixture;

#[tokio::test]
async fn each_rpc_refuses_the_callers_of_the_table() {
    let fixture = Fixture::start().await;
    let found = permissions(&fixture.raw_client(), "storefront.account.v1").await;
    // Owner, manager, sales, warehouse, editor; operator, customer, anonymous; account, cart, order, inquiry, notification,
    // gateway. Permissions that depend on the record or the change pass.
    let expected = [
        "Register yyyyy yyy yyyyyy",
        "SignIn yyyyy yyy yyyyyy",
        "Authenticate uuuuu uuu uuuuuu",
        "ValidateSession yyyyy yyy yyyyyy",
        "SignOut yyyyy yyy yyyyyy",
        "ForgotPassword yyyyy yyy yyyyyy",
        "ResetPassword yyyyy yyy yyyyyy",
        "IssueResetToken fffff ffu ffffyf",
        "VerifyEmail yyyyy yyy yyyyyy",
        "SendEmailVerification uuuuu uyu uuuuuu",
        "IssueVerificationToken fffff ffu ffffyf",
        "GetContact fffff ffu ffyfyf",
        "GetDiscount fffff ffu ffyfff",
        "GetDetails uuuuu uyu uuuuuu",
        "UpdateDetails uuuuu uyu uuuuuu",
        "ExportAccount uuuuu uyu uuuuuu",
        "CloseAccount uuuuu uyu uuuuuu",
        "CountSaved uuuuu uyu uuuuuu",
        "ListAddresses uuuuu uyu uuuuuu",
        "CreateAddress uuuuu uyu uuuuuu",
        "UpdateAddress uuuuu uyu uuuuuu",
        "DeleteAddress uuuuu uyu uuuuuu",
        "SetDefaultAddress uuuuu uyu uuuuuu",
        "ListWishes uuuuu uyu uuuuuu",
        "AddWish uuuuu uyu uuuuuu",
        "RemoveWish uuuuu uyu uuuuuu",
        "ClearWishes uuuuu uyu uuuuuu",
        "SetUserDiscount yyrrr yfu ffffff",
        "SignInToDesk yyyyy yyy yyyyyy",
        "VerifySecondFactor uuuuu uuu uuuuuu",
        "AuthenticateDesk uuuuu uuu uuuuuu",
        "ValidateDeskSession yyyyy yyy yyyyyy",
        "SignOutOfDesk yyyyy yyy yyyyyy",
        "StepUp uuuuu uuu uuuuuu",
        "ListSecondFactors yyyyy ffu ffffff",
        "AddSecondFactor uuuuu uuu uuuuuu",
        "ConfirmSecondFactor uuuuu uuu uuuuuu",
        "RemoveSecondFactor sssss ffu ffffff",
        "GetRecoveryCodes yyyyy ffu ffffff",
        "RenewRecoveryCodes sssss ffu ffffff",
        "ListDevices yyyyy ffu ffffff",
        "RemoveDevices yyyyy ffu ffffff",
        "UpdateOwnStaff uuuuu uuu uuuuuu",
        "ViewInvitation yyyyy yyy yyyyyy",
        "AcceptInvitation yyyyy yyy yyyyyy",
        "IssueInvitationToken fffff ffu ffffyf",
        "ListStaff yyrrr yfu ffffff",
        "ListStaffNames yyyyy yfu yyyyyy",
        "GetStaffMember fffff ffu yyyyyy",
        "InviteStaff srrrr yfu ffffff",
        "ResendInvitation yrrrr yfu ffffff",
        "UpdateStaff srrrr yfu ffffff",
        "RemoveStaff srrrr yfu ffffff",
        "ResetSecondFactor srrrr yfu ffffff",
        "EndStaffSessions yrrrr yfu ffffff",
    ];
    assert_eq!(found, expected, "{found:#?}");
}
