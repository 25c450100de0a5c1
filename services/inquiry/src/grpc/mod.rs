//! The rpc handlers, one file each.

mod add_inquiry_note;
mod convert;
mod get_inquiry;
mod list_inquiries;
mod list_own_inquiries;
mod request_catalogue;
mod request_quote;
mod send_contact_message;
mod submit;
mod update_inquiry_status;

use sqlx::PgPool;

use crate::{clients::catalog::Catalog, metrics::InquiryMetrics};

/// State shared by the handlers.
pub(crate) struct State {
    pub(crate) pool: PgPool,
    pub(crate) catalog: Catalog,
    pub(crate) metrics: InquiryMetrics,
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
