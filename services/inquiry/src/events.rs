//! Events that the service publishes. They carry no personal data.

use kit::events::append;
use proto::inquiry::v1::{CatalogueRequested, ContactReceived, QuoteRequested};
use sqlx::PgConnection;

use crate::inquiry::{NewInquiry, Subject};

/// Publishes a received inquiry.
pub(crate) async fn received(connection: &mut PgConnection, inquiry: &NewInquiry) -> Result<(), sqlx::Error> {
    let inquiry_id = inquiry.id.to_string();
    let number = inquiry.number.clone();
    let event = match &inquiry.subject {
        Subject::Quote(quote) => {
            let event = QuoteRequested {
                inquiry_id,
                number,
                product_id: quote.product.id.get(),
                quantity: quote.quantity.map(Into::into),
            };
            append(connection, &event).await
        }
        Subject::Contact => append(connection, &ContactReceived { inquiry_id, number }).await,
        Subject::Brochure => append(connection, &CatalogueRequested { inquiry_id, number }).await,
    };
    event.map(drop)
}
