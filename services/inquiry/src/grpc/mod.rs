//! The rpc handlers, one file each.

mod add_inquiry_note;
mod assign_inquiry;
mod convert;
mod count_inbox;
mod count_open_quotes;
mod create_inquiry;
mod decode;
mod details;
mod edit;
mod filter;
mod get_contact;
mod get_inquiry;
mod get_staff_inquiry;
mod get_staff_mail;
mod list_contacts;
mod list_inbox;
mod list_inquiries;
mod list_own_inquiries;
mod log_contact;
pub(crate) mod offers;
#[cfg(test)]
mod permission_tests;
#[cfg(test)]
mod permissions;
mod quote_items;
#[cfg(test)]
mod quote_items_tests;
mod request_catalogue;
mod request_quote;
mod send_contact_message;
mod send_staff_mail;
mod set_follow_up;
mod submit;
mod update_inquiries;
mod update_inquiry_status;

use kit::keyed_mutex::KeyedMutex;
pub(crate) use offers::OfferEdit;
use sqlx::PgPool;

use crate::{
    clients::{account::Staff, catalog::Catalog},
    metrics::InquiryMetrics,
    offer::token::OfferKeys,
};

/// State shared by the handlers.
pub(crate) struct State {
    pub(crate) pool: PgPool,
    pub(crate) catalog: Catalog,
    pub(crate) staff: Staff,
    pub(crate) metrics: InquiryMetrics,
    /// Working minutes within which the shop promises to answer a customer.
    pub(crate) promise_minutes: u32,
    pub(crate) offer_keys: OfferKeys,
    /// Calls of customers about one offer follow one another, so that many presses hold one connection.
    pub(crate) offer_locks: KeyedMutex<String>,
    /// Days for which a new offer is valid.
    pub(crate) offer_days: u16,
}

kit::rpcs! {
    impl proto::inquiry::v1::inquiry_service_server::InquiryService for State {
        request_quote(RequestQuoteRequest) -> RequestQuoteResponse;
        send_contact_message(SendContactMessageRequest) -> SendContactMessageResponse;
        request_catalogue(RequestCatalogueRequest) -> RequestCatalogueResponse;
        get_inquiry(GetInquiryRequest) -> GetInquiryResponse;
        list_own_inquiries(ListOwnInquiriesRequest) -> ListOwnInquiriesResponse;
        list_inquiries(ListInquiriesRequest) -> ListInquiriesResponse;
        update_inquiry_status(UpdateInquiryStatusRequest) -> UpdateInquiryStatusResponse;
        add_inquiry_note(AddInquiryNoteRequest) -> AddInquiryNoteResponse;
    }
}

kit::rpcs! {
    impl proto::inquiry::v1::inbox_service_server::InboxService for State {
        list_inbox(ListInboxRequest) -> ListInboxResponse;
        count_inbox(CountInboxRequest) -> CountInboxResponse;
        get_staff_inquiry(GetStaffInquiryRequest) -> GetStaffInquiryResponse;
        create_inquiry(CreateInquiryRequest) -> CreateInquiryResponse;
        assign_inquiry(AssignInquiryRequest) -> AssignInquiryResponse;
        set_follow_up(SetFollowUpRequest) -> SetFollowUpResponse;
        log_contact(LogContactRequest) -> LogContactResponse;
        send_staff_mail(SendStaffMailRequest) -> SendStaffMailResponse;
        update_inquiries(UpdateInquiriesRequest) -> UpdateInquiriesResponse;
        list_contacts(ListContactsRequest) -> ListContactsResponse;
        get_contact(GetContactRequest) -> GetContactResponse;
        count_open_quotes(CountOpenQuotesRequest) -> CountOpenQuotesResponse;
        get_staff_mail(GetStaffMailRequest) -> GetStaffMailResponse;
    }
}
