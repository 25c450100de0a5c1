//! Orders banner texts, projects or stores, for staff.

use kit::{
    caller::StaffCaller,
    change::{self, Effect},
    failure::Failure,
    validation::REQUIRED,
};
use proto::content::v1::{ContentKind, OrderContentRequest, OrderContentResponse, OrderedContent};
use serde_json::json;

use super::State;
use crate::{
    error::ContentError,
    events,
    store::ordering::{self, Ordered},
};

pub(super) async fn handle(
    state: &State,
    StaffCaller { actor, .. }: StaffCaller,
    request: OrderContentRequest,
) -> Result<OrderContentResponse, Failure> {
    let (ordered, kind, subject) = match request.content() {
        OrderedContent::Promos => (Ordered::Promos, ContentKind::Promo, "banner"),
        OrderedContent::Projects => (Ordered::Projects, ContentKind::Project, "projects"),
        OrderedContent::Stores => (Ordered::Stores, ContentKind::Store, "stores"),
        OrderedContent::Unspecified => return Err(Failure::invalid_field("content", REQUIRED)),
    };
    let codes = request.codes;
    change::run(&state.pool, async |connection| {
        let before = ordering::lock(connection, ordered).await?;
        let [mut present, mut new] = [before.clone(), codes.clone()];
        present.sort_unstable();
        new.sort_unstable();
        if present != new {
            return Err(Failure::from(ContentError::CodesChanged));
        }
        ordering::set(connection, ordered, &codes, &actor.to_string()).await?;
        events::content_changed(connection, kind, "").await?;
        let detail = json!({ "codes": [before, codes] });
        Ok(Effect::audited(&actor, "OrderContent", subject, detail).with(OrderContentResponse {}))
    })
    .await
}
