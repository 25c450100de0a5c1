//! Tests with a push service on this machine that decrypts what it gets.

use std::sync::{Arc, Mutex};

use base64::{
    Engine as _,
    engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD},
};
use kit::domain::UserId;
use proto::{account::v1::StaffNotifications, inquiry::v1::InquiryMentioned};
use ring::{
    agreement::{ECDH_P256, EphemeralPrivateKey},
    rand::SystemRandom,
    signature::{ECDSA_P256_SHA256_FIXED, ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, UnparsedPublicKey},
};
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpListener,
};

use super::*;
use crate::testing::Fixture;

const SECRET: &[u8] = &[7; 16];

/// Head in lower case, and body.
type Received = (String, Vec<u8>);

/// A push service whose answers have the next of some statuses.
struct PushService {
    address: String,
    received: Arc<Mutex<Vec<Received>>>,
}

impl PushService {
    async fn start(statuses: &'static [&'static str]) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = format!("http://{}/send", listener.local_addr().unwrap());
        let received = Arc::new(Mutex::new(Vec::new()));
        let all = Arc::clone(&received);
        tokio::spawn(async move {
            for status in statuses {
                let (mut stream, _) = listener.accept().await.unwrap();
                let (mut bytes, mut chunk) = (Vec::new(), [0; 8192]);
                let (head, start, length) = loop {
                    let read = stream.read(&mut chunk).await.unwrap();
                    bytes.extend_from_slice(&chunk[..read]);
                    let end = bytes.windows(4).position(|part| part == b"\r\n\r\n");
                    if let Some(end) = end {
                        let head = String::from_utf8(bytes[..end].to_vec()).unwrap();
                        let length = head.lines().find_map(|line| {
                            line.to_lowercase().strip_prefix("content-length: ")?.parse().ok()
                        });
                        break (head, end + 4, length.unwrap_or(0_usize));
                    }
                };
                while bytes.len() < start + length {
                    let read = stream.read(&mut chunk).await.unwrap();
                    bytes.extend_from_slice(&chunk[..read]);
                }
                all.lock().unwrap().push((head, bytes[start..].to_vec()));
                let answer = format!("HTTP/1.1 {status}\r\ncontent-length: 0\r\nconnection: close\r\n\r\n");
                stream.write_all(answer.as_bytes()).await.unwrap();
            }
        });
        Self { address, received }
    }

    fn received(&self) -> Vec<Received> {
        self.received.lock().unwrap().clone()
    }
}

fn key() -> PushKey {
    let pkcs8 = EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &SystemRandom::new()).unwrap();
    STANDARD.encode(pkcs8).parse().unwrap()
}

fn browser() -> (EphemeralPrivateKey, Vec<u8>) {
    let key = EphemeralPrivateKey::generate(&ECDH_P256, &SystemRandom::new()).unwrap();
    let public = key.compute_public_key().unwrap().as_ref().to_vec();
    (key, public)
}

/// Returns a sender that may also send to this machine.
fn sender(fixture: &Fixture, key: &PushKey) -> PushSender {
    let allowed = Allowed {
        scheme: "http",
        address: |address| address.is_loopback(),
    };
    let client = fixture.account_client();
    PushSender {
        pool: fixture.harness.pool().clone(),
        team: TeamClient::new(client.clone()),
        subscriptions: PushClient::new(client),
        transport: PushTransport::new(key.clone(), "mailto:shop@shop.example".to_owned(), allowed).unwrap(),
    }
}

async fn mention(fixture: &Fixture, member: UserId) {
    let event = InquiryMentioned {
        number: "SQ-7Q2M04XK".to_owned(),
        staff_ids: vec![member.to_string()],
        ..InquiryMentioned::default()
    };
    fixture.harness.deliver(&event).await;
    fixture.harness.wait_until_idle().await;
    // The test may run at night.
    make_due(fixture).await;
}

async fn make_due(fixture: &Fixture) {
    sqlx::query("update notice set push_at = now() where push_at is not null")
        .execute(fixture.harness.pool())
        .await
        .unwrap();
}

async fn waiting(fixture: &Fixture) -> i64 {
    sqlx::query_scalar("select count(*) from notice where push_at is not null")
        .fetch_one(fixture.harness.pool())
        .await
        .unwrap()
}

fn wanted(fixture: &Fixture) -> UserId {
    let nigar = fixture.fakes.member("nigar@example.com", "sales");
    let mention = StaffNotifications {
        mention: true,
        ..StaffNotifications::default()
    };
    fixture.fakes.want_by_mail(nigar, mention);
    nigar
}

/// Returns the value of a header.
fn header<'head>(head: &'head str, name: &str) -> &'head str {
    let mut lines = head.lines().filter_map(|line| line.split_once(": "));
    lines
        .find(|(found, _)| found.eq_ignore_ascii_case(name))
        .unwrap()
        .1
}

#[tokio::test]
async fn a_browser_decrypts_the_kind_and_the_record_and_the_push_service_knows_the_shop() {
    let fixture = Fixture::start().await;
    let service = PushService::start(&["503 Service Unavailable", "201 Created"]).await;
    let (browser_key, public) = browser();
    fixture.fakes.subscribe(&service.address, &public, SECRET);
    let key = key();
    let sender = sender(&fixture, &key);
    mention(&fixture, wanted(&fixture)).await;
    sender.send_due().await.unwrap();
    assert_eq!(
        (service.received().len(), waiting(&fixture).await),
        (1, 1),
        "to be repeated"
    );
    make_due(&fixture).await;
    sender.send_due().await.unwrap();
    make_due(&fixture).await;
    sender.send_due().await.unwrap();
    let received = service.received();
    assert_eq!((received.len(), waiting(&fixture).await), (2, 0));

    let (head, body) = &received[1];
    let payload = message::decrypt(browser_key, SECRET, body).unwrap();
    let payload: serde_json::Value = serde_json::from_slice(&payload).unwrap();
    assert_eq!(
        payload,
        json!({"kind": "mention", "number": "SQ-7Q2M04XK", "offer": null})
    );
    assert_eq!(header(head, "content-encoding"), "aes128gcm");
    assert_eq!(header(head, "ttl"), "14400");
    let topics: Vec<_> = received.iter().map(|(head, _)| header(head, "topic")).collect();
    assert_eq!((topics[0], topics[0].len()), (topics[1], 32));
    assert!(!topics[0].contains("SQ-"), "{topics:?}");

    let proof = header(head, "authorization").strip_prefix("vapid t=").unwrap();
    let (token, own_key) = proof.split_once(", k=").unwrap();
    let own_key = URL_SAFE_NO_PAD.decode(own_key).unwrap();
    assert_eq!(own_key, key.public());
    let (signed, signature) = token.rsplit_once('.').unwrap();
    UnparsedPublicKey::new(&ECDSA_P256_SHA256_FIXED, own_key)
        .verify(signed.as_bytes(), &URL_SAFE_NO_PAD.decode(signature).unwrap())
        .unwrap();
    let claims = URL_SAFE_NO_PAD.decode(signed.split_once('.').unwrap().1).unwrap();
    let claims: serde_json::Value = serde_json::from_slice(&claims).unwrap();
    let origin = service.address.strip_suffix("/send").unwrap();
    assert_eq!(
        (claims["aud"].as_str(), claims["sub"].as_str()),
        (Some(origin), Some("mailto:shop@shop.example"))
    );
}

#[tokio::test]
async fn ended_subscriptions_go_and_nothing_unwanted_read_or_late_is_pushed() {
    let fixture = Fixture::start().await;
    let service = PushService::start(&["410 Gone", "400 Bad Request", "201 Created"]).await;
    let (_, public) = browser();
    fixture.fakes.subscribe(&service.address, &public, SECRET);
    let nigar = wanted(&fixture);
    let sender = sender(&fixture, &key());
    mention(&fixture, nigar).await;
    sender.send_due().await.unwrap();
    assert_eq!((fixture.fakes.subscriptions(), service.received().len()), (0, 1));
    // Refused for good: not repeated, and the subscription stays.
    fixture.fakes.subscribe(&service.address, &public, SECRET);
    mention(&fixture, nigar).await;
    sender.send_due().await.unwrap();
    assert_eq!((fixture.fakes.subscriptions(), service.received().len()), (1, 2));
    assert_eq!(waiting(&fixture).await, 0);
    for statement in [
        "update notice set read_at = now() where push_at is not null",
        "update notice set at = now() - interval '5 hours' where push_at is not null",
    ] {
        mention(&fixture, nigar).await;
        sqlx::query(statement)
            .execute(fixture.harness.pool())
            .await
            .unwrap();
        sender.send_due().await.unwrap();
    }
    fixture.fakes.want_by_mail(nigar, StaffNotifications::default());
    mention(&fixture, nigar).await;
    sender.send_due().await.unwrap();
    assert_eq!(service.received().len(), 2);
}

#[tokio::test]
async fn never_connects_to_private_networks_or_without_tls() {
    let service = PushService::start(&["201 Created"]).await;
    let transport =
        PushTransport::new(key(), "mailto:shop@shop.example".to_owned(), Allowed::PUBLIC).unwrap();
    let port = service.address.rsplit(':').next().unwrap().to_owned();
    for endpoint in [
        service.address.clone(),
        format!("https://127.0.0.1:{port}"),
        format!("https://2130706433:{port}"),
        format!("https://[::ffff:127.0.0.1]:{port}"),
        format!("https://localhost:{port}"),
    ] {
        let subscription = PushSubscription {
            id: uuid::Uuid::now_v7(),
            endpoint: endpoint.clone(),
            public_key: browser().1,
            secret: SECRET.to_vec(),
        };
        let outcome = transport.send(&subscription, b"{}", "topic", LIFETIME).await;
        assert_ne!(outcome, Outcome::Sent, "{endpoint}");
    }
    assert_eq!(service.received(), []);
}
