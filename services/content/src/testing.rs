//! Fixture of the tests: the service with its own database and NATS.

use std::path::PathBuf;

use kit::{
    caller::Caller,
    command::ServiceSettings,
    failure::{Code, Failure},
    grpc::{Client, client::on_behalf_of},
};
use prost_types::Timestamp;
use proto::{
    account::v1::{CountStoreStaffRequest, CountStoreStaffResponse},
    common::v1::LocalizedText,
    content::v1::{
        Campaign, CreateCampaignRequest, DeliveryArea, Image, Instalment, OpeningHours, Project,
        ProjectCategory, Promo, Publication, SaveOutcome, SaveProjectRequest, SaveProjectResponse,
        SavePromoRequest, SavePromoResponse, SaveShopTermsRequest, SaveShopTermsResponse, SaveStoreRequest,
        SaveStoreResponse, ShopTerms, Store, content_service_client::ContentServiceClient,
    },
    inquiry::v1::{CountStoreQuotesRequest, CountStoreQuotesResponse},
};
use testkit::{DatabaseProxy, FakeServices, Harness, caller};

use crate::{Config, DEFINITION, server};

/// Seconds of an hour. Test campaigns start and end whole hours away, so that no test depends on timing.
pub(crate) const HOUR: i64 = 3_600;

/// Starts a replica of the service and returns a client of all its rpcs.
pub(crate) async fn serve(harness: &Harness) -> Client {
    serve_beside(harness, [store_use(0), store_use(0)]).await
}

/// As [`serve`], with the store of pictures and files and the program that converts.
pub(crate) async fn serve_media(harness: &Harness, media_url: &str, program: PathBuf) -> Client {
    serve_with(harness, media_url, program, [store_use(0), store_use(0)]).await
}

/// As [`serve`], with the addresses of account and inquiry.
pub(crate) async fn serve_beside(harness: &Harness, peers: [String; 2]) -> Client {
    let folder = std::env::temp_dir().join("content-media");
    serve_with(harness, &folder.display().to_string(), "false".into(), peers).await
}

/// Serves an account and an inquiry service in which every store has this many members and quotes.
pub(crate) fn store_use(count: i64) -> String {
    FakeServices::default()
        .rpc(
            "/storefront.account.v1.TeamService/CountStoreStaff",
            move |_: tonic::Request<CountStoreStaffRequest>| async move { Ok(CountStoreStaffResponse { count }) },
        )
        .rpc(
            "/storefront.inquiry.v1.InboxService/CountStoreQuotes",
            move |_: tonic::Request<CountStoreQuotesRequest>| async move { Ok(CountStoreQuotesResponse { count }) },
        )
        .serve()
}

async fn serve_with(harness: &Harness, media_url: &str, program: PathBuf, peers: [String; 2]) -> Client {
    serve_settings(harness, harness.service_settings(), media_url, program, peers).await
}

/// As [`serve`], with the database behind a proxy.
pub(crate) async fn serve_behind(harness: &Harness, proxy: &DatabaseProxy) -> Client {
    let mut settings = harness.service_settings();
    settings.database.postgres_url = proxy.url().clone();
    let folder = std::env::temp_dir().join("content-media");
    let peers = [store_use(0), store_use(0)];
    serve_settings(
        harness,
        settings,
        &folder.display().to_string(),
        "false".into(),
        peers,
    )
    .await
}

async fn serve_settings(
    harness: &Harness,
    service: ServiceSettings,
    media_url: &str,
    program: PathBuf,
    [account_url, inquiry_url]: [String; 2],
) -> Client {
    let config = Config {
        service,
        account_url,
        inquiry_url,
        media_url: Some(media_url.to_owned()),
        convert_program: Some(program),
    };
    let service = server::build(&config).await.unwrap();
    harness.serve(service).await
}

/// A running service.
pub(crate) struct Fixture {
    pub(crate) harness: Harness,
    pub(crate) client: ContentServiceClient<Client>,
}

impl Fixture {
    pub(crate) async fn start() -> Self {
        let harness = Harness::start(DEFINITION).await;
        let client = ContentServiceClient::new(serve(&harness).await);
        Self { harness, client }
    }

    /// Creates a campaign as staff.
    pub(crate) async fn add_campaign(&self, campaign: Campaign) -> Campaign {
        let request = staff(CreateCampaignRequest {
            campaign: Some(campaign),
            ..CreateCampaignRequest::default()
        });
        let response = into_result(self.client.clone().create_campaign(request).await).unwrap();
        assert_eq!(response.outcome(), SaveOutcome::Created, "the code exists");
        let mut campaign = response.campaign.unwrap();
        assert!(campaign.publication.take().is_some());
        campaign
    }

    /// Saves a banner text as staff.
    pub(crate) async fn save_promo(&self, promo: Promo) -> Result<SavePromoResponse, Failure> {
        let request = staff(SavePromoRequest {
            promo: Some(promo),
            keep_existing: false,
            is_new: false,
        });
        let mut response = into_result(self.client.clone().save_promo(request).await)?;
        let publication = response
            .promo
            .as_mut()
            .and_then(|record| record.publication.take());
        assert!(publication.is_some());
        Ok(response)
    }

    /// Saves a project as staff.
    pub(crate) async fn save_project(&self, project: Project) -> Result<SaveProjectResponse, Failure> {
        let request = staff(SaveProjectRequest {
            project: Some(project),
            keep_existing: false,
            is_new: false,
        });
        let mut response = into_result(self.client.clone().save_project(request).await)?;
        let publication = response
            .project
            .as_mut()
            .and_then(|record| record.publication.take());
        assert!(publication.is_some());
        Ok(response)
    }

    /// Saves a store as staff.
    pub(crate) async fn save_store(&self, store: Store) -> Result<SaveStoreResponse, Failure> {
        let request = staff(SaveStoreRequest {
            store: Some(store),
            keep_existing: false,
            is_new: false,
        });
        let mut response = into_result(self.client.clone().save_store(request).await)?;
        let publication = response
            .store
            .as_mut()
            .and_then(|record| record.publication.take());
        assert!(publication.is_some());
        Ok(response)
    }

    /// Saves the shop's terms as staff.
    pub(crate) async fn save_shop_terms(&self, terms: ShopTerms) -> Result<SaveShopTermsResponse, Failure> {
        let request = staff(SaveShopTermsRequest {
            terms: Some(terms),
            keep_existing: false,
        });
        into_result(self.client.clone().save_shop_terms(request).await)
    }

    /// Returns actor, action and subject of the audit entries, oldest first.
    pub(crate) async fn audit_log(&self) -> Vec<String> {
        sqlx::query_scalar("select actor || ' ' || action || ' ' || subject from audit order by id")
            .fetch_all(self.harness.pool())
            .await
            .unwrap()
    }
}

/// Returns a request without a signed-in user.
pub(crate) fn anonymous<T>(message: T) -> tonic::Request<T> {
    on_behalf_of(&caller::anonymous(), message)
}

/// Returns a request of staff.
pub(crate) fn staff<T>(message: T) -> tonic::Request<T> {
    on_behalf_of(&caller::staff(), message)
}

/// Returns one caller of each kind but staff, with the expected error code.
pub(crate) fn non_staff_callers() -> [(Caller, Code); 3] {
    [
        (caller::anonymous(), Code::Unauthenticated),
        (caller::customer(kit::domain::UserId::generate()), Code::Forbidden),
        (caller::service("order"), Code::Forbidden),
    ]
}

/// Unwraps the response, or decodes the failure as the gateway does.
pub(crate) fn into_result<T>(response: Result<tonic::Response<T>, tonic::Status>) -> Result<T, Failure> {
    response
        .map(tonic::Response::into_inner)
        .map_err(|status| Failure::from_status(&status))
}

/// Returns the field errors of a failure.
pub(crate) fn fields(failure: &Failure) -> Vec<(&str, &str)> {
    failure
        .fields
        .iter()
        .map(|(field, key)| (field.as_str(), key.as_str()))
        .collect()
}

/// Returns a text that is the same in all languages.
pub(crate) fn text(text: &str) -> LocalizedText {
    texts(text, text, text)
}

/// Returns a text with one value per language.
pub(crate) fn texts(az: &str, ru: &str, en: &str) -> LocalizedText {
    LocalizedText {
        az: az.to_owned(),
        ru: ru.to_owned(),
        en: en.to_owned(),
    }
}

fn image(path: &str) -> Image {
    Image {
        url: format!("/images/{path}/1-960.svg"),
        width: 960,
        height: 720,
        placeholder: "#E7E2D8".to_owned(),
        alt: Some(LocalizedText::default()),
        ..Image::default()
    }
}

/// Returns the publication of a draft, or of a record shown from a number of seconds from now.
pub(crate) fn published(is_draft: bool, shown_in: Option<i64>) -> Publication {
    Publication {
        is_draft,
        show_at: shown_in.map(|offset| Timestamp {
            seconds: kit::clock::now().unix_timestamp() + offset,
            nanos: 0,
        }),
        ..Publication::default()
    }
}

/// Returns a campaign that starts and ends the given numbers of seconds from now.
pub(crate) fn campaign(starts_in: i64, ends_in: i64) -> Campaign {
    let now = kit::clock::now().unix_timestamp();
    let timestamp = |offset| {
        Some(Timestamp {
            seconds: now + offset,
            nanos: 0,
        })
    };
    Campaign {
        id: 0,
        code: String::new(),
        name: Some(texts("Yay", "Лето", "Summer")),
        description: Some(text("Ten percent less.")),
        image: Some(image("campaigns/summer")),
        starts_at: timestamp(starts_in),
        ends_at: timestamp(ends_in),
        version: 0,
        publication: None,
    }
}

/// Returns a banner text.
pub(crate) fn promo(code: &str, position: u32) -> Promo {
    Promo {
        code: code.to_owned(),
        text: Some(texts("Pulsuz çatdırılma", "Бесплатная доставка", "Free delivery")),
        position,
        version: 0,
        publication: None,
    }
}

/// Returns a project at position 0.
pub(crate) fn project(code: &str, category: ProjectCategory) -> Project {
    Project {
        id: 0,
        code: code.to_owned(),
        title: Some(texts("İş", "Работа", "Work")),
        description: Some(text("")),
        image: Some(image("projects/work")),
        category: category.into(),
        is_large: false,
        position: 0,
        version: 0,
        publication: None,
        piece: None,
    }
}

/// Returns a store.
pub(crate) fn store(code: &str, position: u32) -> Store {
    Store {
        id: String::new(),
        code: code.to_owned(),
        name: Some(texts("Salon", "Салон", "Showroom")),
        address: Some(text("Baku")),
        weekday_hours: Some(text("10:00–19:00")),
        weekend_hours: Some(text("11:00–17:00")),
        whatsapp: "+994120000000".to_owned(),
        email: "salon@example.com".to_owned(),
        facebook: "https://example.com/facebook".to_owned(),
        instagram: String::new(),
        linkedin: String::new(),
        map_url: "https://example.com/map".to_owned(),
        images: vec![image("stores/salon")],
        position,
        version: 0,
        publication: None,
    }
}

/// Returns the shop's terms with an area, two working days, a holiday and instalments.
pub(crate) fn shop_terms() -> ShopTerms {
    let hours = |day, opens_at: &str| OpeningHours {
        day,
        opens_at: opens_at.to_owned(),
        closes_at: "18:00".to_owned(),
    };
    ShopTerms {
        delivery: vec![DeliveryArea {
            code: "baku".to_owned(),
            name: Some(texts("Bakı, Sumqayıt", "Баку, Сумгаит", "Baku, Sumgait")),
            earliest_working_days: 2,
            latest_working_days: 3,
        }],
        cut_off: "16:00".to_owned(),
        made_to_order_days: 20,
        week: vec![hours(1, "10:00"), hours(6, "11:00")],
        holidays: vec!["2026-12-31".to_owned()],
        instalment: Some(Instalment {
            months: 12,
            least_total_minor: 30_000,
            fee_percent: 0,
            text: Some(texts(
                "Taksit kartı ilə",
                "По карте рассрочки",
                "With an instalment card",
            )),
        }),
        version: 0,
        warranty_months: Some(60),
        return_days: Some(14),
        is_carried_in: Some(true),
    }
}
