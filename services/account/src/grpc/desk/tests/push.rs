//! Tests of push subscriptions.

use proto::account::v1::{
    EndPushSubscriptionRequest, ListPushSubscriptionsRequest, PushSubscription,
    RemovePushSubscriptionRequest, SavePushSubscriptionRequest,
};
use testkit::caller;

use super::*;

fn subscription(endpoint: &str) -> PushSubscription {
    PushSubscription {
        id: String::new(),
        endpoint: endpoint.to_owned(),
        public_key: [&[4][..], &[7; 64]].concat(),
        secret: vec![9; 16],
    }
}

async fn save(fixture: &Fixture, token: &str, subscription: PushSubscription) -> Result<(), Status> {
    let request = SavePushSubscriptionRequest {
        session_token: token.to_owned(),
        subscription: Some(subscription),
    };
    let saved = fixture.desk().save_push_subscription(anonymous(request)).await;
    saved.map(drop)
}

async fn list(fixture: &Fixture, member: &Member) -> Vec<PushSubscription> {
    let request = ListPushSubscriptionsRequest {
        user_id: member.customer.user.to_string(),
    };
    let request = on_behalf_of(&caller::service("notification"), request);
    let listed = fixture.team().list_push_subscriptions(request).await;
    listed.unwrap().into_inner().subscriptions
}

async fn endpoints(fixture: &Fixture, member: &Member) -> Vec<String> {
    let listed = list(fixture, member).await.into_iter();
    listed.map(|subscription| subscription.endpoint).collect()
}

/// Returns the token of another complete session.
async fn another_session(fixture: &Fixture, member: &Member) -> String {
    let request = credentials(&member.customer.email);
    let pending = sign_in(fixture, request).await.unwrap();
    let family = pending.session.unwrap().family_id;
    sqlx::query("update desk_family set step = 'done' where family_id = $1::uuid")
        .bind(&family)
        .execute(fixture.harness.pool())
        .await
        .unwrap();
    pending.tokens.unwrap().session_token
}

#[tokio::test]
async fn a_session_has_one_subscription_which_is_sealed_and_goes_with_it() {
    let fixture = Fixture::start().await;
    let member = member(&fixture, "sales").await;
    let token = member.tokens.session_token.clone();
    let (first, second) = ("https://push.example/first", "https://push.example/second");
    save(&fixture, &token, subscription(first)).await.unwrap();
    save(&fixture, &token, subscription(second)).await.unwrap();
    let listed = list(&fixture, &member).await;
    let expected = PushSubscription {
        id: listed[0].id.clone(),
        ..subscription(second)
    };
    assert_eq!(listed, [expected]);
    let pool = fixture.harness.pool();
    let row: String =
        sqlx::query_scalar("select row_to_json(push_subscription)::text from push_subscription")
            .fetch_one(pool)
            .await
            .unwrap();
    assert!(!row.contains("push.example"), "{row}");
    let readable: i64 = sqlx::query_scalar(
        "select count(*) from push_subscription where position('push.example'::bytea in sealed) > 0",
    )
    .fetch_one(pool)
    .await
    .unwrap();
    assert_eq!(readable, 0);

    let other = another_session(&fixture, &member).await;
    save(&fixture, &other, subscription(first)).await.unwrap();
    assert_eq!(endpoints(&fixture, &member).await, [second, first]);
    // The browser that signs in again has its subscription once.
    save(&fixture, &other, subscription(second)).await.unwrap();
    assert_eq!(endpoints(&fixture, &member).await, [second]);
    let request = SignOutOfDeskRequest {
        session_token: other,
        ..SignOutOfDeskRequest::default()
    };
    fixture.desk().sign_out_of_desk(anonymous(request)).await.unwrap();
    assert_eq!(endpoints(&fixture, &member).await, [""; 0]);

    save(&fixture, &token, subscription(first)).await.unwrap();
    let request = RemovePushSubscriptionRequest {
        endpoint: first.to_owned(),
    };
    let removed = fixture
        .desk()
        .remove_push_subscription(staff(&member, false, request))
        .await;
    removed.unwrap();
    assert_eq!(endpoints(&fixture, &member).await, [""; 0]);
}

#[tokio::test]
async fn subscriptions_are_bounded_validated_and_ended() {
    let fixture = Fixture::start().await;
    let member = member(&fixture, "sales").await;
    for number in 0..12 {
        let token = another_session(&fixture, &member).await;
        let endpoint = format!("https://push.example/{number}");
        save(&fixture, &token, subscription(&endpoint)).await.unwrap();
    }
    let listed = list(&fixture, &member).await;
    assert_eq!(
        (listed.len(), &*listed[0].endpoint),
        (10, "https://push.example/2")
    );
    let request = EndPushSubscriptionRequest {
        subscription_id: listed[0].id.clone(),
    };
    let request = on_behalf_of(&caller::service("notification"), request);
    fixture.team().end_push_subscription(request).await.unwrap();
    assert_eq!(list(&fixture, &member).await, listed[1..]);

    let token = member.tokens.session_token.clone();
    for (wrong, field) in [
        (subscription("http://push.example/"), "endpoint"),
        (subscription("https://127.0.0.1/"), "endpoint"),
        (subscription("https://10.0.0.1/"), "endpoint"),
        (
            subscription(&format!("https://push.example/{}", "a".repeat(1_000))),
            "endpoint",
        ),
        (
            PushSubscription {
                public_key: vec![4; 64],
                ..subscription("https://push.example/")
            },
            "keys.p256dh",
        ),
        (
            PushSubscription {
                secret: vec![],
                ..subscription("https://push.example/")
            },
            "keys.auth",
        ),
    ] {
        let error = save(&fixture, &token, wrong).await.unwrap_err();
        assert_eq!(fields(&error), [(field.to_owned(), "FIELD.INVALID".to_owned())]);
    }
    let error = save(&fixture, "none", subscription("https://push.example/")).await;
    assert_eq!(failure(&error.unwrap_err()).code, Code::Unauthenticated);
}
