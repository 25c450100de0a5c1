//! Returns the designed pieces of an order that the workshop makes, without contacts and prices.

use kit::{caller::StaffCaller, failure::Failure};
use proto::order::v1::{GetWorkshopSheetRequest, GetWorkshopSheetResponse, WorkshopItem};

use super::{
    State,
    convert::{ordered_design, wire_delivery},
    number,
};
use crate::{
    desk::{self, Delivery},
    error::OrderError,
    store,
};

pub(super) async fn handle(
    state: &State,
    StaffCaller { actor, .. }: StaffCaller,
    request: GetWorkshopSheetRequest,
) -> Result<GetWorkshopSheetResponse, Failure> {
    let number = number(&request.order_number)?;
    let mut connection = state.pool.acquire().await?;
    let summary = store::desk::find(&mut connection, &number, false)
        .await?
        .ok_or(OrderError::NotFound)?;
    desk::check_sheet(&actor, summary.status)?;
    let lines = store::line::list(&mut connection, &[summary.id.uuid()]).await?;
    let designed = lines
        .into_values()
        .flatten()
        .filter_map(|line| Some((line.quantity, line.design?)));
    let items = (1..).zip(designed).map(|(no, (quantity, design))| WorkshopItem {
        no,
        quantity: quantity.into(),
        design: Some(ordered_design(&design)),
    });
    Ok(GetWorkshopSheetResponse {
        items: items.collect(),
        // The texts of a delivery may name telephones.
        delivery: summary
            .origin
            .delivery
            .map(Delivery::without_texts)
            .map(wire_delivery),
        order_number: summary.number,
    })
}
