//! Staff: creates a quote request of a customer in the shop or on the phone.

use kit::{
    caller::{Actor, StaffCaller},
    change::{Change, Effect},
    domain::{InquiryId, Language, ProductId, Quantity, StoreId, UserId, Visit, reference_number},
    failure::Failure,
    validation::{FieldErrors, INVALID, REQUIRED},
    vocabulary::{
        ProtobufWord as _,
        inquiry::{Channel, Direction, Outcome, Source},
    },
};
use proto::inquiry::v1::{CreateInquiryRequest, CreateInquiryResponse};
use serde_json::json;
use sqlx::PgConnection;

use super::{
    State, decode, details,
    quote_items::{SizeInput, decode_size},
    submit::insert_with_number,
};
use crate::{
    error::InquiryError,
    events,
    inquiry::{Inquiry, Kind, NewInquiry, Sender, Subject, record},
    item::{Item, Size},
    store,
    timeline::{Detail, Entry},
    work::{Contact, Work},
};

/// A valid request.
struct NewRequest {
    source: Source,
    sender: Sender,
    language: Language,
    product: Option<ProductId>,
    quantity: Option<Quantity>,
    color: Option<String>,
    size: Size,
    store: Option<StoreId>,
    visit_address: String,
    assignee: Option<UserId>,
}

pub(super) async fn handle(
    state: &State,
    StaffCaller { actor, language }: StaffCaller,
    request: CreateInquiryRequest,
) -> Result<CreateInquiryResponse, Failure> {
    let mut new = decode(&actor, &request)?;
    let item = item(state, &new).await?;
    if let Some(user) = new.assignee.filter(|_| new.store.is_none()) {
        new.store = state.staff.assignee(user).await?.store;
    }
    let inquiry = Change::once(&actor, "CreateInquiry", &request.idempotency_key, &request)
        .run(
            &state.pool,
            async |_| Ok::<_, Failure>(()),
            async |connection, ()| create(state, connection, &actor, new, item).await,
            async |connection, number| Ok(details::load(connection, &actor, language, number).await?),
        )
        .await?;
    Ok(CreateInquiryResponse {
        inquiry: Some(inquiry),
    })
}

fn decode(actor: &Actor, request: &CreateInquiryRequest) -> Result<NewRequest, Failure> {
    let mut errors = FieldErrors::default();
    let source = decode::word(&mut errors, "source", &request.source);
    errors.ensure(source != Some(Source::Website), "source", INVALID);
    let name = errors.name::<1, 100>("name", &request.name);
    let surname = errors.name::<0, 100>("surname", &request.surname);
    let is_given = |text: &str| !text.trim().is_empty();
    let phone = is_given(&request.phone)
        .then(|| errors.phone("phone", &request.phone))
        .flatten();
    let email = is_given(&request.email)
        .then(|| errors.email("email", &request.email))
        .flatten();
    errors.ensure(
        is_given(&request.phone) || is_given(&request.email),
        "phone",
        REQUIRED,
    );
    let product = (request.product_id != 0)
        .then(|| errors.product("productId", request.product_id))
        .flatten();
    let quantity = request
        .quantity
        .and_then(|pieces| errors.quantity("quantity", pieces));
    let message = errors.text::<0, 5_000>("message", &request.message);
    let visit_address = errors.text::<0, 200>("visitAddress", &request.visit_address);
    let size = SizeInput {
        measuring: &request.measuring,
        measures: request.measures.as_ref(),
        measures_of: &request.measures_of,
        has_note: is_given(&request.message),
    };
    let size = decode_size(&mut errors, &size);
    let store = (!request.store_id.is_empty())
        .then(|| errors.check("storeId", request.store_id.parse().map_err(|_| INVALID)))
        .flatten();
    errors.idempotency_key(&request.idempotency_key);
    let (source, name, surname, message, (size, visit_address)) =
        errors.finish((source, name, surname, message, size.zip(visit_address)))?;
    Ok(NewRequest {
        source,
        sender: Sender {
            name,
            surname,
            phone: phone.map(|phone| phone.as_str().to_owned()).unwrap_or_default(),
            email: email.map(|email| email.as_str().to_owned()).unwrap_or_default(),
            message,
        },
        language: Language::known(request.language).unwrap_or_default(),
        product,
        quantity,
        color: Some(request.color.trim().to_owned()).filter(|color| !color.is_empty()),
        size,
        store,
        visit_address,
        assignee: actor.user().filter(|_| request.is_assigned_to_caller),
    })
}

/// Returns the piece with its product, as the catalog has it now, if a product is given.
async fn item(state: &State, new: &NewRequest) -> Result<Option<Item>, Failure> {
    let Some(id) = new.product else {
        return Ok(None);
    };
    let offer = match state.catalog.get_product(id).await {
        Ok(offer) => offer,
        Err(InquiryError::ProductNotFound) => {
            return Err(Failure::invalid_field("productId", "PRODUCT.NOT_FOUND"));
        }
        Err(error) => return Err(error.into()),
    };
    if let Some(color) = new.color.as_ref().filter(|color| !offer.colors.contains(color)) {
        return Err(Failure::invalid_field("color", INVALID)
            .with_source(format!("the product has no color of {} bytes", color.len())));
    }
    Ok(Some(Item {
        product: offer.product_in(new.color.as_deref()),
        quantity: new.quantity,
        color: new.color.clone(),
        size: new.size,
        note: String::new(),
        design: None,
    }))
}

async fn create(
    state: &State,
    connection: &mut PgConnection,
    actor: &Actor,
    new: NewRequest,
    item: Option<Item>,
) -> Result<Effect, Failure> {
    let now = store::inquiry::now(connection).await?;
    let by = actor.to_string();
    let mut work = Work::new(new.source, now, state.promise_minutes);
    work.changed_by = Some(by.clone());
    work.store = new.store;
    work.visit_address = new.visit_address;
    work.assign(new.assignee);
    if new.source == Source::WalkIn {
        // The customer stands in the shop.
        let visit = Contact {
            channel: Channel::Visit,
            direction: Direction::In,
            outcome: Outcome::Talked,
            at: now,
        };
        work.record_contact(visit, now, state.promise_minutes);
    }
    let mut inquiry = NewInquiry {
        id: InquiryId::generate(),
        number: reference_number(record(Kind::Quote)),
        subject: Subject::Quote(item.into_iter().collect()),
        sender: new.sender,
        user: None,
        language: new.language,
        visit: Visit::default(),
        work,
    };
    insert_with_number(connection, &mut inquiry).await?;
    let number = inquiry.number.clone();
    if let Some(user) = new.assignee {
        let detail = Detail::Assigned {
            from: None,
            to: Some(user),
        };
        let entry = Entry::new(now, Some(by.clone()), detail);
        store::timeline::insert(connection, inquiry.id, &entry).await?;
    }
    publish(connection, &by, inquiry, now).await?;
    let detail = json!({"source": [null, new.source], "assignee": [null, new.assignee]});
    state.metrics.record_inquiry(Kind::Quote);
    Ok(Effect::audited(actor, "CreateInquiry", &number, detail).with(number))
}

async fn publish(
    connection: &mut PgConnection,
    by: &str,
    inquiry: NewInquiry,
    now: time::OffsetDateTime,
) -> Result<(), Failure> {
    let inquiry = Inquiry {
        id: inquiry.id,
        number: inquiry.number,
        subject: inquiry.subject,
        sender: Some(inquiry.sender),
        user: inquiry.user,
        language: inquiry.language,
        created_at: now,
        visit: inquiry.visit,
        work: inquiry.work,
    };
    let change = events::Change {
        inquiry: &inquiry,
        by: Some(by),
    };
    change.changed(connection, "status").await?;
    if inquiry.work.assignee.is_some() {
        change.assigned(connection, None, None).await?;
    }
    if let Some(contact) = inquiry.work.contact {
        events::contact_changed(connection, contact, "saved", Some(by), Vec::new()).await?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use kit::{grpc::client::on_behalf_of, staff::StaffRole};
    use proto::inquiry::v1::{InquiryStatus, QuoteRequested};

    use super::*;
    use crate::testing::{Fixture, RETIRED, WARDROBE, fields, member, message, staff};

    fn walk_in() -> CreateInquiryRequest {
        CreateInquiryRequest {
            source: "walkIn".to_owned(),
            name: "Leyla".to_owned(),
            phone: "\u{202a}(050) 123\u{2013}45\u{2212}67\u{202c}".to_owned(),
            product_id: WARDROBE,
            quantity: Some(2),
            is_assigned_to_caller: true,
            idempotency_key: "one".to_owned(),
            ..CreateInquiryRequest::default()
        }
    }

    #[tokio::test]
    async fn creates_once_and_finds_the_customer_by_phone_in_any_spelling() {
        let fixture = Fixture::start().await;
        let earlier = fixture.send_message(message("Salam")).await.unwrap();
        let sales = member(StaffRole::Sales);
        let mut numbers = Vec::new();
        for _ in 0..2 {
            let request = on_behalf_of(&staff(sales), walk_in());
            let created = fixture.inbox().create_inquiry(request).await.unwrap();
            let inquiry = created.into_inner().inquiry.unwrap();
            assert_eq!(inquiry.status(), InquiryStatus::Assigned);
            let (work, details) = (inquiry.work.unwrap(), inquiry.details.unwrap());
            assert_eq!(work.assignee_id, sales.user.to_string());
            assert_eq!(
                (work.source.as_str(), work.phone.as_str()),
                ("walkIn", "+994501234567")
            );
            assert_eq!(
                work.contact_id,
                fixture.read(&earlier).await.work.unwrap().contact_id
            );
            assert_eq!(details.earlier[0].number, earlier);
            numbers.push(inquiry.number);
        }
        assert_eq!(numbers[0], numbers[1]);
        assert_eq!(fixture.count("select count(*) from contact").await, 1);
        // The mails and counts of requests from the shop are not for these.
        assert!(fixture.harness.published::<QuoteRequested>().await.is_empty());
    }

    #[tokio::test]
    async fn keeps_the_size_of_the_piece() {
        let fixture = Fixture::start().await;
        let caller = staff(member(StaffRole::Sales));
        let own = CreateInquiryRequest {
            measuring: "own".to_owned(),
            measures: Some(proto::inquiry::v1::Measures {
                width_mm: 1_800,
                depth_mm: 600,
                height_mm: 2_620,
            }),
            measures_of: "niche".to_owned(),
            ..walk_in()
        };
        let created = fixture
            .inbox()
            .create_inquiry(on_behalf_of(&caller, own.clone()))
            .await;
        let number = created.unwrap().into_inner().inquiry.unwrap().number;
        let (measuring, width, of): (String, Option<i16>, String) = sqlx::query_as(
            "select measuring, width_mm, measures_of from inquiry_item join inquiry on id = inquiry_id
             where number = $1",
        )
        .bind(&number)
        .fetch_one(fixture.harness.pool())
        .await
        .unwrap();
        assert_eq!(
            (measuring.as_str(), width, of.as_str()),
            ("own", Some(1_800), "niche")
        );
        let without_measures = CreateInquiryRequest {
            measures: None,
            measures_of: String::new(),
            idempotency_key: "two".to_owned(),
            ..own
        };
        let refused = fixture
            .inbox()
            .create_inquiry(on_behalf_of(&caller, without_measures))
            .await;
        let required = ("measures".to_owned(), "FIELD.REQUIRED".to_owned());
        assert_eq!(fields(&refused.unwrap_err()), [required]);
    }

    #[tokio::test]
    async fn a_customer_in_the_shop_does_not_wait() {
        let fixture = Fixture::start().await;
        for (source, waits) in [("walkIn", false), ("whatsapp", true)] {
            let request = CreateInquiryRequest {
                source: source.to_owned(),
                idempotency_key: source.to_owned(),
                ..walk_in()
            };
            let request = on_behalf_of(&staff(member(StaffRole::Sales)), request);
            let created = fixture.inbox().create_inquiry(request).await.unwrap();
            let work = created.into_inner().inquiry.unwrap().work.unwrap();
            assert_eq!(work.waiting_since.is_some(), waits, "{source}");
            assert_eq!(work.first_answer_minutes, (!waits).then_some(0), "{source}");
        }
    }

    #[tokio::test]
    async fn tells_other_names_on_one_phone() {
        let fixture = Fixture::start().await;
        let caller = staff(member(StaffRole::Sales));
        let mut told = Vec::new();
        for name in ["Leyla", "Rauf", "leyla"] {
            let request = CreateInquiryRequest {
                name: name.to_owned(),
                idempotency_key: name.to_owned(),
                ..walk_in()
            };
            let created = fixture
                .inbox()
                .create_inquiry(on_behalf_of(&caller, request))
                .await;
            let inquiry = created.unwrap().into_inner().inquiry.unwrap();
            told.push(inquiry.details.unwrap().other_names);
        }
        assert_eq!(told, [vec![], vec!["Leyla".to_owned()], vec!["Rauf".to_owned()]]);
    }

    #[tokio::test]
    async fn names_all_invalid_fields() {
        let fixture = Fixture::start().await;
        let caller = staff(member(StaffRole::Sales));
        let create = async |request| {
            let response = fixture
                .inbox()
                .create_inquiry(on_behalf_of(&caller, request))
                .await;
            fields(&response.unwrap_err())
        };
        let pair = |field: &str, key: &str| (field.to_owned(), key.to_owned());
        let invalid = CreateInquiryRequest {
            source: "website".to_owned(),
            ..CreateInquiryRequest::default()
        };
        assert_eq!(
            create(invalid).await,
            [
                pair("source", "FIELD.INVALID"),
                pair("name", "FIELD.REQUIRED"),
                pair("phone", "FIELD.REQUIRED")
            ]
        );
        let retired = CreateInquiryRequest {
            product_id: RETIRED,
            ..walk_in()
        };
        assert_eq!(create(retired).await, [pair("productId", "PRODUCT.NOT_FOUND")]);
        let pink = CreateInquiryRequest {
            color: "pink".to_owned(),
            ..walk_in()
        };
        assert_eq!(create(pink).await, [pair("color", "FIELD.INVALID")]);
    }

    #[tokio::test]
    async fn parallel_inquiries_of_one_phone_share_a_customer() {
        let fixture = Fixture::start().await;
        let caller = staff(member(StaffRole::Manager));
        let creations = (0..8).map(|index| {
            let request = CreateInquiryRequest {
                email: format!("leyla{}@example.az", index % 2),
                product_id: 0,
                idempotency_key: index.to_string(),
                ..walk_in()
            };
            let mut client = fixture.inbox();
            let request = on_behalf_of(&caller, request);
            async move { client.create_inquiry(request).await }
        });
        futures::future::try_join_all(creations).await.unwrap();
        assert_eq!(fixture.count("select count(*) from contact").await, 1);
        assert_eq!(fixture.count("select count(*) from contact_point").await, 3);
        assert_eq!(fixture.count("select count(*) from inquiry").await, 8);
    }
}
