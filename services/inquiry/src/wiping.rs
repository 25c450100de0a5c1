//! Deletion of the personal data of inquiries and of customers without inquiries.

use kit::domain::InquiryId;
use sqlx::PgConnection;
use uuid::Uuid;

use crate::{events, store};

/// Wipes these inquiries, given with their customer, and the customers that have no other inquiry.
pub(crate) async fn wipe(
    connection: &mut PgConnection,
    inquiries: &[(InquiryId, Option<Uuid>)],
) -> Result<(), sqlx::Error> {
    let ids: Vec<_> = inquiries.iter().map(|(inquiry, _)| inquiry.uuid()).collect();
    let contacts: Vec<_> = inquiries.iter().filter_map(|(_, contact)| *contact).collect();
    wipe_inquiries(connection, &ids).await?;
    for contact in store::contact::wipe_without_inquiries(connection, &contacts, None).await? {
        events::contact_changed(connection, contact, "wiped", None, Vec::new()).await?;
    }
    Ok(())
}

/// Wipes a locked customer with all inquiries, which are locked too. The event names the orders: those of the inquiries and
/// `orders`.
pub(crate) async fn wipe_contact(
    connection: &mut PgConnection,
    contact: Uuid,
    by: &str,
    mut orders: Vec<Uuid>,
) -> Result<(), sqlx::Error> {
    let inquiries = store::merge::lock_inquiries(connection, &[contact]).await?;
    let inquiries: Vec<_> = inquiries.into_iter().map(InquiryId::uuid).collect();
    orders.extend(store::order::of_inquiries(connection, &inquiries).await?);
    orders.sort_unstable();
    orders.dedup();
    wipe_inquiries(connection, &inquiries).await?;
    store::contact::wipe_without_inquiries(connection, &[contact], Some(by)).await?;
    events::contact_changed(connection, contact, "wiped", Some(by), orders).await
}

async fn wipe_inquiries(connection: &mut PgConnection, inquiries: &[Uuid]) -> Result<(), sqlx::Error> {
    let with_media = store::message::with_media(connection, inquiries).await?;
    store::inquiry::wipe(connection, inquiries).await?;
    for (inquiry, number) in with_media {
        events::conversation_wiped(connection, inquiry, number).await?;
    }
    store::offer::wipe(connection, inquiries).await
}

#[cfg(test)]
mod tests {
    use kit::grpc::client::on_behalf_of;
    use proto::inquiry::v1::{ContactChanged, GetContactRequest};
    use testkit::caller;

    use crate::testing::{Fixture, WARDROBE, message, quote};

    #[tokio::test]
    async fn a_customer_is_wiped_with_the_last_inquiry() {
        let fixture = Fixture::start().await;
        let old = fixture.request_quote(quote(WARDROBE)).await.unwrap();
        let other = fixture.send_message(message("Salam")).await.unwrap();
        fixture.add_note(&old, "Leyla called back").await.unwrap();
        let contact = fixture.read(&old).await.work.unwrap().contact_id;
        let read = async || {
            let request = GetContactRequest {
                contact_id: contact.clone(),
            };
            let request = on_behalf_of(&caller::staff(), request);
            fixture.inbox().get_contact(request).await.unwrap().into_inner()
        };
        let customer = read().await;
        assert_eq!(customer.inquiries.len(), 2);
        assert_eq!(customer.contact.unwrap().phones, ["+994501234567"]);

        fixture.age_inquiry(&old, 1_097).await;
        let _sweeping = fixture.replica().await;
        testkit::eventually("the old inquiry is wiped", || async {
            fixture.read(&old).await.work?.is_wiped.then_some(())
        })
        .await;
        let wiped = fixture.read(&old).await;
        assert_eq!(wiped.work.unwrap().contact_id, "");
        assert!(
            wiped
                .details
                .unwrap()
                .timeline
                .iter()
                .all(|entry| entry.text.is_empty())
        );
        assert_eq!(read().await.inquiries.len(), 1);
        assert!(!read().await.contact.unwrap().is_wiped);

        fixture.age_inquiry(&other, 1_097).await;
        let _sweeping = fixture.replica().await;
        testkit::eventually("the customer is wiped", || async {
            read().await.contact?.is_wiped.then_some(())
        })
        .await;
        let wiped = read().await.contact.unwrap();
        assert!(wiped.name.is_empty() && wiped.phones.is_empty() && wiped.emails.is_empty());
        let events = fixture.harness.published::<ContactChanged>().await;
        assert!(events.iter().any(|event| event.what == "wiped"));
    }
}
