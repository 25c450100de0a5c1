//! Returns the texts and pictures of the home page that staff changed; their authors to staff only.

use kit::{caller::Caller, failure::Failure};
use proto::content::v1::{HomeText, ListHomeTextsRequest, ListHomeTextsResponse};

use super::{State, list_campaigns::visibility};
use crate::{publication::Visibility, store};

pub(super) async fn handle(
    state: &State,
    caller: Caller,
    _: ListHomeTextsRequest,
) -> Result<ListHomeTextsResponse, Failure> {
    let texts = store::home_text::list(&mut *state.pool.acquire().await?).await?;
    let visibility = visibility(&caller);
    let texts = texts.into_iter().map(|text| {
        let mut text = HomeText::from(text);
        if visibility == Visibility::Shown {
            text.changed_by.clear();
            text.changed_at = None;
        }
        text
    });
    Ok(ListHomeTextsResponse {
        texts: texts.collect(),
    })
}
