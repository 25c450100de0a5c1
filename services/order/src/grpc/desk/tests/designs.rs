//! Designed pieces of orders, and the sheet of the workshop.

use kit::{failure::Code, staff::StaffRole};
use proto::{
    inquiry::v1::{HoldAcceptedOfferResponse, OfferDesign, OfferLine},
    order::v1::{
        CorrectOrderLinesRequest, Delivery, DeliveryMethod, GetWorkshopSheetRequest,
        GetWorkshopSheetResponse, OrderAbandoned, OrderCreated, OrderedDesign,
    },
};
use uuid::Uuid;

use super::{
    corrections::{same_lines, with_quantity},
    offers::{number, request, send},
    *,
};
use crate::{grpc::links::testing::token, testing::LAMP};

/// Wardrobe in a niche of 2,430 × 2,620 × 620 mm.
const NICHE: &str = "EBAAQpfqPJsAAAAwEAAgSAAqEAAqEAAgiJja";

const CONFIRMED: &str = "Подтверждаю размер: между стенами 243 × 62 × 262 см";

/// Returns the accepted offer of the neighbours with a designed piece after its first line.
fn offer() -> HoldAcceptedOfferResponse {
    let mut accepted = offers::offer();
    let piece = OfferLine {
        id: Uuid::now_v7().to_string(),
        name: "Шкаф".to_owned(),
        quantity: 2,
        list_price_minor: 291_000,
        unit_price_minor: 291_000,
        design: Some(OfferDesign {
            code: NICHE.to_owned(),
            is_measured: true,
            confirmed_text: CONFIRMED.to_owned(),
            ..OfferDesign::default()
        }),
        ..OfferLine::default()
    };
    accepted.offer.as_mut().unwrap().lines.insert(1, piece);
    accepted
}

async fn order(fixture: &Fixture, caller: &Caller) -> DeskOrder {
    let id = fixture.upstream.add_offer(offer());
    send(fixture, caller, request(&id, "a")).await.unwrap()
}

pub(super) async fn sheet(
    fixture: &Fixture,
    caller: &Caller,
    number: &str,
) -> Result<GetWorkshopSheetResponse, Failure> {
    let request = GetWorkshopSheetRequest {
        order_number: number.to_owned(),
    };
    call!(fixture, caller, get_workshop_sheet, request)
}

fn design() -> OrderedDesign {
    OrderedDesign {
        code: NICHE.to_owned(),
        confirmed_text: CONFIRMED.to_owned(),
    }
}

#[tokio::test]
async fn an_order_keeps_the_design_that_the_customer_confirmed() {
    let fixture = Fixture::start().await;
    let sales = fixture.staff(StaffRole::Sales);
    let order = order(&fixture, &sales).await;
    let piece = &order.lines[1];
    assert_eq!(piece.design, Some(design()));
    assert!(piece.is_made_to_order);
    assert!(order.lines.iter().filter(|line| line.design.is_some()).count() == 1);
    let created = fixture.harness.published::<OrderCreated>().await;
    assert!(created[0].has_design);
    let shown = fixture.view(&token(number(&order))).await.unwrap();
    let codes: Vec<_> = shown.lines.iter().map(|line| line.design_code.as_str()).collect();
    assert_eq!(codes, ["", NICHE, "", ""]);
    let mut without = by_hand("b", &[(LAMP, 1)]);
    without.shipping_address = Some(address());
    call!(fixture, &sales, create_desk_order, without).unwrap();
    let created = fixture.harness.published::<OrderCreated>().await;
    assert!(!created[1].has_design);
}

#[tokio::test]
async fn an_unmeasured_piece_is_not_ordered() {
    let fixture = Fixture::start().await;
    let sales = fixture.staff(StaffRole::Sales);
    let id = fixture.upstream.add_offer(offer());
    fixture.upstream.refuse_offer(&id, Some("DESIGN.NOT_MEASURED"));
    let refused = send(&fixture, &sales, request(&id, "a")).await.unwrap_err();
    assert_eq!(
        (refused.code, refused.reason.as_str(), fields(&refused)),
        (Code::Conflict, "DESIGN.NOT_MEASURED", vec![])
    );
    assert_eq!(fixture.count_orders().await, 0);
    assert_eq!(fixture.upstream.reservations(), Vec::<String>::new());
    assert_eq!(fixture.harness.published::<OrderAbandoned>().await.len(), 1);
    // The same key, once it is measured.
    fixture.upstream.refuse_offer(&id, None);
    send(&fixture, &sales, request(&id, "a")).await.unwrap();
}

#[tokio::test]
async fn corrected_lines_keep_the_design_and_a_removed_line_loses_it() {
    let fixture = Fixture::start().await;
    let (sales, owner) = (fixture.staff(StaffRole::Sales), fixture.staff(StaffRole::Owner));
    let before = order(&fixture, &sales).await;
    // Neither another quantity nor a line that is not made for the order takes the design away.
    let mut more = with_quantity(same_lines("b", &before), 1, 3);
    more.lines[1].line.as_mut().unwrap().is_made_to_order = false;
    more.lines.swap(0, 1);
    let corrected = call!(fixture, &sales, correct_order_lines, more).unwrap();
    let corrected = corrected.order.unwrap();
    let piece = &corrected.lines[0];
    assert_eq!((piece.quantity, &piece.design), (3, &Some(design())));
    assert!(piece.is_made_to_order);
    assert_eq!(corrected.lines[1].design, None);
    let shown = sheet(&fixture, &owner, number(&corrected)).await.unwrap();
    assert_eq!((shown.items[0].no, shown.items[0].quantity), (1, 3));

    let mut fewer: CorrectOrderLinesRequest = same_lines("c", &corrected);
    fewer.lines.remove(0);
    let fewer = call!(fixture, &sales, correct_order_lines, fewer).unwrap();
    assert!(
        fewer
            .order
            .unwrap()
            .lines
            .iter()
            .all(|line| line.design.is_none())
    );
    let shown = sheet(&fixture, &owner, number(&corrected)).await.unwrap();
    assert_eq!(shown.items, []);
}

#[tokio::test]
async fn the_sheet_has_the_pieces_without_contacts_and_prices() {
    let fixture = Fixture::start().await;
    let manager = fixture.staff(StaffRole::Manager);
    let id = fixture.upstream.add_offer(offer());
    let mut planned = request(&id, "a");
    planned.delivery = Some(Delivery {
        method: DeliveryMethod::Delivery.into(),
        crew: "Elçin 050 123 45 67".to_owned(),
        note: "Zəng: 055 765 43 21".to_owned(),
        ..Delivery::default()
    });
    let order = send(&fixture, &manager, planned).await.unwrap();
    let shown = sheet(&fixture, &manager, number(&order)).await.unwrap();
    let item = &shown.items[0];
    assert_eq!((shown.items.len(), item.no, item.quantity), (1, 1, 2));
    assert_eq!(item.design, Some(design()));
    assert_eq!(shown.order_number, number(&order));
    let text = format!("{shown:?}");
    let address = order.shipping_address.unwrap();
    let delivery = shown.delivery.unwrap();
    assert_eq!(delivery.method(), DeliveryMethod::Delivery);
    for secret in [
        "123 45 67",
        "765 43 21",
        "291000",
        &address.phone,
        &address.address,
        &address.last_name,
    ] {
        assert!(!text.contains(secret), "{secret}: {text}");
    }
}

#[tokio::test]
async fn the_workshop_sees_the_sheet_from_the_beginning_of_the_work_to_the_delivery() {
    let fixture = Fixture::start().await;
    let callers =
        [StaffRole::Owner, StaffRole::Manager, StaffRole::Warehouse].map(|role| fixture.staff(role));
    let order = order(&fixture, &callers[0]).await;
    let number = number(&order);
    let early = Some((Code::Conflict, "WORKSHOP.TOO_EARLY".to_owned()));
    let unknown = Some((Code::NotFound, "ORDER.NOT_FOUND".to_owned()));
    for (status, workshop) in [
        (OrderStatus::Pending, early),
        (OrderStatus::Processing, None),
        (OrderStatus::Shipped, None),
        (OrderStatus::Delivered, None),
        (OrderStatus::Completed, unknown),
    ] {
        if status != OrderStatus::Pending {
            fixture.change_status(number, status).await.unwrap();
        }
        for (index, caller) in callers.iter().enumerate() {
            let shown = sheet(&fixture, caller, number).await;
            let refusal = shown.err().map(|failure| (failure.code, failure.reason));
            let expected = if index == 2 { workshop.clone() } else { None };
            assert_eq!(refusal, expected, "{status:?} {index}");
        }
    }
}

#[tokio::test]
async fn a_cancelled_order_and_one_without_designs() {
    let fixture = Fixture::start().await;
    let (owner, warehouse) = (
        fixture.staff(StaffRole::Owner),
        fixture.staff(StaffRole::Warehouse),
    );
    let plain = order_in(&fixture, OrderStatus::Processing).await;
    assert_eq!(sheet(&fixture, &warehouse, &plain).await.unwrap().items, []);
    let cancelled = order_in(&fixture, OrderStatus::Cancelled).await;
    sheet(&fixture, &owner, &cancelled).await.unwrap();
    let refused = sheet(&fixture, &warehouse, &cancelled).await.unwrap_err();
    assert_eq!(refused.code, Code::NotFound);
}
