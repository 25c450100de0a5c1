//! The rpcs of offers, one file each.

mod accept_offer;
mod accept_offer_by_phone;
mod approve_offer;
mod ask;
mod ask_again;
mod ask_for_change;
mod changes;
mod convert;
mod create_offer;
mod decide;
mod decline_offer;
mod delete_draft;
#[cfg(test)]
mod design_tests;
mod designs;
mod get_offer;
mod get_offer_link;
mod get_offer_mail;
mod hold_accepted_offer;
mod limits;
mod line_input;
mod lines;
mod list_offers;
#[cfg(test)]
mod race_tests;
mod renew_offer_prices;
mod reopen_offer;
mod request_approval;
mod revise_offer;
mod send_offer;
mod update_offer;
mod view;
mod view_offer;
mod withdraw_offer;

use super::State;

kit::rpcs! {
    impl proto::inquiry::v1::offer_service_server::OfferService for State {
        staff(QuotesRead, every_record) list_offers(ListOffersRequest) -> ListOffersResponse;
        staff(QuotesRead, every_record) get_offer(GetOfferRequest) -> GetOfferResponse;
        staff(OffersWrite) create_offer(CreateOfferRequest) -> CreateOfferResponse;
        staff(OffersWrite) update_offer(UpdateOfferRequest) -> UpdateOfferResponse;
        staff(OffersWrite) renew_offer_prices(RenewOfferPricesRequest) -> RenewOfferPricesResponse;
        staff(OffersWrite) delete_draft(DeleteDraftRequest) -> DeleteDraftResponse;
        staff(OffersWrite) request_approval(RequestApprovalRequest) -> RequestApprovalResponse;
        staff(OffersApprove) approve_offer(ApproveOfferRequest) -> ApproveOfferResponse;
        staff(OffersWrite) send_offer(SendOfferRequest) -> SendOfferResponse;
        staff(OffersWrite) revise_offer(ReviseOfferRequest) -> ReviseOfferResponse;
        staff(OffersWrite) withdraw_offer(WithdrawOfferRequest) -> WithdrawOfferResponse;
        staff(OffersWrite) accept_offer_by_phone(AcceptOfferByPhoneRequest) -> AcceptOfferByPhoneResponse;
        staff(OffersWrite) reopen_offer(ReopenOfferRequest) -> ReopenOfferResponse;
        staff(QuotesRead, every_record) get_offer_link(GetOfferLinkRequest) -> GetOfferLinkResponse;
        anyone view_offer(ViewOfferRequest) -> ViewOfferResponse;
        anyone accept_offer(AcceptOfferRequest) -> AcceptOfferResponse;
        anyone decline_offer(DeclineOfferRequest) -> DeclineOfferResponse;
        anyone ask_for_change(AskForChangeRequest) -> AskForChangeResponse;
        anyone ask_again(AskAgainRequest) -> AskAgainResponse;
        service("order") hold_accepted_offer(HoldAcceptedOfferRequest) -> HoldAcceptedOfferResponse;
        service("notification") get_offer_mail(GetOfferMailRequest) -> GetOfferMailResponse;
    }
}
