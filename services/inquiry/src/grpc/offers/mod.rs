//! The rpcs of offers, one file each.

mod accept_offer;
mod accept_offer_by_phone;
mod approve_offer;
mod ask;
mod ask_again;
mod ask_for_change;
mod convert;
mod create_offer;
mod decide;
mod decline_offer;
mod delete_draft;
mod edit;
mod get_offer;
mod get_offer_link;
mod get_offer_mail;
mod hold_accepted_offer;
mod limits;
mod lines;
mod list_offers;
#[cfg(test)]
mod race_tests;
mod reopen_offer;
mod request_approval;
mod revise_offer;
mod send_offer;
#[cfg(test)]
pub(crate) mod testing;
mod update_offer;
mod view;
mod view_offer;
mod withdraw_offer;

use super::State;

pub(crate) use edit::OfferEdit;

kit::rpcs! {
    impl proto::inquiry::v1::offer_service_server::OfferService for State {
        list_offers(ListOffersRequest) -> ListOffersResponse;
        get_offer(GetOfferRequest) -> GetOfferResponse;
        create_offer(CreateOfferRequest) -> CreateOfferResponse;
        update_offer(UpdateOfferRequest) -> UpdateOfferResponse;
        delete_draft(DeleteDraftRequest) -> DeleteDraftResponse;
        request_approval(RequestApprovalRequest) -> RequestApprovalResponse;
        approve_offer(ApproveOfferRequest) -> ApproveOfferResponse;
        send_offer(SendOfferRequest) -> SendOfferResponse;
        revise_offer(ReviseOfferRequest) -> ReviseOfferResponse;
        withdraw_offer(WithdrawOfferRequest) -> WithdrawOfferResponse;
        accept_offer_by_phone(AcceptOfferByPhoneRequest) -> AcceptOfferByPhoneResponse;
        reopen_offer(ReopenOfferRequest) -> ReopenOfferResponse;
        get_offer_link(GetOfferLinkRequest) -> GetOfferLinkResponse;
        view_offer(ViewOfferRequest) -> ViewOfferResponse;
        accept_offer(AcceptOfferRequest) -> AcceptOfferResponse;
        decline_offer(DeclineOfferRequest) -> DeclineOfferResponse;
        ask_for_change(AskForChangeRequest) -> AskForChangeResponse;
        ask_again(AskAgainRequest) -> AskAgainResponse;
        hold_accepted_offer(HoldAcceptedOfferRequest) -> HoldAcceptedOfferResponse;
        get_offer_mail(GetOfferMailRequest) -> GetOfferMailResponse;
    }
}
