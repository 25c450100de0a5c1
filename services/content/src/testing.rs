//! The service on a database and a bus of its own, for its tests.

use kit::{
    caller::Caller,
    failure::{Code, Failure},
    grpc::{Client, client::on_behalf_of},
};
use prost_types::Timestamp;
use proto::{
    common::v1::LocalizedText,
    content::v1::{
        Campaign, CreateCampaignRequest, Image, Project, ProjectCategory, Promo, SaveOutcome,
        SaveProjectRequest, SaveProjectResponse, SavePromoRequest, SavePromoResponse, SaveStoreRequest,
        SaveStoreResponse, Store, content_service_client::ContentServiceClient,
    },
};
use testkit::{Harness, caller};
use time::OffsetDateTime;

use crate::{Config, DEFINITION, server};

/// Seconds. Campaigns of the tests start and end whole hours away, so that no test waits for a clock.
pub(crate) const HOUR: i64 = 3_600;

/// The running service.
pub(crate) struct Fixture {
    pub(crate) harness: Harness,
    pub(crate) client: ContentServiceClient<Client>,
}

impl Fixture {
    pub(crate) async fn start() -> Self {
        let harness = Harness::start(DEFINITION).await;
        let config = Config {
            process: harness.process_settings(),
            database: harness.database_settings(),
            operation: None,
        };
        let service = server::build(&config).await.unwrap();
        let client = ContentServiceClient::new(harness.serve(service).await);
        Self { harness, client }
    }

    /// Adds a campaign as staff.
    pub(crate) async fn add_campaign(&self, campaign: Campaign) -> Campaign {
        let request = staff(CreateCampaignRequest {
            campaign: Some(campaign),
        });
        let answer = answer(self.client.clone().create_campaign(request).await).unwrap();
        assert_eq!(answer.outcome(), SaveOutcome::Created, "the code is taken");
        answer.campaign.unwrap()
    }

    /// Saves a text of the banner as staff.
    pub(crate) async fn save_promo(&self, promo: Promo) -> Result<SavePromoResponse, Failure> {
        let request = staff(SavePromoRequest {
            promo: Some(promo),
            keep_existing: false,
        });
        answer(self.client.clone().save_promo(request).await)
    }

    /// Saves a project as staff.
    pub(crate) async fn save_project(&self, project: Project) -> Result<SaveProjectResponse, Failure> {
        let request = staff(SaveProjectRequest {
            project: Some(project),
            keep_existing: false,
        });
        answer(self.client.clone().save_project(request).await)
    }

    /// Saves a store as staff.
    pub(crate) async fn save_store(&self, store: Store) -> Result<SaveStoreResponse, Failure> {
        let request = staff(SaveStoreRequest {
            store: Some(store),
            keep_existing: false,
        });
        answer(self.client.clone().save_store(request).await)
    }

    /// Who did what to what, oldest first.
    pub(crate) async fn audited(&self) -> Vec<String> {
        sqlx::query_scalar("select actor || ' ' || action || ' ' || subject from audit order by id")
            .fetch_all(self.harness.pool())
            .await
            .unwrap()
    }
}

/// A request of a visitor who is not signed in.
pub(crate) fn anonymous<T>(message: T) -> tonic::Request<T> {
    on_behalf_of(&caller::anonymous(), message)
}

/// A request of the staff.
pub(crate) fn staff<T>(message: T) -> tonic::Request<T> {
    on_behalf_of(&caller::staff(), message)
}

/// Each caller who is not staff, and how they are refused.
pub(crate) fn not_staff() -> [(Caller, Code); 3] {
    [
        (caller::anonymous(), Code::Unauthenticated),
        (caller::customer(kit::domain::UserId::generate()), Code::Forbidden),
        (caller::service("order"), Code::Forbidden),
    ]
}

/// An answer, or what the service said instead.
pub(crate) fn answer<T>(outcome: Result<tonic::Response<T>, tonic::Status>) -> Result<T, Failure> {
    outcome
        .map(tonic::Response::into_inner)
        .map_err(|status| Failure::from_status(&status))
}

/// The fields that a failure names.
pub(crate) fn fields(failure: &Failure) -> Vec<(&str, &str)> {
    failure
        .fields
        .iter()
        .map(|(field, key)| (field.as_str(), key.as_str()))
        .collect()
}

/// The same text in all languages.
pub(crate) fn text(text: &str) -> LocalizedText {
    texts(text, text, text)
}

/// A text in each language.
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
    }
}

/// A campaign that starts and ends so many seconds from now.
pub(crate) fn campaign(starts: i64, ends: i64) -> Campaign {
    let now = OffsetDateTime::now_utc().unix_timestamp();
    let moment = |from_now| {
        Some(Timestamp {
            seconds: now + from_now,
            nanos: 0,
        })
    };
    Campaign {
        id: 0,
        code: String::new(),
        name: Some(texts("Yay", "Лето", "Summer")),
        description: Some(text("Ten percent less.")),
        image: Some(image("campaigns/summer")),
        starts_at: moment(starts),
        ends_at: moment(ends),
        version: 0,
    }
}

/// A text of the banner.
pub(crate) fn promo(code: &str, position: u32) -> Promo {
    Promo {
        code: code.to_owned(),
        text: Some(texts("Pulsuz çatdırılma", "Бесплатная доставка", "Free delivery")),
        position,
        version: 0,
    }
}

/// A project without a place of its own.
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
    }
}

/// A store.
pub(crate) fn outlet(code: &str, position: u32) -> Store {
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
    }
}
