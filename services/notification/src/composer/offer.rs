//! E-mails about offers.

use proto::inquiry::v1::OfferState;
use uuid::Uuid;

use super::{Composer, Loaded, OutgoingEmail, to_customer, to_shop};
use crate::{
    clients::Offer,
    email::{Email, EmailContext},
    mail::SendError,
};

/// States of an offer that the customer can accept.
pub(super) const OPEN: &[OfferState] = &[OfferState::Sent, OfferState::Opened];

impl Composer {
    /// Composes a mail about an offer to its customer, if it is in one of these states.
    pub(super) async fn to_offered(
        &self,
        id: Uuid,
        loaded: &mut Loaded,
        states: &[OfferState],
        render: impl FnOnce(&EmailContext<'_>, &Offer) -> Email,
    ) -> Result<OutgoingEmail, SendError> {
        let offer = self.offer(id, loaded).await?;
        if !states.contains(&offer.state) {
            return Err(SendError::OutOfDate);
        }
        let customer = offer.customer.email.clone().ok_or(SendError::NoRecipient)?;
        Ok(to_customer(
            render(&self.context(offer.language), offer),
            customer,
        ))
    }

    /// Composes a mail about an offer to the shop, if it is in this state.
    pub(super) async fn about_offer(
        &self,
        id: Uuid,
        loaded: &mut Loaded,
        state: OfferState,
        render: impl FnOnce(&EmailContext<'_>, &Offer, Option<&str>) -> Email,
    ) -> Result<OutgoingEmail, SendError> {
        let offer = self.offer(id, loaded).await?;
        if offer.state != state {
            return Err(SendError::OutOfDate);
        }
        let assignee = match offer.assignee {
            Some(assignee) => Some(self.clients.team.name(assignee).await?),
            None => None,
        };
        let assignee = assignee.as_deref().filter(|name| !name.is_empty());
        let email = render(&self.context(None), offer, assignee);
        Ok(to_shop(email, offer.customer.email.clone()))
    }

    async fn offer<'a>(&self, id: Uuid, loaded: &'a mut Loaded) -> Result<&'a Offer, SendError> {
        let found = match loaded.offer.take().filter(|(loaded, _)| *loaded == id) {
            Some(found) => found,
            None => (id, self.clients.offer.offer(id).await?),
        };
        let (_, offer) = loaded.offer.insert(found);
        Ok(offer)
    }
}
