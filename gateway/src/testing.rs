//! Test fixtures.

use axum::{body::Body, response::Response};
use clap::Parser as _;
use http::Request;
use kit::{
    domain::{FamilyId, Language, LocalizedText, Percent, UserId},
    staff::StaffRole,
};
use proto::catalog::v1::{Category, Image, Product};
use serde_json::Value;
use time::Duration;
use tokio_util::sync::CancellationToken;

use crate::{
    Config,
    app::App,
    session::{DeskSession, Progress, Rights, Session},
    state::AppState,
};

/// A gateway whose services are all unavailable.
pub(crate) struct Gateway {
    pub(crate) app: App,
    pub(crate) state: AppState,
}

/// Settings of a gateway at a public URL, with additional arguments.
pub(crate) fn config(public_url: &str, more: &[&str]) -> Config {
    let closed = "http://127.0.0.1:1";
    let mut arguments = vec!["gateway", "--csrf-keys=fedcba9876543210fedcba9876543210"];
    let owned = [
        format!("--public-url={public_url}"),
        format!("--catalog-url={closed}"),
        format!("--account-url={closed}"),
        format!("--cart-url={closed}"),
        format!("--order-url={closed}"),
        format!("--inquiry-url={closed}"),
        format!("--content-url={closed}"),
        format!("--notification-url={closed}"),
    ];
    arguments.extend(owned.iter().map(String::as_str));
    arguments.extend(more);
    let mut config = Config::try_parse_from(arguments).unwrap();
    config.process.callers = testkit::caller_settings();
    config
}

impl Gateway {
    /// Starts a gateway on a local address, without a web app.
    pub(crate) fn start() -> Self {
        Self::with(&config("http://127.0.0.1:8080", &[]))
    }

    /// Starts a gateway with settings.
    pub(crate) fn with(config: &Config) -> Self {
        let state = AppState::new(config).unwrap();
        let app = App::new(config, &state, CancellationToken::new()).unwrap();
        Self { app, state }
    }

    /// Caches a session with the cookie `sid=<token>` and returns its XSRF token.
    pub(crate) fn sign_in(&self, token: &str) -> String {
        let session = session();
        let xsrf = self.state.csrf_keys.token(session.family_id);
        self.state
            .sessions
            .insert(self.state.sessions.now(), token, session);
        xsrf
    }

    /// Sends a request.
    pub(crate) async fn send(
        &self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: &str,
    ) -> Response {
        let mut request = Request::builder().method(method).uri(path);
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let request = request.body(Body::from(body.to_owned())).unwrap();
        self.app.respond(request).await.unwrap()
    }
}

/// A desk session in the cache of a gateway.
pub(crate) struct SignedIn {
    pub(crate) cookie: String,
    pub(crate) xsrf: String,
}

impl SignedIn {
    pub(crate) fn new(gateway: &Gateway, progress: Progress) -> Self {
        let session = DeskSession {
            user_id: UserId::generate(),
            family_id: FamilyId::generate(),
            language: Some(Language::Ru),
            expires_at: kit::clock::now() + Duration::minutes(30),
            progress,
        };
        let token = session.family_id.to_string();
        let xsrf = gateway.state.csrf_keys.token(session.family_id);
        let sessions = &gateway.state.desk.sessions;
        sessions.insert(sessions.now(), &token, session);
        Self {
            cookie: format!("desk-session={token}"),
            xsrf,
        }
    }

    pub(crate) fn of_role(gateway: &Gateway, role: StaffRole) -> Self {
        let step_up_until = None;
        Self::new(gateway, Progress::Done(Rights { role, step_up_until }))
    }

    pub(crate) fn headers(&self) -> Vec<(&str, &str)> {
        vec![("cookie", &self.cookie), ("x-xsrf-token", &self.xsrf)]
    }
}

/// Returns the body as JSON.
pub(crate) async fn json(response: Response) -> Value {
    serde_json::from_slice(&bytes(response).await).unwrap()
}

/// Returns the body.
pub(crate) async fn bytes(response: Response) -> Vec<u8> {
    axum::body::to_bytes(response.into_body(), 1 << 20)
        .await
        .unwrap()
        .to_vec()
}

/// A session of a customer.
pub(crate) fn session() -> Session {
    Session {
        user_id: UserId::generate(),
        family_id: FamilyId::generate(),
        discount: Percent::ZERO,
    }
}

/// A product with all fields set that lists have.
pub(crate) fn product(id: i64) -> Product {
    let text = |text: &str| {
        Some(
            LocalizedText {
                az: format!("{text} az"),
                ru: format!("{text} ru"),
                en: format!("{text} en"),
            }
            .into(),
        )
    };
    Product {
        id,
        code: format!("SK-{id}"),
        name: text("name"),
        description: text("description"),
        external_measurement: text("outside"),
        internal_measurement: text("inside"),
        features: text("features"),
        price_minor: 124_955,
        discount_percent: 15,
        category: Some(Category {
            id: 1,
            slug: "wardrobe".to_owned(),
            name: text("category"),
            product_count: 1,
        }),
        stock_quantity: Some(4),
        is_active: true,
        created_at: Some(prost_types::Timestamp {
            seconds: 1_795_168_800,
            nanos: 0,
        }),
        popularity: 3,
        rating_tenths: 45,
        review_count: 2,
        colors: vec!["oak".to_owned()],
        images: vec![Image {
            url: format!("/images/products/sk-{id}/1-960.webp"),
            width: 960,
            height: 1200,
            color: String::new(),
            placeholder: "#E7E2D8".to_owned(),
            ..Image::default()
        }],
        ..Product::default()
    }
}
