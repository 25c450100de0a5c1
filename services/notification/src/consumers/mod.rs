//! Event handlers, which insert the mails of each event.

mod catalogue_requested;
mod contact_received;
mod delivery_planned;
mod email_verification_requested;
mod enrolment_requested;
mod messages_unread;
mod notices;
mod offer_accepted;
mod offer_declined;
mod offer_ends_soon;
mod offer_sent;
mod order_cancelled;
mod order_corrected;
mod order_created;
mod order_lapsing;
mod order_link_requested;
mod order_status_changed;
mod password_reset_requested;
mod quote_requested;
mod registered;
mod second_factor_locked;
mod second_factor_reset;
mod security_changed;
mod staff_invited;
mod staff_mail_written;

use std::marker::PhantomData;

use async_trait::async_trait;
use kit::{
    domain::EventId,
    events::{BatchedEvent, Handler, HandlerError, Received},
    service::Service,
    telemetry::propagation,
};
use proto::event::Event;
use sqlx::PgConnection;
use uuid::Uuid;

use crate::{
    clients::NoticeClient,
    mail::{MailKind, NewMail, Subject},
    store,
};

/// Adds all consumers.
pub(crate) fn add_to(service: Service, notices: &NoticeClient) -> Service {
    notices::add_to(service, notices)
        .consumer(registered::WelcomeUser)
        .consumer(MailConsumer::<email_verification_requested::SendVerification>::new())
        .consumer(MailConsumer::<password_reset_requested::SendReset>::new())
        .consumer(MailConsumer::<order_created::NotifyOrder>::new())
        .consumer(MailConsumer::<order_cancelled::NotifyCancellation>::new())
        .consumer(MailConsumer::<order_lapsing::NotifyLapse>::new())
        .consumer(MailConsumer::<order_status_changed::NotifyStatus>::new())
        .consumer(MailConsumer::<delivery_planned::NotifyDelivery>::new())
        .consumer(MailConsumer::<order_corrected::NotifyCorrection>::new())
        .consumer(MailConsumer::<order_link_requested::SendOrderLink>::new())
        .consumer(MailConsumer::<quote_requested::NotifyQuote>::new())
        .consumer(MailConsumer::<contact_received::NotifyMessage>::new())
        .consumer(MailConsumer::<catalogue_requested::SendCatalogue>::new())
        .consumer(MailConsumer::<staff_mail_written::SendStaffMail>::new())
        .consumer(MailConsumer::<messages_unread::MailMessages>::new())
        .consumer(MailConsumer::<offer_sent::MailOffer>::new())
        .consumer(MailConsumer::<offer_ends_soon::RemindOfOffer>::new())
        .consumer(MailConsumer::<offer_accepted::NotifyAcceptance>::new())
        .consumer(MailConsumer::<offer_declined::NotifyRefusal>::new())
        .consumer(MailConsumer::<staff_invited::SendInvitation>::new())
        .consumer(MailConsumer::<second_factor_reset::NotifyFactorReset>::new())
        .consumer(MailConsumer::<second_factor_locked::NotifyFactorLock>::new())
        .consumer(MailConsumer::<enrolment_requested::SendEnrolment>::new())
        .consumer(MailConsumer::<security_changed::NotifySecurity>::new())
}

/// Decides the mails of an event from the event alone.
trait MailRule: Send + Sync + 'static {
    /// The event type.
    type Event: Event;

    /// Name of the durable consumer.
    const NAME: &'static str;

    /// Returns the mails of an event.
    ///
    /// # Errors
    ///
    /// Fails with [`HandlerError::Malformed`] if the event lacks something.
    fn mails(event: &Self::Event) -> Result<Vec<MailKind>, HandlerError>;

    /// Returns the record that the mails are about; `None` if the desk shows none.
    fn about(_event: &Self::Event) -> Option<Subject> {
        None
    }
}

/// Inserts the mails of a rule, those of a batch in one statement. It locks no rows but its own.
struct MailConsumer<R>(PhantomData<R>);

impl<R> MailConsumer<R> {
    const fn new() -> Self {
        Self(PhantomData)
    }
}

#[async_trait]
impl<R: MailRule> Handler for MailConsumer<R> {
    type Event = R::Event;

    const NAME: &'static str = R::NAME;
    const IS_BATCHED: bool = true;

    async fn handle(
        &self,
        connection: &mut PgConnection,
        received: Received<R::Event>,
    ) -> Result<(), HandlerError> {
        let kinds = R::mails(&received.event)?;
        let about = R::about(&received.event);
        let mails: Vec<_> = new_mails(received.id, kinds, about).collect();
        Ok(store::insert(connection, &mails).await?)
    }

    async fn handle_batch(
        &self,
        connection: &mut PgConnection,
        batch: Vec<BatchedEvent<R::Event>>,
    ) -> Result<(), HandlerError> {
        let mut mails = Vec::new();
        for BatchedEvent { received, span } in batch {
            let kinds = R::mails(&received.event)?;
            let about = R::about(&received.event);
            span.in_scope(|| mails.extend(new_mails(received.id, kinds, about)));
        }
        Ok(store::insert(connection, &mails).await?)
    }
}

/// Parses the id of an offer's revision.
fn offer_id(id: &str) -> Result<Uuid, HandlerError> {
    Uuid::try_parse(id).map_err(|error| HandlerError::Malformed(error.into()))
}

/// Returns the mails of an event, with the trace of the current span.
fn new_mails(event: EventId, kinds: Vec<MailKind>, about: Option<Subject>) -> impl Iterator<Item = NewMail> {
    let traceparent = propagation::current_traceparent();
    kinds.into_iter().map(move |kind| NewMail {
        event,
        kind,
        about: about.clone(),
        traceparent: traceparent.clone(),
    })
}

#[cfg(test)]
mod tests {
    use proto::order::v1::OrderCreated;

    use super::*;

    #[tokio::test]
    async fn inserts_all_mails_of_a_batch_once_with_one_statement() {
        let harness = testkit::Harness::start(crate::DEFINITION).await;
        let mut transaction = kit::database::begin(harness.pool()).await.unwrap();
        let batch = || -> Vec<BatchedEvent<OrderCreated>> {
            let received = (1..=3).map(|number: u128| Received {
                id: uuid::Uuid::from_u128(number).into(),
                event: OrderCreated {
                    order_id: uuid::Uuid::from_u128(number).to_string(),
                    ..OrderCreated::default()
                },
            });
            let span = tracing::Span::none;
            received
                .map(|received| BatchedEvent {
                    received,
                    span: span(),
                })
                .collect()
        };
        let consumer = MailConsumer::<order_created::NotifyOrder>::new();
        for _ in 0..2 {
            consumer.handle_batch(&mut transaction, batch()).await.unwrap();
        }
        let mails: Vec<(i64, i64)> = sqlx::query_as(
            "select count(*), count(distinct xmin::text || cmin::text) from mail where occasion ->> 'order' = event_id::text",
        )
        .fetch_all(&mut *transaction)
        .await
        .unwrap();
        assert_eq!(mails, [(6, 1)], "mails and statements");
    }

    #[tokio::test]
    async fn malformed_event_fails_its_batch() {
        let harness = testkit::Harness::start(crate::DEFINITION).await;
        let mut transaction = kit::database::begin(harness.pool()).await.unwrap();
        let batch = vec![BatchedEvent {
            received: Received {
                id: EventId::generate(),
                event: OrderCreated::default(),
            },
            span: tracing::Span::none(),
        }];
        let consumer = MailConsumer::<order_created::NotifyOrder>::new();
        let result = consumer.handle_batch(&mut transaction, batch).await;
        assert!(matches!(result, Err(HandlerError::Malformed(_))), "{result:?}");
    }
}
