//! The rpcs, one file each.

mod add_inquiry_note;
mod get_inquiry;
mod list_inquiries;
mod request_catalogue;
mod request_quote;
mod send_contact_message;
mod take_in;
mod update_inquiry_status;
mod wire;

use async_trait::async_trait;
use proto::inquiry::v1::{
    AddInquiryNoteRequest, AddInquiryNoteResponse, GetInquiryRequest, GetInquiryResponse,
    ListInquiriesRequest, ListInquiriesResponse, RequestCatalogueRequest, RequestCatalogueResponse,
    RequestQuoteRequest, RequestQuoteResponse, SendContactMessageRequest, SendContactMessageResponse,
    UpdateInquiryStatusRequest, UpdateInquiryStatusResponse, inquiry_service_server::InquiryService,
};
use sqlx::PgPool;
use tonic::{Request, Response, Status};

use crate::{catalog::Catalog, figures::Figures};

/// What the rpcs stand on.
pub(crate) struct Rpcs {
    pub(crate) pool: PgPool,
    pub(crate) catalog: Catalog,
    pub(crate) figures: Figures,
}

#[async_trait]
impl InquiryService for Rpcs {
    async fn request_quote(
        &self,
        request: Request<RequestQuoteRequest>,
    ) -> Result<Response<RequestQuoteResponse>, Status> {
        request_quote::run(self, &request).await
    }

    async fn send_contact_message(
        &self,
        request: Request<SendContactMessageRequest>,
    ) -> Result<Response<SendContactMessageResponse>, Status> {
        send_contact_message::run(self, &request).await
    }

    async fn request_catalogue(
        &self,
        request: Request<RequestCatalogueRequest>,
    ) -> Result<Response<RequestCatalogueResponse>, Status> {
        request_catalogue::run(self, &request).await
    }

    async fn get_inquiry(
        &self,
        request: Request<GetInquiryRequest>,
    ) -> Result<Response<GetInquiryResponse>, Status> {
        get_inquiry::run(self, &request).await
    }

    async fn list_inquiries(
        &self,
        request: Request<ListInquiriesRequest>,
    ) -> Result<Response<ListInquiriesResponse>, Status> {
        list_inquiries::run(self, &request).await
    }

    async fn update_inquiry_status(
        &self,
        request: Request<UpdateInquiryStatusRequest>,
    ) -> Result<Response<UpdateInquiryStatusResponse>, Status> {
        update_inquiry_status::run(self, &request).await
    }

    async fn add_inquiry_note(
        &self,
        request: Request<AddInquiryNoteRequest>,
    ) -> Result<Response<AddInquiryNoteResponse>, Status> {
        add_inquiry_note::run(self, &request).await
    }
}
