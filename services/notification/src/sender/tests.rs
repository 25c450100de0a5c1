//! Tests with an SMTP server on this machine.

use std::time::Duration;

use kit::domain::UserId;
use testkit::eventually;
use tokio::time::Instant;

use crate::testing::{Fixture, registered};

/// Mails that wait for a mail server.
const MAILS: usize = 30;

#[tokio::test]
async fn sends_all_mails_after_the_smtp_server_is_back() {
    let mut fixture = Fixture::start().await;
    let leyla = fixture.fakes.user("leyla@example.com", "en");
    fixture.smtp.stop().await;
    for _ in 0..5 {
        fixture.register(leyla).await;
    }
    eventually("every mail had a failed attempt", || async {
        (fixture.reasons().await.len() == 5).then_some(())
    })
    .await;
    assert!(
        fixture
            .kinds()
            .await
            .iter()
            .all(|state| state == "welcome waiting")
    );
    fixture.smtp.restart().await;
    fixture.wait_until_sent().await;
    assert_eq!(fixture.smtp.mails().len(), 5);
    assert_eq!(fixture.reasons().await, Vec::<String>::new());
}

/// Creates mails while the mail server takes none, and checks that the attempts do not multiply with them.
async fn check_attempts_without_mail_server(fixture: &Fixture) {
    let started = Instant::now();
    for number in 0..MAILS {
        let user = fixture.fakes.user(&format!("user{number}@example.com"), "en");
        fixture.harness.deliver(&registered(user)).await;
    }
    fixture.harness.wait_until_idle().await;
    // Time for two attempts of each mail.
    tokio::time::sleep(Duration::from_secs(2)).await;
    let attempts: i64 = sqlx::query_scalar("select sum(attempts) from mail")
        .fetch_one(fixture.harness.pool())
        .await
        .unwrap();
    // Each of the two workers pauses for half a second at least.
    let most = 2 * (1 + started.elapsed().as_millis() / 500);
    let attempts = u128::try_from(attempts).unwrap();
    assert!(
        (1..=most).contains(&attempts),
        "{attempts} attempts, at most {most}"
    );
}

#[tokio::test]
async fn attempts_do_not_multiply_with_the_mails_that_wait_for_the_smtp_server() {
    let mut fixture = Fixture::start().await;
    fixture.smtp.stop().await;
    check_attempts_without_mail_server(&fixture).await;
    fixture.smtp.restart().await;
    fixture.wait_until_sent().await;
    assert_eq!(fixture.smtp.mails().len(), MAILS);
}

#[tokio::test]
async fn attempts_do_not_multiply_while_the_smtp_server_closes() {
    let fixture = Fixture::start().await;
    fixture.smtp.reject_data(Some("421 4.3.2 closing"));
    check_attempts_without_mail_server(&fixture).await;
    fixture.smtp.reject_data(None);
    fixture.wait_until_sent().await;
}

#[tokio::test]
async fn permanent_recipient_rejection_fails_the_mail_without_storing_the_address() {
    let fixture = Fixture::start().await;
    let leyla = fixture.fakes.user("leyla@example.com", "en");
    fixture.smtp.reject_recipient(
        "leyla@example.com",
        "550 5.1.1 <leyla@example.com>: no such mailbox",
    );
    fixture.register(leyla).await;
    fixture.wait_until_ended().await;
    assert_eq!(fixture.kinds().await, ["welcome failed"]);
    assert_eq!(
        fixture.reasons().await,
        ["the mail server refused the recipient: 550 5.1.1"]
    );
}

#[tokio::test]
async fn transient_recipient_rejection_is_retried() {
    let fixture = Fixture::start().await;
    let leyla = fixture.fakes.user("leyla@example.com", "en");
    fixture
        .smtp
        .reject_recipient("leyla@example.com", "451 4.7.1 come back later");
    fixture.register(leyla).await;
    let reason = eventually("the mail is delayed", || async { fixture.reasons().await.pop() }).await;
    assert_eq!(reason, "the mail server refused the recipient: 451 4.7.1");
    fixture.smtp.accept_recipient("leyla@example.com");
    fixture.wait_until_sent().await;
    assert_eq!(fixture.smtp.mails().len(), 1);
}

#[tokio::test]
async fn retries_when_the_sender_is_rejected() {
    let fixture = Fixture::start().await;
    let leyla = fixture.fakes.user("leyla@example.com", "en");
    fixture.smtp.reject_senders(Some("550 5.7.1 not from here"));
    fixture.register(leyla).await;
    eventually("two attempts were made", || async {
        (fixture.smtp.connections() >= 2).then_some(())
    })
    .await;
    assert_eq!(fixture.kinds().await, ["welcome waiting"]);
    fixture.smtp.reject_senders(None);
    fixture.wait_until_sent().await;
}

#[tokio::test]
async fn permanent_content_rejection_fails_the_mail() {
    let fixture = Fixture::start().await;
    let leyla = fixture.fakes.user("leyla@example.com", "en");
    fixture
        .smtp
        .reject_data(Some("554 5.6.0 we do not like its words"));
    fixture.register(leyla).await;
    fixture.wait_until_ended().await;
    assert_eq!(
        fixture.reasons().await,
        ["the mail server refused the message: 554 5.6.0"]
    );
    assert_eq!(fixture.smtp.mails().len(), 0);
}

#[tokio::test]
async fn resends_with_the_same_message_id_after_a_lost_reply() {
    let fixture = Fixture::start().await;
    let leyla = fixture.fakes.user("leyla@example.com", "en");
    fixture.smtp.drop_next_reply();
    fixture.register(leyla).await;
    fixture.wait_until_sent().await;
    let ids: Vec<_> = fixture
        .smtp
        .mails()
        .iter()
        .map(|mail| mail.header("Message-ID"))
        .collect();
    assert_eq!(ids.len(), 2);
    assert_eq!(ids[0], ids[1]);
}

#[tokio::test]
async fn sends_after_unavailable_services_are_back() {
    let fixture = Fixture::start().await;
    let leyla = fixture.fakes.user("leyla@example.com", "en");
    fixture.fakes.set_unavailable(true);
    fixture.register(leyla).await;
    let reason = eventually("the mail is delayed", || async { fixture.reasons().await.pop() }).await;
    assert!(reason.starts_with("the accounts: "), "{reason}");
    fixture.fakes.set_unavailable(false);
    fixture.wait_until_sent().await;
    assert_eq!(fixture.smtp.mails().len(), 1);
}

#[tokio::test]
async fn two_replicas_send_each_mail_once_over_one_connection_per_worker() {
    let mut fixture = Fixture::start().await;
    fixture.start_replica().await;
    fixture.smtp.stop().await;
    let users: Vec<UserId> = (0..30)
        .map(|number| fixture.fakes.user(&format!("user{number}@example.com"), "en"))
        .collect();
    for user in users {
        fixture.harness.deliver(&registered(user)).await;
    }
    fixture.harness.wait_until_idle().await;
    fixture.smtp.restart().await;
    fixture.wait_until_sent().await;
    let mut recipients: Vec<_> = fixture.smtp.mails().into_iter().map(|mail| mail.to).collect();
    assert_eq!(recipients.len(), 30);
    recipients.sort();
    recipients.dedup();
    assert_eq!(recipients.len(), 30);
    // Two workers each.
    assert!(fixture.smtp.connections() <= 4, "{}", fixture.smtp.connections());
}

#[tokio::test]
async fn sends_a_mail_of_a_killed_process_after_its_lease() {
    let fixture = Fixture::start().await;
    let leyla = fixture.fakes.user("leyla@example.com", "en");
    fixture.fakes.set_unavailable(true);
    fixture.register(leyla).await;
    eventually("the mail is delayed", || async { fixture.reasons().await.pop() }).await;
    sqlx::query("update mail set taken_until = now() + interval '1 hour', next_attempt_at = now()")
        .execute(fixture.harness.pool())
        .await
        .unwrap();
    fixture.fakes.set_unavailable(false);
    // While it is claimed, a later mail is sent first.
    let rashad = fixture.fakes.user("rashad@example.com", "en");
    fixture.register(rashad).await;
    eventually("the later mail is sent", || async {
        (fixture.smtp.mails().len() == 1).then_some(())
    })
    .await;
    assert_eq!(fixture.smtp.mails()[0].to, "rashad@example.com");
    sqlx::query("update mail set taken_until = now() where state = 'waiting'")
        .execute(fixture.harness.pool())
        .await
        .unwrap();
    fixture.wait_until_sent().await;
    assert_eq!(fixture.mail_to("leyla@example.com").to, "leyla@example.com");
}
