//! The rpc handlers, one file each.

mod add_follow_up;
mod add_inquiry_note;
mod assign_inquiry;
mod attach_files;
#[cfg(test)]
mod callers;
mod change_design;
mod change_follow_up;
mod conversation;
mod convert;
mod correct_entry;
mod count_inbox;
mod count_open_quotes;
mod count_store_quotes;
mod create_inquiry;
mod decode;
mod design_refusals;
mod designs;
mod details;
mod filter;
mod get_contact;
mod get_inquiry;
mod get_inquiry_figures;
mod get_own_quote;
mod get_staff_inquiry;
mod get_staff_mail;
mod list_contacts;
mod list_follow_ups;
mod list_inbox;
mod list_own_inquiries;
mod list_own_quotes;
mod log_contact;
mod merge_contacts;
mod offers;
mod own_quote;
#[cfg(test)]
mod permission_tests;
mod price_books;
mod quote_items;
#[cfg(test)]
mod quote_items_tests;
mod quoted_designs;
#[cfg(test)]
mod quoted_designs_tests;
mod record_measuring;
mod renew_design;
mod request_catalogue;
mod request_quote;
mod send_contact_message;
mod send_staff_mail;
mod separate_contacts;
mod set_follow_up;
mod submit;
mod templates;
mod update_contact;
mod update_inquiries;
mod update_inquiry;
mod update_inquiry_status;
mod wipe_contact;

use kit::keyed_mutex::KeyedMutex;
use sqlx::PgPool;

use crate::{
    clients::{account::Staff, catalog::Catalog, order::Orders},
    metrics::InquiryMetrics,
    offer::token::OfferKeys,
    price_book::FirstBook,
};

/// State shared by the handlers.
pub(crate) struct State {
    pub(crate) pool: PgPool,
    pub(crate) catalog: Catalog,
    pub(crate) staff: Staff,
    pub(crate) orders: Orders,
    pub(crate) metrics: InquiryMetrics,
    /// Working minutes within which the shop promises to answer a customer.
    pub(crate) promise_minutes: u32,
    pub(crate) offer_keys: OfferKeys,
    /// Calls of customers about one offer follow one another, so that many presses hold one connection.
    pub(crate) offer_locks: KeyedMutex<String>,
    /// Days for which a new offer is valid.
    pub(crate) offer_days: u16,
    /// Largest share of lines without a product in an offer of a sales member without an approval, in percent.
    pub(crate) offer_free_share: u8,
    /// Price book of an empty database.
    pub(crate) first_book: FirstBook,
}

kit::rpcs! {
    impl proto::inquiry::v1::inquiry_service_server::InquiryService for State {
        anyone request_quote(RequestQuoteRequest) -> RequestQuoteResponse;
        anyone send_contact_message(SendContactMessageRequest) -> SendContactMessageResponse;
        anyone request_catalogue(RequestCatalogueRequest) -> RequestCatalogueResponse;
        service("notification") get_inquiry(GetInquiryRequest) -> GetInquiryResponse;
        user list_own_inquiries(ListOwnInquiriesRequest) -> ListOwnInquiriesResponse;
        user list_own_quotes(ListOwnQuotesRequest) -> ListOwnQuotesResponse;
        user get_own_quote(GetOwnQuoteRequest) -> GetOwnQuoteResponse;
        staff(QuotesWrite) update_inquiry_status(UpdateInquiryStatusRequest) -> UpdateInquiryStatusResponse;
        staff(QuotesNote) add_inquiry_note(AddInquiryNoteRequest) -> AddInquiryNoteResponse;
    }

    impl proto::inquiry::v1::inbox_service_server::InboxService for State {
        staff(QuotesRead, every_record) list_inbox(ListInboxRequest) -> ListInboxResponse;
        staff(QuotesRead, every_record) count_inbox(CountInboxRequest) -> CountInboxResponse;
        staff(QuotesRead, every_record) get_inquiry_figures(GetInquiryFiguresRequest) -> GetInquiryFiguresResponse;
        staff(QuotesRead) get_staff_inquiry(GetStaffInquiryRequest) -> GetStaffInquiryResponse;
        staff(QuotesCreate) create_inquiry(CreateInquiryRequest) -> CreateInquiryResponse;
        staff(QuotesAssign) assign_inquiry(AssignInquiryRequest) -> AssignInquiryResponse;
        staff(QuotesWrite) update_inquiry(UpdateInquiryRequest) -> UpdateInquiryResponse;
        staff(QuotesWrite) set_follow_up(SetFollowUpRequest) -> SetFollowUpResponse;
        staff(QuotesWrite) add_follow_up(AddFollowUpRequest) -> AddFollowUpResponse;
        staff(QuotesWrite) change_follow_up(ChangeFollowUpRequest) -> ChangeFollowUpResponse;
        staff(QuotesRead, every_record) list_follow_ups(ListFollowUpsRequest) -> ListFollowUpsResponse;
        staff(QuotesWrite) log_contact(LogContactRequest) -> LogContactResponse;
        staff(QuotesNote) correct_entry(CorrectEntryRequest) -> CorrectEntryResponse;
        staff(QuotesWrite) change_design(ChangeDesignRequest) -> ChangeDesignResponse;
        staff(QuotesWrite) record_measuring(RecordMeasuringRequest) -> RecordMeasuringResponse;
        staff(QuotesWrite) renew_design(RenewDesignRequest) -> RenewDesignResponse;
        staff(QuotesWrite) send_staff_mail(SendStaffMailRequest) -> SendStaffMailResponse;
        staff(QuotesWrite) attach_files(AttachFilesRequest) -> AttachFilesResponse;
        staff(QuotesWrite) update_inquiries(UpdateInquiriesRequest) -> UpdateInquiriesResponse;
        staff(CustomersRead) list_contacts(ListContactsRequest) -> ListContactsResponse;
        staff(CustomersRead) get_contact(GetContactRequest) -> GetContactResponse;
        staff(CustomersWrite) update_contact(UpdateContactRequest) -> UpdateContactResponse;
        staff(CustomersMerge) merge_contacts(MergeContactsRequest) -> MergeContactsResponse;
        staff(CustomersMerge) separate_contacts(SeparateContactsRequest) -> SeparateContactsResponse;
        staff(CustomersWipe, stepped_up) wipe_contact(WipeContactRequest) -> WipeContactResponse;
        service("account") count_open_quotes(CountOpenQuotesRequest) -> CountOpenQuotesResponse;
        service("content") count_store_quotes(CountStoreQuotesRequest) -> CountStoreQuotesResponse;
        service("notification") get_staff_mail(GetStaffMailRequest) -> GetStaffMailResponse;
    }
}
