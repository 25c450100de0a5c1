//! The discount limit of a caller, and what the catalog says about the products of offers.

use kit::{
    caller::{Actor, StaffMember},
    domain::Percent,
    failure::Failure,
    staff::StaffRole,
};

use crate::{
    grpc::State,
    offer::{
        Line, Offer,
        limit::{Allowed, Catalog, Excess, excess},
    },
};

/// Limit and catalog.
pub(super) struct Limits {
    /// Bounds of an offer without an approval; `None` = no limit.
    allowed: Option<Allowed>,
    pub(super) catalog: Catalog,
}

impl Limits {
    /// No limit and no facts of the catalog.
    pub(super) fn none() -> Self {
        Self {
            allowed: None,
            catalog: Catalog::new(),
        }
    }

    /// Returns limit and catalog for a decision about a locked offer: the facts are those of its present lines.
    ///
    /// # Errors
    ///
    /// Fails for sales members while account or catalog are unavailable.
    pub(super) async fn load(state: &State, actor: &Actor, offer: &Offer) -> Result<Self, Failure> {
        let Some(user) = limited(actor) else {
            return Ok(Self::none());
        };
        let discount = state.staff.discount_limit(user.user).await?;
        let products = offer.content.lines.iter().filter_map(|line| line.product);
        Ok(Self {
            allowed: Some(Allowed {
                discount,
                free_share: state.offer_free_share,
            }),
            catalog: state.catalog.get_products(products).await?,
        })
    }

    /// Returns limit and catalog to show offers. While account is unavailable the limit is 0, while the catalog is
    /// unavailable its facts are missing.
    pub(super) async fn load_to_show(state: &State, actor: &Actor, offers: &[Offer]) -> Self {
        let allowed = match limited(actor) {
            Some(member) => Some(Allowed {
                discount: state
                    .staff
                    .discount_limit(member.user)
                    .await
                    .unwrap_or_else(|error| {
                        tracing::warn!(%error, "discount limit unavailable, offers are shown with 0");
                        Percent::ZERO
                    }),
                free_share: state.offer_free_share,
            }),
            None => None,
        };
        let lines = offers.iter().flat_map(|offer| &offer.content.lines);
        let products = lines.filter_map(|line| line.product);
        let catalog = state
            .catalog
            .get_products(products)
            .await
            .unwrap_or_else(|error| {
                tracing::warn!(%error, "catalog unavailable, offers are shown without its facts");
                Catalog::new()
            });
        Self { allowed, catalog }
    }

    /// Returns by what lines are most above what the caller may offer.
    pub(super) fn excess(&self, lines: &[Line]) -> Option<Excess> {
        excess(lines, self.allowed?, &self.catalog)
    }

    /// Whether lines are above what the caller may offer.
    pub(super) fn is_over(&self, lines: &[Line]) -> bool {
        self.excess(lines).is_some()
    }
}

const fn limited(actor: &Actor) -> Option<StaffMember> {
    match actor {
        Actor::Member(member) if matches!(member.role, StaffRole::Sales) => Some(*member),
        _ => None,
    }
}
