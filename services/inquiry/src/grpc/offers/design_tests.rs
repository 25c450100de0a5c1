//! Designed pieces in offers.

use futures::future::join_all;
use kit::{caller::Caller, domain::Language, failure::Code, grpc::client::on_behalf_of};
use proto::inquiry::v1::*;
use serde_json::json;
use testkit::caller;
use uuid::Uuid;

use crate::testing::{
    Fixture,
    designs::{NICHE, measure, publish_dearer, quote, rates, request, with},
    offers::{call, conflict, manager, refusal, sales},
};

/// Price of record of the niche, in qəpik.
const PRICE: i64 = 291_400;

/// Returns the line of an offer with one line.
fn line(offer: &Offer) -> OfferLine {
    let [line] = offer.lines.as_slice() else {
        panic!("{offer:?}")
    };
    line.clone()
}

fn design(offer: &Offer) -> OfferDesign {
    line(offer).design.unwrap()
}

fn with_lines(offer: &Offer, lines: Vec<OfferLineInput>) -> UpdateOfferRequest {
    UpdateOfferRequest {
        offer_id: offer.id.clone(),
        version: offer.version,
        lines: Some(OfferLineInputs { lines }),
        ..UpdateOfferRequest::default()
    }
}

/// Returns the present line as input.
fn present(offer: &Offer) -> OfferLineInput {
    OfferLineInput {
        id: line(offer).id,
        quantity: 1,
        ..OfferLineInput::default()
    }
}

fn by_code(code: &str) -> OfferLineInput {
    OfferLineInput {
        design_code: code.to_owned(),
        quantity: 1,
        ..OfferLineInput::default()
    }
}

fn by_item(item_position: u32) -> OfferLineInput {
    OfferLineInput {
        item_position,
        quantity: 1,
        ..OfferLineInput::default()
    }
}

/// Creates and sends an offer for the niche.
async fn sent(fixture: &Fixture) -> Offer {
    let number = quote(fixture).await;
    let caller = sales();
    let draft = fixture.draft_of(&caller, &number).await;
    fixture.send(&caller, &draft).await.unwrap()
}

/// Returns the request of a customer who confirms the size too.
async fn confirmation(fixture: &Fixture, offer: &Offer) -> AcceptOfferRequest {
    AcceptOfferRequest {
        confirms_size: true,
        language: proto::common::v1::Language::Ru.into(),
        ..Fixture::acceptance(&fixture.token(offer).await, offer)
    }
}

async fn hold(fixture: &Fixture, offer: &Offer, order: Uuid) -> Result<Offer, (Code, String)> {
    let request = HoldAcceptedOfferRequest {
        offer_id: offer.id.clone(),
        order_id: order.to_string(),
    };
    call!(fixture, &caller::service("order"), hold_accepted_offer(request))
}

#[tokio::test]
async fn a_designed_piece_is_a_line_at_its_price_of_record_in_the_words_of_the_language() {
    let fixture = Fixture::start().await;
    rates(&fixture).await;
    let mut visitor = caller::anonymous();
    visitor.language = Language::Ru;
    let item = QuoteItemInput {
        quantity: Some(2),
        ..niche()
    };
    let number = fixture.request_quote_as(&visitor, request(item)).await.unwrap();
    let caller = sales();
    let draft = fixture.draft_of(&caller, &number).await;
    let of = line(&draft);
    assert_eq!((of.name.as_str(), of.quantity), ("Шкаф", 2));
    assert_eq!(
        of.detail,
        "в нише 243 × 62 × 262 см, секции: 4, корпус: белый, фасады: дуб"
    );
    assert_eq!((of.list_price_minor, of.product_id), (PRICE, None));
    assert_eq!((of.is_made_to_order, of.is_price_to_check), (true, false));
    let design = of.design.unwrap();
    assert_eq!(
        (design.code.as_str(), design.confirmed_text.as_str()),
        (NICHE, "")
    );
    assert_eq!((design.is_measured, design.has_newest_prices), (false, true));
    // The rules tell the price, so that the offer needs no approval as one of free lines does.
    assert!(!draft.is_over_limit);

    let change = UpdateOfferRequest {
        language: Some(proto::common::v1::Language::Az.into()),
        ..with_lines(
            &draft,
            vec![OfferLineInput {
                name: Some("Kitchen".to_owned()),
                detail: Some("cheap".to_owned()),
                image_url: Some("/images/kitchen.webp".to_owned()),
                list_price_minor: Some(1),
                discount_percent: Some(10),
                is_made_to_order: Some(false),
                ..present(&draft)
            }],
        )
    };
    let changed = call!(fixture, &caller, update_offer(change)).unwrap();
    let of = line(&changed);
    assert_eq!((of.name.as_str(), of.image_url.as_str()), ("Şkaf", ""));
    assert_eq!(
        of.detail,
        "divar arası 243 × 62 × 262 sm, bölmə: 4, gövdə: ağ, fasad: palıd"
    );
    assert_eq!((of.list_price_minor, of.subtotal_minor), (PRICE, 262_260));
    assert!(of.is_made_to_order && of.design.is_some());
}

fn niche() -> QuoteItemInput {
    QuoteItemInput {
        design_code: NICHE.to_owned(),
        ..QuoteItemInput::default()
    }
}

#[tokio::test]
async fn lines_come_from_pieces_and_codes() {
    let fixture = Fixture::start().await;
    let number = quote(&fixture).await;
    let caller = sales();
    let draft = fixture.draft_of(&caller, &number).await;
    let narrow = with(NICHE, "widthMm", &json!(2_400));
    let lines = vec![by_item(1), by_code(&narrow), by_code(NICHE)];
    let changed = call!(fixture, &caller, update_offer(with_lines(&draft, lines))).unwrap();
    let prices: Vec<_> = changed.lines.iter().map(|line| line.list_price_minor).collect();
    assert_eq!((prices[0], prices[2]), (PRICE, PRICE));
    assert!(prices[1] < PRICE && prices[1] > 0);

    let tall = with(NICHE, "heightMm", &json!(3_900));
    let other_book = with(NICHE, "prices", &json!(2));
    let known = present(&draft).id;
    let wrong = [
        (by_item(2), "itemId: FIELD.INVALID"),
        (
            OfferLineInput {
                id: known.clone(),
                ..by_item(1)
            },
            "itemId: FIELD.INVALID",
        ),
        (by_code("EBAA"), "designCode: DESIGN.BROKEN"),
        (by_code(&tall), "designCode: DESIGN.IMPOSSIBLE"),
        (by_code(&other_book), "designCode: FIELD.OUT_OF_RANGE"),
        (
            OfferLineInput {
                item_position: 1,
                ..by_code(NICHE)
            },
            "designCode: FIELD.INVALID",
        ),
        (
            OfferLineInput {
                is_detached: true,
                ..by_item(1)
            },
            "itemId: FIELD.INVALID",
        ),
        (
            OfferLineInput {
                product_id: Some(crate::testing::WARDROBE),
                ..by_code(NICHE)
            },
            "productId: FIELD.INVALID",
        ),
    ];
    let draft = fixture.draft_of(&caller, &quote(&fixture).await).await;
    for (input, reason) in wrong {
        let input = OfferLineInput {
            id: if input.id.is_empty() {
                String::new()
            } else {
                present(&draft).id
            },
            ..input
        };
        let refused = call!(fixture, &caller, update_offer(with_lines(&draft, vec![input]))).unwrap_err();
        assert_eq!(refused, (Code::Invalid, format!("lines[0].{reason}")));
    }
    let replaced = OfferLineInput {
        product_id: Some(crate::testing::WARDROBE),
        ..present(&draft)
    };
    let refused = call!(fixture, &caller, update_offer(with_lines(&draft, vec![replaced]))).unwrap_err();
    assert_eq!(
        refused,
        (Code::Invalid, "lines[0].productId: FIELD.INVALID".to_owned())
    );
}

#[tokio::test]
async fn managers_alone_make_a_designed_line_a_free_one_and_it_is_audited() {
    let fixture = Fixture::start().await;
    let number = quote(&fixture).await;
    let caller = sales();
    let draft = fixture.draft_of(&caller, &number).await;
    let detach = |offer: &Offer| {
        let input = OfferLineInput {
            is_detached: true,
            list_price_minor: Some(300_000),
            ..present(offer)
        };
        with_lines(offer, vec![input])
    };
    let refused = call!(fixture, &caller, update_offer(detach(&draft))).unwrap_err();
    assert_eq!(refused, (Code::Forbidden, "DESK.ROLE".to_owned()));
    let manager = manager();
    let message = UpdateOfferRequest {
        offer_id: draft.id.clone(),
        version: draft.version,
        message: Some("Salam".to_owned()),
        ..UpdateOfferRequest::default()
    };
    let draft = call!(fixture, &manager, update_offer(message)).unwrap();
    let free = call!(fixture, &manager, update_offer(detach(&draft))).unwrap();
    let of = line(&free);
    assert_eq!((of.design, of.list_price_minor), (None, 300_000));
    assert!(of.detail.contains("243 × 62 × 262"), "{}", of.detail);
    // A second change within ten minutes is audited all the same.
    assert_eq!(fixture.audited_subjects("UpdateOffer").await.len(), 2);
    let again = call!(fixture, &caller, update_offer(detach(&free))).unwrap();
    assert_eq!(again.version, free.version);
}

#[tokio::test]
async fn prices_are_renewed_in_drafts_alone() {
    let fixture = Fixture::start().await;
    let number = quote(&fixture).await;
    let caller = sales();
    let draft = fixture.draft_of(&caller, &number).await;
    publish_dearer(&fixture, 2, 0).await;
    let stale = fixture.offer(&draft.id).await;
    assert_eq!(line(&stale).list_price_minor, PRICE);
    assert!(!design(&stale).has_newest_prices);
    // The VAT of its own book, in the answers to customers too.
    assert_eq!(design(&stale).vat_percent, Some(18));
    let renew = |offer: &Offer| RenewOfferPricesRequest {
        offer_id: offer.id.clone(),
        version: offer.version,
    };
    let stale = Offer {
        version: draft.version - 1,
        ..draft.clone()
    };
    assert_eq!(
        call!(fixture, &caller, renew_offer_prices(renew(&stale))),
        conflict("version: DESK.CHANGED")
    );
    let renewed = call!(fixture, &caller, renew_offer_prices(renew(&draft))).unwrap();
    assert!(design(&renewed).has_newest_prices);
    assert_eq!(design(&renewed).code, with(NICHE, "prices", &json!(2)));
    assert!(line(&renewed).list_price_minor > PRICE);
    assert_eq!(renewed.total_minor, line(&renewed).list_price_minor);
    let again = call!(fixture, &caller, renew_offer_prices(renew(&draft))).unwrap();
    assert_eq!(again, renewed);
    assert_eq!(
        fixture.audited_subjects("RenewOfferPrices").await,
        [draft.number.as_str()]
    );
    let sent = fixture.send(&caller, &renewed).await.unwrap();
    assert_eq!(
        call!(fixture, &caller, renew_offer_prices(renew(&sent))),
        conflict("OFFER.FROZEN")
    );
}

#[tokio::test]
async fn the_customer_confirms_the_size_and_the_sentence_is_kept() {
    let fixture = Fixture::start().await;
    let offer = sent(&fixture).await;
    let token = fixture.token(&offer).await;
    let refused = fixture.accept(&token, &offer).await.unwrap_err();
    assert_eq!(
        refused,
        (Code::Invalid, "confirmsSize: FIELD.REQUIRED".to_owned())
    );
    assert_eq!(fixture.moves(&offer).await, ["1 sent"]);
    let request = confirmation(&fixture, &offer).await;
    let accepted = fixture.accept_by(request.clone()).await.unwrap();
    let shown = design(&accepted.offer.unwrap());
    assert_eq!(
        shown.confirmed_text,
        "Подтверждаю размер: в нише 243 × 62 × 262 см"
    );
    assert_eq!(shown.confirmed_language(), proto::common::v1::Language::Ru);
    assert!(shown.confirmed_at.is_some());
    // A repeated call in another language has no second effect.
    let again = AcceptOfferRequest {
        language: proto::common::v1::Language::En.into(),
        ..request
    };
    let again = fixture.accept_by(again).await.unwrap();
    assert_eq!(design(&again.offer.unwrap()), shown);

    // A reopened offer is confirmed anew, by telephone in its own language.
    let caller = manager();
    let reopened = fixture
        .reopen(&caller, &fixture.offer(&offer.id).await)
        .await
        .unwrap();
    assert_eq!(design(&reopened).confirmed_text, "");
    let by_phone = |confirms_size| AcceptOfferByPhoneRequest {
        offer_id: offer.id.clone(),
        version: reopened.version,
        total_minor: reopened.total_minor,
        text: "Razıdır".to_owned(),
        confirms_size,
        ..AcceptOfferByPhoneRequest::default()
    };
    let refused = call!(fixture, &caller, accept_offer_by_phone(by_phone(false))).unwrap_err();
    assert_eq!(
        refused,
        (Code::Invalid, "confirmsSize: FIELD.REQUIRED".to_owned())
    );
    let accepted = call!(fixture, &caller, accept_offer_by_phone(by_phone(true))).unwrap();
    assert_eq!(design(&accepted).confirmed_language, accepted.language);
    assert!(design(&accepted).confirmed_text.contains("243 × 62 × 262"));

    // Copies are not confirmed.
    let other = quote(&fixture).await;
    let copy = CreateOfferRequest {
        inquiry_number: other,
        copy_from: offer.id,
        ..CreateOfferRequest::default()
    };
    let copy = call!(fixture, &caller, create_offer(copy)).unwrap();
    assert_eq!(
        (design(&copy).code.as_str(), design(&copy).confirmed_text.as_str()),
        (NICHE, "")
    );
}

#[tokio::test]
async fn an_accepted_design_becomes_an_order_once_its_outline_is_measured() {
    let fixture = Fixture::start().await;
    let offer = sent(&fixture).await;
    fixture
        .accept_by(confirmation(&fixture, &offer).await)
        .await
        .unwrap();
    let order = Uuid::now_v7();
    assert_eq!(
        hold(&fixture, &offer, order).await,
        conflict("DESIGN.NOT_MEASURED")
    );
    assert_eq!(fixture.offer(&offer.id).await.order_id, "");
    let other = with(NICHE, "widthMm", &json!(2_400));
    measure(&fixture, &offer.inquiry_number, &other, "one")
        .await
        .unwrap();
    assert_eq!(
        hold(&fixture, &offer, order).await,
        conflict("DESIGN.NOT_MEASURED")
    );
    // The outline counts, not what is inside.
    let other_inside = with(NICHE, "fronts", &json!("walnut"));
    measure(&fixture, &offer.inquiry_number, &other_inside, "two")
        .await
        .unwrap();
    assert!(design(&fixture.offer(&offer.id).await).is_measured);
    let held = hold(&fixture, &offer, order).await.unwrap();
    assert_eq!(design(&held).code, NICHE);
    assert!(design(&held).confirmed_text.starts_with("Подтверждаю"));
    assert_eq!(held.total_minor, PRICE);
    // A later measuring does not take back what the order holds.
    measure(&fixture, &offer.inquiry_number, &other, "three")
        .await
        .unwrap();
    assert!(hold(&fixture, &offer, order).await.is_ok());
    assert_eq!(
        hold(&fixture, &offer, Uuid::now_v7()).await,
        conflict("DESIGN.NOT_MEASURED")
    );
}

#[tokio::test]
async fn an_impossible_design_is_not_sent() {
    let fixture = Fixture::start().await;
    let number = quote(&fixture).await;
    let caller = sales();
    let draft = fixture.draft_of(&caller, &number).await;
    sqlx::query("update offer_line set design_code = $1")
        .bind(with(NICHE, "heightMm", &json!(3_900)))
        .execute(fixture.harness.pool())
        .await
        .unwrap();
    assert_eq!(
        fixture.send(&caller, &draft).await,
        conflict("lines[0].design: DESIGN.IMPOSSIBLE")
    );
}

#[tokio::test]
async fn costs_are_for_managers_alone() {
    let fixture = Fixture::start().await;
    let offer = sent(&fixture).await;
    let get = async |caller: Caller| {
        let request = GetOfferRequest {
            offer_id: offer.id.clone(),
        };
        let offer = call!(fixture, &caller, get_offer(request)).unwrap();
        design(&offer).costs
    };
    let costs = get(manager()).await.unwrap();
    assert_eq!((costs.cost_minor, costs.rounding_minor), (194_789, 50));
    assert_eq!((costs.net_minor, costs.vat_minor), (246_949, 44_451));
    assert_eq!((costs.margin_minor, costs.margin_tenths_percent), (52_160, 211));
    assert_eq!(costs.lines.len(), 28);
    assert_eq!(get(sales()).await, None);
    let list = ListOffersRequest {
        inquiry_number: offer.inquiry_number.clone(),
    };
    let list = fixture.offers().list_offers(on_behalf_of(&manager(), list)).await;
    let list = list.map_err(|status| refusal(&status)).unwrap().into_inner();
    assert_eq!(design(&list.offers[0]).costs, None);
    let shown = fixture.view(&fixture.token(&offer).await).await.unwrap();
    let shown = design(&shown.offer.unwrap());
    assert_eq!((shown.costs, shown.vat_percent), (None, Some(18)));
}

#[tokio::test]
async fn a_price_book_that_is_published_during_50_acceptances_changes_no_sum() {
    let fixture = Fixture::start().await;
    let mut offers = Vec::new();
    for _ in 0..10 {
        let offer = sent(&fixture).await;
        offers.push((confirmation(&fixture, &offer).await, offer));
    }
    let presses = offers
        .iter()
        .flat_map(|(request, _)| std::iter::repeat_with(|| fixture.accept_by(request.clone())).take(5));
    let publish = async {
        publish_dearer(&fixture, 2, 0).await;
        rates(&fixture).await
    };
    let (accepted, rates) = tokio::join!(join_all(presses), publish);
    assert_eq!(rates.version, 2);
    assert_eq!(accepted.len(), 50);
    for result in accepted {
        // Presses that wait too long for the lock are refused as unavailable.
        match result {
            Ok(shown) => assert_eq!(shown.offer.unwrap().total_minor, PRICE),
            Err((code, reason)) => assert_eq!(code, Code::Unavailable, "{reason}"),
        }
    }
    for (_, offer) in &offers {
        let accepted = fixture.offer(&offer.id).await;
        assert_eq!(
            (accepted.state(), accepted.total_minor),
            (OfferState::Accepted, PRICE)
        );
        assert_eq!(design(&accepted).code, NICHE);
        assert!(!design(&accepted).has_newest_prices);
        assert_eq!(accepted.version, offer.version + 1);
    }
}
