//! The designed pieces of an order, as the rules build them.

use std::{num::NonZeroU16, sync::Arc};

use kit::failure::{Code, Failure};
use proto::order::v1::{self as wire, GetWorkshopSheetRequest};
use rules::{Piece, workshop::Item};

use super::super::NOT_FOUND;
use crate::{
    desk::Member,
    error::ApiResult,
    extract::{OrderNumber, PathOf},
    routes::designs,
    state::AppState,
};

/// Number of the path.
pub(super) type Number = PathOf<OrderNumber>;

/// The designed pieces of an order.
pub(super) struct Designed {
    pub(super) order_number: String,
    pub(super) delivery: Option<wire::Delivery>,
    /// At most the 100 lines of an order.
    pub(super) pieces: Vec<DesignedPiece>,
}

/// A designed piece of an order.
pub(super) struct DesignedPiece {
    /// Number among the pieces, from 1.
    pub(super) no: u16,
    /// 1 to 99.
    pub(super) quantity: NonZeroU16,
    pub(super) code: String,
    pub(super) confirmed_text: String,
    /// `None` if the rules do not know the code, or cannot build it.
    piece: Option<Piece>,
}

impl DesignedPiece {
    /// Returns `None` if a value is invalid.
    pub(super) fn new(item: wire::WorkshopItem) -> Option<Self> {
        let design = item.design?;
        Some(Self {
            no: item.no.try_into().ok()?,
            quantity: NonZeroU16::new(item.quantity.try_into().ok()?)?,
            piece: designs::piece(&design.code),
            code: design.code,
            confirmed_text: design.confirmed_text,
        })
    }

    pub(super) fn item(&self) -> Option<Item<'_>> {
        Some(Item {
            no: self.no,
            piece: self.piece.as_ref()?,
            quantity: self.quantity,
        })
    }
}

impl Designed {
    /// Returns the pieces that the rules can build.
    pub(super) fn readable(&self) -> Vec<Item<'_>> {
        self.pieces.iter().filter_map(DesignedPiece::item).collect()
    }

    /// Returns all pieces, for files that do not say which ones are missing.
    ///
    /// # Errors
    ///
    /// Fails with `WORKSHOP.UNREADABLE` if the rules cannot build one of them.
    pub(super) fn items(&self) -> Result<Vec<Item<'_>>, Failure> {
        let items: Option<Vec<_>> = self.pieces.iter().map(DesignedPiece::item).collect();
        items.ok_or_else(|| Failure::with_reason(Code::Conflict, "WORKSHOP.UNREADABLE"))
    }
}

/// Returns the number of all parts of some pieces.
pub(super) fn count_parts(items: &[Item<'_>]) -> i64 {
    let counts = items.iter().map(|item| {
        let parts: i64 = item.piece.parts.iter().map(|part| part.count).sum();
        parts.saturating_mul(item.quantity.get().into())
    });
    counts.fold(0, i64::saturating_add)
}

/// Derives a paper or file from the designed pieces of an order, on a thread for long work; few at a time.
pub(super) async fn derive<T: Send + 'static>(
    state: &AppState,
    member: &Member,
    number: Number,
    work: impl FnOnce(Designed) -> ApiResult<T> + Send + 'static,
) -> ApiResult<T> {
    let request = member.request(GetWorkshopSheetRequest {
        order_number: number.get(NOT_FOUND)?.into_string(),
    });
    let response = state
        .clients
        .desk_order
        .clone()
        .get_workshop_sheet(request)
        .await?;
    let sheet = response.into_inner();
    let permit = Arc::clone(&state.desk.workshop).acquire_owned().await;
    let permit = permit.map_err(|error| Failure::new(Code::Internal).with_source(error))?;
    let task = tokio::task::spawn_blocking(move || {
        let pieces: Option<_> = sheet.items.into_iter().map(DesignedPiece::new).collect();
        let malformed = || Failure::new(Code::Internal).with_source("order responded with an invalid piece");
        let outcome = work(Designed {
            order_number: sheet.order_number,
            delivery: sheet.delivery,
            pieces: pieces.ok_or_else(malformed)?,
        });
        drop(permit);
        outcome
    });
    task.await
        .map_err(|error| Failure::new(Code::Internal).with_source(error))?
}
