//! Table of all staff rpcs and callers, written out from the contract of the desk.

use kit::{
    caller::Caller,
    domain::UserId,
    failure::{Code, Failure},
    grpc::client::on_behalf_of,
    staff::StaffRole,
};
use proto::inquiry::v1::*;
use testkit::caller;
use tonic::Status;

use crate::testing::{Fixture, WARDROBE, member, quote, staff};

/// Expected result of a call: `o` = allowed, `r` = 403 `DESK.ROLE`, `n` = 404, `y` = 403 `INQUIRY.NOT_YOURS`, `f` =
/// another 403, `u` = 401. `i` = the call passes the authorisation and is invalid.
fn outcome(result: Result<(), Status>) -> char {
    let Err(status) = result else { return 'o' };
    let failure = Failure::from_status(&status);
    match (failure.code, failure.reason.as_str()) {
        (Code::Forbidden, "DESK.ROLE") => 'r',
        (Code::Forbidden, "INQUIRY.NOT_YOURS") => 'y',
        (Code::Forbidden, _) => 'f',
        (Code::Unauthenticated, _) => 'u',
        (Code::NotFound, _) => 'n',
        (Code::Invalid, _) => 'i',
        other => panic!("{other:?} {failure}"),
    }
}

async fn call(fixture: &Fixture, rpc: &str, caller: &Caller, number: &str) -> Result<(), Status> {
    let number = number.to_owned();
    let (mut inbox, mut inquiries) = (fixture.inbox(), fixture.client());
    macro_rules! send {
        ($client:ident.$rpc:ident($request:expr)) => {
            $client.$rpc(on_behalf_of(caller, $request)).await.map(drop)
        };
    }
    match rpc {
        "UpdateInquiryStatus" => send!(inquiries.update_inquiry_status(UpdateInquiryStatusRequest {
            number,
            from: InquiryStatus::Assigned.into(),
            status: InquiryStatus::Assigned.into(),
            ..UpdateInquiryStatusRequest::default()
        })),
        "AddInquiryNote" => send!(inquiries.add_inquiry_note(AddInquiryNoteRequest {
            number,
            text: "Salam".to_owned(),
            ..AddInquiryNoteRequest::default()
        })),
        "ListInbox" => send!(inbox.list_inbox(ListInboxRequest {
            limit: 1,
            ..ListInboxRequest::default()
        })),
        "CountInbox" => send!(inbox.count_inbox(CountInboxRequest::default())),
        "GetStaffInquiry" => send!(inbox.get_staff_inquiry(GetStaffInquiryRequest { number })),
        "CreateInquiry" => send!(inbox.create_inquiry(CreateInquiryRequest::default())),
        "AssignInquiry" => send!(inbox.assign_inquiry(AssignInquiryRequest {
            number,
            ..AssignInquiryRequest::default()
        })),
        "SetFollowUp" => send!(inbox.set_follow_up(SetFollowUpRequest {
            number,
            version: 2,
            follow_up: None,
        })),
        "AddFollowUp" => send!(inbox.add_follow_up(AddFollowUpRequest {
            number,
            ..AddFollowUpRequest::default()
        })),
        "ChangeFollowUp" => send!(inbox.change_follow_up(ChangeFollowUpRequest {
            number,
            version: 2,
            ..ChangeFollowUpRequest::default()
        })),
        "ListFollowUps" => send!(inbox.list_follow_ups(ListFollowUpsRequest {
            from: "2026-11-23".to_owned(),
            to: "2026-11-23".to_owned(),
            ..ListFollowUpsRequest::default()
        })),
        "LogContact" => send!(inbox.log_contact(LogContactRequest {
            number,
            channel: "call".to_owned(),
            direction: "out".to_owned(),
            outcome: "busy".to_owned(),
            ..LogContactRequest::default()
        })),
        "SendStaffMail" => send!(inbox.send_staff_mail(SendStaffMailRequest {
            number,
            subject: "Salam".to_owned(),
            text: "Salam".to_owned(),
            ..SendStaffMailRequest::default()
        })),
        "AttachFiles" => send!(inbox.attach_files(AttachFilesRequest {
            number,
            files: vec![ConversationFile {
                media_id: UserId::generate().to_string(),
                ..ConversationFile::default()
            }],
            ..AttachFilesRequest::default()
        })),
        "UpdateInquiries" => send!(inbox.update_inquiries(UpdateInquiriesRequest::default())),
        "ListContacts" => send!(inbox.list_contacts(ListContactsRequest {
            limit: 1,
            ..ListContactsRequest::default()
        })),
        "GetContact" => send!(inbox.get_contact(GetContactRequest::default())),
        "MergeContacts" => send!(inbox.merge_contacts(MergeContactsRequest::default())),
        "SeparateContacts" => send!(inbox.separate_contacts(SeparateContactsRequest::default())),
        "WipeContact" => send!(inbox.wipe_contact(WipeContactRequest::default())),
        "CountOpenQuotes" => send!(inbox.count_open_quotes(CountOpenQuotesRequest::default())),
        "GetStaffMail" => send!(inbox.get_staff_mail(GetStaffMailRequest::default())),
        "GetInquiry" => send!(inquiries.get_inquiry(GetInquiryRequest::default())),
        other => panic!("no rpc {other}"),
    }
}

/// The callers of the tables: each role, the operator, a customer, an anonymous visitor and another service.
fn callers() -> Vec<(&'static str, Caller)> {
    let mut callers: Vec<_> = StaffRole::ALL
        .iter()
        .map(|role| (role.name(), staff(member(*role))))
        .collect();
    callers.push(("operator", caller::staff()));
    callers.push(("customer", caller::customer(UserId::generate())));
    callers.push(("anonymous", caller::anonymous()));
    callers.push(("service", caller::service("cart")));
    callers
}

#[tokio::test]
async fn each_rpc_is_open_to_the_roles_of_the_contract() {
    let fixture = Fixture::start().await;
    let number = fixture.request_quote(quote(WARDROBE)).await.unwrap();
    let other = member(StaffRole::Sales);
    fixture.assign(&staff(other), &number, other.user).await.unwrap();

    let callers = callers();
    // Owner, manager, sales, warehouse, editor, operator, customer, anonymous, another service. The inquiry belongs to
    // another sales member and no note mentions the callers.
    let table = [
        ("UpdateInquiryStatus", "ooyrrofuf"),
        ("AddInquiryNote", "ooonrofuf"),
        ("ListInbox", "ooorrofuf"),
        ("CountInbox", "ooorrofuf"),
        ("GetStaffInquiry", "ooonrofuf"),
        ("CreateInquiry", "iiirrifuf"),
        ("SetFollowUp", "ooyrrofuf"),
        ("AddFollowUp", "iiirrifuf"),
        ("ChangeFollowUp", "nnnrrnfuf"),
        ("ListFollowUps", "ooorrofuf"),
        ("LogContact", "ooyrrofuf"),
        ("SendStaffMail", "ooyrrofuf"),
        ("AttachFiles", "ooyrrofuf"),
        ("UpdateInquiries", "iiirrifuf"),
        ("ListContacts", "ooorrofuf"),
        ("GetContact", "nnnrrnfuf"),
        ("MergeContacts", "iirrrifuf"),
        ("SeparateContacts", "nnrrrnfuf"),
        // Without a step-up.
        ("WipeContact", "frrrrnfuf"),
        ("CountOpenQuotes", "fffffffuf"),
        ("GetStaffMail", "fffffffuf"),
        ("GetInquiry", "fffffffuf"),
    ];
    let mut differences = Vec::new();
    for (rpc, expected) in table {
        for ((name, caller), expected) in callers.iter().zip(expected.chars()) {
            let found = outcome(call(&fixture, rpc, caller, &number).await);
            if found != expected {
                differences.push(format!("{rpc} {name}: {found}, expected {expected}"));
            }
        }
    }
    assert!(differences.is_empty(), "{differences:#?}");
    // An assignment that has no effect: only those who may take it away hear the conflict.
    for ((name, caller), expected) in callers.iter().zip("ccyrrcfuf".chars()) {
        let result = call(&fixture, "AssignInquiry", caller, &number).await;
        let found = match result {
            Err(status) if Failure::from_status(&status).code == Code::Conflict => 'c',
            result => outcome(result),
        };
        assert_eq!(found, expected, "AssignInquiry {name}");
    }
}

async fn call_offers(fixture: &Fixture, rpc: &str, caller: &Caller, offer: &Offer) -> Result<(), Status> {
    let mut offers = fixture.offers();
    let (offer_id, version) = (offer.id.clone(), offer.version);
    macro_rules! send {
        ($rpc:ident($request:expr)) => {
            offers.$rpc(on_behalf_of(caller, $request)).await.map(drop)
        };
    }
    match rpc {
        "ListOffers" => send!(list_offers(ListOffersRequest {
            inquiry_number: offer.inquiry_number.clone(),
        })),
        "GetOffer" => send!(get_offer(GetOfferRequest { offer_id })),
        "CreateOffer" => send!(create_offer(CreateOfferRequest {
            inquiry_number: offer.inquiry_number.clone(),
            ..CreateOfferRequest::default()
        })),
        "UpdateOffer" => send!(update_offer(UpdateOfferRequest {
            offer_id,
            version,
            ..UpdateOfferRequest::default()
        })),
        "RenewOfferPrices" => send!(renew_offer_prices(RenewOfferPricesRequest { offer_id, version })),
        "DeleteDraft" => send!(delete_draft(DeleteDraftRequest { offer_id, version })),
        "RequestApproval" => send!(request_approval(RequestApprovalRequest {
            offer_id,
            version,
            ..RequestApprovalRequest::default()
        })),
        "ApproveOffer" => send!(approve_offer(ApproveOfferRequest {
            offer_id,
            version,
            ..ApproveOfferRequest::default()
        })),
        "SendOffer" => send!(send_offer(SendOfferRequest {
            offer_id,
            version,
            ..SendOfferRequest::default()
        })),
        "ReviseOffer" => send!(revise_offer(ReviseOfferRequest {
            offer_id,
            idempotency_key: String::new(),
        })),
        "WithdrawOffer" => send!(withdraw_offer(WithdrawOfferRequest {
            offer_id,
            version: 0,
            text: String::new(),
        })),
        "AcceptOfferByPhone" => send!(accept_offer_by_phone(AcceptOfferByPhoneRequest {
            offer_id,
            text: "Razıdır".to_owned(),
            ..AcceptOfferByPhoneRequest::default()
        })),
        "ReopenOffer" => send!(reopen_offer(ReopenOfferRequest {
            offer_id,
            text: "Fikrini dəyişdi".to_owned(),
            ..ReopenOfferRequest::default()
        })),
        "GetOfferLink" => send!(get_offer_link(GetOfferLinkRequest { offer_id })),
        "ViewOffer" => send!(view_offer(ViewOfferRequest::default())),
        "AcceptOffer" => send!(accept_offer(AcceptOfferRequest::default())),
        "DeclineOffer" => send!(decline_offer(DeclineOfferRequest::default())),
        "HoldAcceptedOffer" => send!(hold_accepted_offer(HoldAcceptedOfferRequest::default())),
        "GetOfferMail" => send!(get_offer_mail(GetOfferMailRequest::default())),
        other => panic!("no rpc {other}"),
    }
}

#[tokio::test]
async fn each_rpc_of_offers_is_open_to_the_roles_of_the_contract() {
    let fixture = Fixture::start().await;
    let offer = fixture.sent(&staff(member(StaffRole::Sales))).await;
    // Owner, manager, sales, warehouse, editor, operator, customer, anonymous, another service. The inquiry belongs to
    // another sales member. `c` = the call passes the authorisation and conflicts with the sent offer or its version.
    let table = [
        ("ListOffers", "ooorrofuf"),
        ("GetOffer", "ooorrofuf"),
        ("CreateOffer", "ooyrrofuf"),
        ("UpdateOffer", "ccyrrcfuf"),
        ("RenewOfferPrices", "ccyrrcfuf"),
        ("DeleteDraft", "ccyrrcfuf"),
        ("RequestApproval", "ccyrrcfuf"),
        ("ApproveOffer", "ccrrrcfuf"),
        ("SendOffer", "ccyrrcfuf"),
        ("WithdrawOffer", "ccyrrcfuf"),
        ("AcceptOfferByPhone", "ccyrrcfuf"),
        ("ReopenOffer", "ccyrrcfuf"),
        ("GetOfferLink", "ooorrofuf"),
        // The token is the authority of the customer's calls.
        ("ViewOffer", "nnnnnnnnn"),
        ("AcceptOffer", "nnnnnnnnn"),
        ("DeclineOffer", "iiiiiiiii"),
        ("HoldAcceptedOffer", "fffffffuf"),
        ("GetOfferMail", "fffffffuf"),
        // Last: the draft of the first allowed caller refuses the next ones.
        ("ReviseOffer", "ocyrrcfuf"),
    ];
    let callers = callers();
    let mut differences = Vec::new();
    for (rpc, expected) in table {
        for ((name, caller), expected) in callers.iter().zip(expected.chars()) {
            let result = call_offers(&fixture, rpc, caller, &offer).await;
            let found = match result {
                Err(status) if Failure::from_status(&status).code == Code::Conflict => 'c',
                result => outcome(result),
            };
            if found != expected {
                differences.push(format!("{rpc} {name}: {found}, expected {expected}"));
            }
        }
    }
    assert!(differences.is_empty(), "{differences:#?}");
}
