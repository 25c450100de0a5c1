//! What the tests of this crate stand on: the service with its own database and NATS, and a catalogue at the gRPC
//! face. The tests of the whole shop meet the real one.

mod products;

use kit::{
    caller::Caller,
    failure::{Code, Failure},
    grpc::{Client, client::on_behalf_of},
    limits::Limit,
};
use proto::inquiry::v1::{
    AddInquiryNoteRequest, Inquiry, InquiryStatus, ListInquiriesRequest, RequestCatalogueRequest,
    RequestQuoteRequest, SendContactMessageRequest, UpdateInquiryStatusRequest,
    inquiry_service_client::InquiryServiceClient,
};
use testkit::{Harness, caller};
use tonic::Status;

pub(crate) use self::products::{RETIRED, WARDROBE};
use crate::{Config, DEFINITION, server};

/// From where all forms here are sent.
pub(crate) const ADDRESS: &str = "203.0.113.1";

/// The service, running.
pub(crate) struct Fixture {
    pub(crate) harness: Harness,
    service: Replica,
    catalog_url: String,
}

/// One process of the service; there may be several on one harness.
pub(crate) struct Replica {
    client: Client,
}

impl Replica {
    pub(crate) async fn ask(&self, request: RequestQuoteRequest) -> Result<String, Status> {
        self.ask_as(&caller::anonymous(), request).await
    }

    async fn ask_as(&self, caller: &Caller, request: RequestQuoteRequest) -> Result<String, Status> {
        let mut client = InquiryServiceClient::new(self.client.clone());
        let answer = client.request_quote(on_behalf_of(caller, request)).await?;
        Ok(answer.into_inner().number)
    }
}

impl Fixture {
    pub(crate) async fn start() -> Self {
        let harness = Harness::start(DEFINITION).await;
        let catalog_url = products::serve();
        let service = replica(&harness, &catalog_url, 5_000).await;
        Self {
            harness,
            service,
            catalog_url,
        }
    }

    /// Another process of the service on the same database.
    pub(crate) async fn replica(&self) -> Replica {
        replica(&self.harness, &self.catalog_url, 5_000).await
    }

    /// Another process, from which the catalogue cannot be reached.
    pub(crate) async fn without_catalogue(&self) -> Replica {
        replica(&self.harness, &products::closed(), 500).await
    }

    pub(crate) fn client(&self) -> InquiryServiceClient<Client> {
        InquiryServiceClient::new(self.service.client.clone())
    }

    /// Asks for a quote; answers the number.
    pub(crate) async fn ask(&self, request: RequestQuoteRequest) -> Result<String, Status> {
        self.service.ask(request).await
    }

    pub(crate) async fn ask_as(
        &self,
        caller: &Caller,
        request: RequestQuoteRequest,
    ) -> Result<String, Status> {
        self.service.ask_as(caller, request).await
    }

    /// Sends a contact message; answers the number.
    pub(crate) async fn write(&self, request: SendContactMessageRequest) -> Result<String, Status> {
        let request = on_behalf_of(&caller::anonymous(), request);
        let answer = self.client().send_contact_message(request).await?;
        Ok(answer.into_inner().number)
    }

    /// Asks for the catalogue; answers the number.
    pub(crate) async fn download(&self, request: RequestCatalogueRequest) -> Result<String, Status> {
        let request = on_behalf_of(&caller::anonymous(), request);
        let answer = self.client().request_catalogue(request).await?;
        Ok(answer.into_inner().number)
    }

    /// An inquiry, as the staff sees it.
    pub(crate) async fn found(&self, number: &str) -> Inquiry {
        let request = ListInquiriesRequest {
            number: number.to_owned(),
            ..ListInquiriesRequest::default()
        };
        let request = on_behalf_of(&caller::staff(), request);
        let answer = self.client().list_inquiries(request).await.unwrap();
        answer.into_inner().inquiries.pop().unwrap()
    }

    /// Moves an inquiry as the staff.
    pub(crate) async fn move_to(&self, number: &str, status: InquiryStatus) -> Result<Inquiry, Status> {
        let request = UpdateInquiryStatusRequest {
            number: number.to_owned(),
            status: status.into(),
        };
        let request = on_behalf_of(&caller::staff(), request);
        let answer = self.client().update_inquiry_status(request).await?;
        Ok(answer.into_inner().inquiry.unwrap())
    }

    /// Notes something as the staff.
    pub(crate) async fn note(&self, number: &str, text: &str) -> Result<Inquiry, Status> {
        let request = AddInquiryNoteRequest {
            number: number.to_owned(),
            text: text.to_owned(),
        };
        let request = on_behalf_of(&caller::staff(), request);
        let answer = self.client().add_inquiry_note(request).await?;
        Ok(answer.into_inner().inquiry.unwrap())
    }

    /// What the audit says of an action, oldest first: what it was done to.
    pub(crate) async fn audited(&self, action: &str) -> Vec<String> {
        sqlx::query_scalar("select subject from audit where action = $1 order by id")
            .bind(action)
            .fetch_all(self.harness.pool())
            .await
            .unwrap()
    }

    /// As if an inquiry had come so many days earlier, and all forms had been sent then.
    pub(crate) async fn age(&self, number: &str, days: i32) {
        sqlx::query(
            "update inquiry set created_at = created_at - make_interval(days => $1) where number = $2",
        )
        .bind(days)
        .bind(number)
        .execute(self.harness.pool())
        .await
        .unwrap();
        self.age_submissions(days * 24 * 3600).await;
    }

    /// As if all forms had been sent so much earlier.
    pub(crate) async fn age_submissions(&self, seconds: i32) {
        sqlx::query("update submission set expires_at = expires_at - make_interval(secs => $1)")
            .bind(seconds)
            .execute(self.harness.pool())
            .await
            .unwrap();
    }

    /// Leaves a subject so many tries.
    pub(crate) async fn leave(&self, tries: i64, limit: &Limit, subject: &str) {
        let mut connection = self.harness.pool().acquire().await.unwrap();
        for _ in tries..limit.max_attempts {
            limit.count(&mut connection, subject).await.unwrap().unwrap();
        }
    }

    pub(crate) async fn count(&self, statement: &'static str) -> i64 {
        sqlx::query_scalar(statement)
            .fetch_one(self.harness.pool())
            .await
            .unwrap()
    }
}

async fn replica(harness: &Harness, catalog_url: &str, call_milliseconds: u64) -> Replica {
    let config = Config {
        process: harness.process_settings(),
        database: harness.database_settings(),
        catalog_url: catalog_url.to_owned(),
        call_milliseconds,
        retention_days: 1_096,
        operation: None,
    };
    let client = harness.serve(server::build(&config).await.unwrap()).await;
    Replica { client }
}

/// The fields that a refusal names.
pub(crate) fn fields(status: &Status) -> Vec<(String, String)> {
    let failure = Failure::from_status(status);
    assert_eq!(failure.code, Code::Invalid, "{failure}");
    failure.fields
}

/// A request for a quote that is right in every field, without a key.
pub(crate) fn quote(product_id: i64) -> RequestQuoteRequest {
    RequestQuoteRequest {
        name: "Leyla".to_owned(),
        surname: "Məmmədova".to_owned(),
        phone: "+994501234567".to_owned(),
        email: "leyla@example.az".to_owned(),
        product_id,
        client_address: ADDRESS.to_owned(),
        ..RequestQuoteRequest::default()
    }
}

/// A contact message that is right in every field, without a key.
pub(crate) fn message(text: &str) -> SendContactMessageRequest {
    SendContactMessageRequest {
        name: "Leyla Məmmədova".to_owned(),
        phone: "050 123 45 67".to_owned(),
        email: "leyla@example.az".to_owned(),
        message: text.to_owned(),
        client_address: ADDRESS.to_owned(),
        ..SendContactMessageRequest::default()
    }
}

/// A request for the catalogue that is right in every field, without a key.
pub(crate) fn catalogue() -> RequestCatalogueRequest {
    RequestCatalogueRequest {
        name_surname: "Leyla Məmmədova".to_owned(),
        phone_number: "+994 50 123 45 67".to_owned(),
        email: "leyla@example.az".to_owned(),
        client_address: ADDRESS.to_owned(),
        ..RequestCatalogueRequest::default()
    }
}
