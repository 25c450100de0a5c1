//! Staff: creates a draft of a new number, or returns the draft that the inquiry has already.

use std::collections::HashSet;

use kit::{
    calendar,
    caller::{Actor, StaffCaller},
    change::{Change, Effect},
    domain::{InquiryId, Language, Money, Percent, Quantity, RecordKind, reference_number},
    failure::Failure,
    palette,
    staff::Permission,
    validation::{FieldErrors, INVALID},
    vocabulary::inquiry::OfferState,
};
use proto::inquiry::v1::{CreateOfferRequest, CreateOfferResponse};
use serde_json::json;
use sqlx::PgConnection;
use time::Duration;
use uuid::Uuid;

use super::{convert, view};
use crate::{
    design::QuotedDesign,
    edit::Edit,
    error::InquiryError,
    grpc::{State, convert as inquiries},
    item::{Item, Size},
    offer::edit,
    offer::{Content, DEPOSIT_PERCENT, Line, MAX_NUMBERS, Offer, Step, error::OfferError, limit::Catalog},
    store,
};

/// Maximum number of random numbers to try.
const MAX_TRIES: usize = 10;

pub(super) async fn handle(
    state: &State,
    StaffCaller { actor, .. }: StaffCaller,
    request: CreateOfferRequest,
) -> Result<CreateOfferResponse, Failure> {
    let source = decode(&request)?;
    let number = inquiries::number(&request.inquiry_number)?;
    let catalog = catalog(state, &number, source).await?;
    let operation = format!("CreateOffer {number}");
    let id = Change::once(&actor, operation, &request.idempotency_key, &request)
        .run(
            &state.pool,
            async |connection| Edit::open_for(connection, &actor, &number, Permission::OffersWrite).await,
            async |connection, edit| {
                create(connection, &actor, edit, source, &catalog, state.offer_days).await
            },
            async |_, id| Ok(convert::offer_id(id)?),
        )
        .await?;
    Ok(CreateOfferResponse {
        offer: Some(view::load(state, &actor, id).await?),
    })
}

fn decode(request: &CreateOfferRequest) -> Result<Option<Uuid>, Failure> {
    let mut errors = FieldErrors::default();
    let source = (!request.copy_from.is_empty())
        .then(|| errors.check("copyFrom", request.copy_from.parse().map_err(|_| INVALID)))
        .flatten();
    errors.idempotency_key(&request.idempotency_key);
    errors.finish(Some(source))
}

/// Returns what the catalog says about the products of the inquiry, unless another offer is copied.
async fn catalog(state: &State, number: &str, source: Option<Uuid>) -> Result<Catalog, Failure> {
    let mut connection = state.pool.acquire().await?;
    let inquiry = store::inquiry::find_by_number(&mut connection, number).await?;
    drop(connection);
    let inquiry = inquiry.ok_or(InquiryError::NotFound)?;
    let items = inquiry.subject.items().iter().filter(|_| source.is_none());
    let products = items.filter_map(|item| item.product.id);
    Ok(state.catalog.get_products(products).await?)
}

async fn create(
    connection: &mut PgConnection,
    actor: &Actor,
    mut edit: Edit,
    source: Option<Uuid>,
    catalog: &Catalog,
    days: u16,
) -> Result<Effect, InquiryError> {
    edit.inquiry.check_not_wiped()?;
    let offers = store::offer::lock_all(connection, edit.inquiry.id).await?;
    let copied = match source {
        Some(source) => Some(copied(connection, &offers, source).await?),
        None => None,
    };
    if edit.inquiry.work.is_done() {
        return Err(OfferError::InquiryDone.into());
    }
    // A second press, or that of a colleague, opens what was begun.
    if source.is_none()
        && let Some(draft) = offers
            .iter()
            .find(|offer| offer.stored_state == OfferState::Draft)
    {
        return Ok(Effect::none().with(draft.id.to_string()));
    }
    let numbers: HashSet<_> = offers.iter().map(|offer| &offer.number).collect();
    if numbers.len() >= MAX_NUMBERS {
        return Err(OfferError::TooMany.into());
    }
    let defaults = Content {
        language: edit.inquiry.language,
        valid_until: calendar::date(edit.now + Duration::days(days.into())),
        make_days: None,
        deposit_percent: DEPOSIT_PERCENT,
        delivery_text: String::new(),
        delivery_price: Money::ZERO,
        message: String::new(),
        is_reminded: true,
        lines: Vec::new(),
        files: Vec::new(),
    };
    let content = match copied {
        Some(source) => copy(source, edit.inquiry.id, &defaults),
        None => Content {
            lines: edit
                .inquiry
                .subject
                .items()
                .iter()
                .filter_map(|item| line(item, edit.inquiry.language, catalog))
                .collect(),
            ..defaults
        },
    };
    let created = Step {
        by: actor.to_string(),
        at: edit.now,
    };
    let draft = Offer::draft(String::new(), 1, edit.inquiry.id, content, created);
    let draft = insert_with_number(connection, draft).await?;
    edit.save(connection, "offer", "").await?;
    let detail = json!({"quote": [null, edit.inquiry.number]});
    Ok(Effect::audited(actor, "CreateOffer", &draft.number, detail).with(draft.id.to_string()))
}

/// Returns the revision to copy: of the inquiry, or of another one that is not wiped.
async fn copied(
    connection: &mut PgConnection,
    offers: &[Offer],
    source: Uuid,
) -> Result<Offer, InquiryError> {
    if let Some(offer) = offers.iter().find(|offer| offer.id == source) {
        return Ok(offer.clone());
    }
    let offer = store::offer::find(connection, source)
        .await?
        .ok_or(OfferError::NotFound)?;
    store::inquiry::find(connection, offer.inquiry)
        .await?
        .ok_or(OfferError::NotFound)?
        .check_not_wiped()?;
    Ok(offer)
}

/// Copies lines and delivery; the texts for the customer only within one inquiry.
fn copy(source: Offer, inquiry: InquiryId, defaults: &Content) -> Content {
    let is_same_customer = source.inquiry == inquiry;
    let lines = source.content.lines.into_iter().map(|line| {
        let mut line = line.copied();
        line.describe(defaults.language);
        line
    });
    let (message, files) = if is_same_customer {
        (source.content.message, source.content.files)
    } else {
        (String::new(), Vec::new())
    };
    Content {
        lines: lines.collect(),
        make_days: source.content.make_days,
        delivery_text: source.content.delivery_text,
        delivery_price: source.content.delivery_price,
        message,
        files,
        ..*defaults
    }
}

/// Returns the line of a piece. A design has its price of record, and a wish no line.
///
/// The line of a product has its measures, those of its niche, and its colour; there is none if the catalog does not know the
/// product any more. The note is not copied: lines are mailed to customers, whose addresses are not verified. A piece of another
/// size than the product's is made to order, and its price is still the one of the product's size.
fn line(item: &Item, language: Language, catalog: &Catalog) -> Option<Line> {
    let quantity = item.quantity.or_else(|| Quantity::try_from(1).ok())?;
    if let Some(QuotedDesign { design, price, .. }) = &item.design {
        let line = |price| Line::of_design(design.clone(), price, quantity, Percent::ZERO, language);
        return price.map(line);
    }
    let product = item.product.id?;
    let facts = catalog.get(&product)?;
    let measures = item.size.measures().map(|measures| measures.describe(language));
    let color = item.color.as_deref().map(|color| palette::name(color, language));
    let detail: Vec<_> = measures.into_iter().chain(color).collect();
    let is_own_size = item.size != Size::Standard;
    Some(Line {
        id: Uuid::now_v7(),
        product: Some(product),
        code: facts.code.clone(),
        name: facts.name.get(language).to_owned(),
        detail: detail.join(", "),
        image: facts.image.clone(),
        quantity,
        list_price: facts.price,
        discount: facts.discount,
        is_made_to_order: is_own_size,
        is_price_to_check: is_own_size,
        design: None,
    })
}

/// Inserts a draft under a random number that is free.
async fn insert_with_number(connection: &mut PgConnection, mut draft: Offer) -> Result<Offer, InquiryError> {
    let total = edit::sums(&draft)?.total;
    for _ in 0..MAX_TRIES {
        draft.number = reference_number(RecordKind::Offer);
        if store::offer::insert(connection, &draft, total).await? {
            return Ok(draft);
        }
    }
    Err(InquiryError::Inconsistent("no free number for an offer"))
}

#[cfg(test)]
mod tests {
    use kit::{failure::Code, grpc::client::on_behalf_of};
    use proto::inquiry::v1::{
        GetOfferRequest, InquiryStatus, Measures, OfferLineInput, OfferLineInputs, OfferState,
        QuoteItemInput, RequestQuoteRequest, UpdateOfferRequest,
    };

    use super::*;
    use crate::testing::{
        CABINET, Fixture, WARDROBE, message,
        offers::{call, conflict, manager, sales},
        quote,
    };

    fn of(number: &str) -> CreateOfferRequest {
        CreateOfferRequest {
            inquiry_number: number.to_owned(),
            idempotency_key: "one".to_owned(),
            ..CreateOfferRequest::default()
        }
    }

    #[tokio::test]
    async fn creates_once_with_the_quoted_product() {
        let fixture = Fixture::start().await;
        let caller = sales();
        let number = fixture.request_quote(quote(WARDROBE)).await.unwrap();
        let draft = call!(fixture, &caller, create_offer(of(&number))).unwrap();
        let again = call!(fixture, &caller, create_offer(of(&number))).unwrap();
        assert_eq!(draft, again);
        assert_eq!((draft.state(), draft.revision), (OfferState::Draft, 1));
        assert_eq!((draft.deposit_percent, draft.total_minor), (30, 90_000));
        assert_eq!(draft.lines.len(), 1);
        assert!(draft.number.starts_with("ST-") && draft.is_reminded);
        assert_eq!(
            fixture.audited_subjects("CreateOffer").await,
            [draft.number.as_str()]
        );
        // Drafts are not for the customer.
        let link = proto::inquiry::v1::GetOfferLinkRequest {
            offer_id: draft.id.clone(),
        };
        let link = kit::grpc::client::on_behalf_of(&caller, link);
        let status = fixture.offers().get_offer_link(link).await.unwrap_err();
        assert_eq!(
            crate::testing::offers::refusal(&status),
            (Code::Conflict, "OFFER.NOT_SENT".to_owned())
        );
    }

    #[tokio::test]
    async fn each_piece_is_a_line_with_its_measures_but_without_its_note() {
        let fixture = Fixture::start().await;
        let own = QuoteItemInput {
            product_id: WARDROBE,
            quantity: Some(2),
            measuring: "own".to_owned(),
            measures: Some(Measures {
                width_mm: 1_805,
                depth_mm: 600,
                height_mm: 2_620,
            }),
            note: "Sol tərəfdə radiator var".to_owned(),
            ..QuoteItemInput::default()
        };
        let visit = QuoteItemInput {
            product_id: CABINET,
            measuring: "visit".to_owned(),
            note: "Nizami 1".to_owned(),
            ..QuoteItemInput::default()
        };
        let niche = QuoteItemInput {
            measures_of: "niche".to_owned(),
            ..own.clone()
        };
        let request = RequestQuoteRequest {
            items: vec![own, visit, niche],
            ..quote(0)
        };
        let mut visitor = testkit::caller::anonymous();
        visitor.language = Language::Ru;
        let number = fixture.request_quote_as(&visitor, request).await.unwrap();
        let draft = fixture.draft_of(&sales(), &number).await;
        let lines = draft.lines.iter().map(|line| {
            let price = line.list_price_minor;
            (line.name.as_str(), line.detail.as_str(), line.quantity, price)
        });
        assert_eq!(
            lines.collect::<Vec<_>>(),
            [
                ("шкаф", "180,5 × 60 × 262 см", 2, 100_000),
                ("тумба", "", 1, 20_000),
                (
                    "шкаф",
                    "174,5 × 59 × 258 см (ниша 180,5 × 60 × 262 см)",
                    2,
                    100_000
                ),
            ]
        );
    }

    #[tokio::test]
    async fn another_size_is_made_to_order_with_a_price_to_check() {
        let fixture = Fixture::start().await;
        let item = |measuring: &str| QuoteItemInput {
            product_id: WARDROBE,
            quantity: Some(1),
            color: "white".to_owned(),
            note: "Nizami 1".to_owned(),
            measuring: measuring.to_owned(),
            ..QuoteItemInput::default()
        };
        let request = RequestQuoteRequest {
            items: vec![item("visit"), item("standard")],
            ..quote(0)
        };
        let mut visitor = testkit::caller::anonymous();
        visitor.language = Language::Az;
        let number = fixture.request_quote_as(&visitor, request).await.unwrap();
        let draft = fixture.draft_of(&sales(), &number).await;
        let marks = |offer: &proto::inquiry::v1::Offer| -> Vec<_> {
            let lines = offer.lines.iter();
            lines
                .map(|line| (line.is_made_to_order, line.is_price_to_check))
                .collect()
        };
        assert_eq!(marks(&draft), [(true, true), (false, false)]);
        assert_eq!(draft.lines[0].detail, "ağ");

        // Setting another price confirms it; setting the same price does not.
        let update = async |version: i64, price: i64| {
            let lines = draft.lines.iter().map(|line| OfferLineInput {
                id: line.id.clone(),
                product_id: line.product_id,
                quantity: line.quantity,
                list_price_minor: Some(price),
                ..OfferLineInput::default()
            });
            let request = UpdateOfferRequest {
                offer_id: draft.id.clone(),
                version,
                lines: Some(OfferLineInputs {
                    lines: lines.collect(),
                }),
                ..UpdateOfferRequest::default()
            };
            let request = on_behalf_of(&manager(), request);
            let response = fixture.offers().update_offer(request).await.unwrap();
            response.into_inner().offer.unwrap()
        };
        let same = update(draft.version, draft.lines[0].list_price_minor).await;
        assert_eq!(marks(&same), [(true, true), (false, false)]);
        let other = update(same.version, 150_000).await;
        assert_eq!(marks(&other), [(true, false), (false, false)]);
    }

    #[tokio::test]
    async fn copies_lines_without_the_words_to_another_customer() {
        let fixture = Fixture::start().await;
        let caller = sales();
        let source = fixture.draft(&caller).await;
        sqlx::query("update offer set message = 'Leyla xanım', delivery_text = 'Bakı'")
            .execute(fixture.harness.pool())
            .await
            .unwrap();
        let other = fixture.send_message(message("Salam")).await.unwrap();
        assert!(fixture.draft_of(&caller, &other).await.lines.is_empty());
        let request = |number: &str, source: &str| CreateOfferRequest {
            copy_from: source.to_owned(),
            ..of(number)
        };
        let copy = call!(fixture, &caller, create_offer(request(&other, &source.id))).unwrap();
        assert_eq!((copy.message.as_str(), copy.delivery_text.as_str()), ("", "Bakı"));
        assert_eq!(copy.total_minor, source.total_minor);
        assert_ne!(copy.lines[0].id, source.lines[0].id);
        let malformed = call!(fixture, &caller, create_offer(request(&other, "x"))).unwrap_err();
        assert_eq!(malformed, (Code::Invalid, "copyFrom: FIELD.INVALID".to_owned()));
    }

    #[tokio::test]
    async fn opens_the_draft_that_the_inquiry_has_until_it_is_sent() {
        let fixture = Fixture::start().await;
        let caller = sales();
        let draft = fixture.draft(&caller).await;
        let number = draft.inquiry_number.clone();
        let again = call!(fixture, &caller, create_offer(of(&number))).unwrap();
        assert_eq!((&again.id, again.version), (&draft.id, draft.version));
        fixture.send(&caller, &draft).await.unwrap();
        let next = fixture.draft_of(&caller, &number).await;
        assert_ne!(next.id, draft.id);
    }

    #[tokio::test]
    async fn needs_an_open_inquiry_and_less_than_20_numbers() {
        let fixture = Fixture::start().await;
        let caller = sales();
        let number = fixture.request_quote(quote(WARDROBE)).await.unwrap();
        let first = fixture.draft_of(&caller, &number).await;
        for _ in 1..MAX_NUMBERS {
            let copy = CreateOfferRequest {
                copy_from: first.id.clone(),
                idempotency_key: String::new(),
                ..of(&number)
            };
            call!(fixture, &caller, create_offer(copy)).unwrap();
        }
        let one_more = CreateOfferRequest {
            copy_from: first.id,
            ..of(&number)
        };
        assert_eq!(
            call!(fixture, &caller, create_offer(one_more)),
            conflict("OFFER.TOO_MANY")
        );
        let closed = fixture.request_quote(quote(WARDROBE)).await.unwrap();
        fixture
            .change_status(&closed, InquiryStatus::Closed)
            .await
            .unwrap();
        assert_eq!(
            call!(fixture, &caller, create_offer(of(&closed))),
            conflict("INQUIRY.STATUS_NOT_REACHABLE")
        );
        let unknown = GetOfferRequest {
            offer_id: "x".to_owned(),
        };
        let unknown = call!(fixture, &caller, get_offer(unknown)).unwrap_err();
        assert_eq!(unknown, (Code::NotFound, "OFFER.NOT_FOUND".to_owned()));
    }
}
