//! Creates a hidden product.

use kit::{
    caller::StaffCaller,
    change::{Change, Effect},
    domain::{CategoryId, LocalizedText, Money, Percent},
    failure::{Code, Failure},
    validation::{FieldErrors, INVALID, REQUIRED},
};
use proto::catalog::v1::{CreateDeskProductRequest, CreateDeskProductResponse};
use serde_json::json;

use super::{State, idempotency_key, load, patch};
use crate::{
    desk::{Cause, Fields, SOURCE, Settings, TextField, field_of},
    passive::PassiveAttributes,
    product::{Attributes, Stock},
    save,
};

/// Lengths of a code.
const CODE_LENGTHS: std::ops::RangeInclusive<usize> = 2..=20;

pub(super) async fn handle(
    state: &State,
    StaffCaller { actor, .. }: StaffCaller,
    request: CreateDeskProductRequest,
) -> Result<CreateDeskProductResponse, Failure> {
    let wanted = request.patch.clone().unwrap_or_default();
    let code = &request.code;
    let mut errors = FieldErrors::default();
    idempotency_key(&mut errors, &actor, &request.idempotency_key);
    let is_code = |byte: u8| byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b'-';
    let is_valid = CODE_LENGTHS.contains(&code.len()) && code.bytes().all(is_code);
    errors.ensure(is_valid, "code", INVALID);
    let name = field_of(TextField::Name, SOURCE);
    errors.ensure(wanted.texts.contains_key(&name), name, REQUIRED);
    let category = wanted.category_id.ok_or(REQUIRED);
    let category = category.and_then(|id| CategoryId::try_from(id).map_err(|_| INVALID));
    let category = errors.check("categoryId", category);
    let category = errors.finish(category)?;
    patch::authorize(&actor, &wanted, &[])?;
    let fields = empty(category, code);
    let product = Change::once(&actor, "CreateProduct", &request.idempotency_key, &request)
        .run(
            &state.pool,
            async |_| Ok::<_, Failure>(()),
            async |connection, ()| {
                let fields = patch::apply(connection, &fields, &wanted).await?;
                save::create(connection, fields, &Cause::staff(&actor))
                    .await?
                    .ok_or_else(|| Failure::new(Code::Conflict).with_field("code", "PRODUCT.CODE_TAKEN"))?;
                let detail = json!({ "created": true });
                Ok(Effect::audited(&actor, "CreateProduct", code, detail))
            },
            async |connection, _| load(connection, state, code).await,
        )
        .await?;
    let product = Some(product);
    Ok(CreateDeskProductResponse { product })
}

/// Returns the fields of a product of which nothing is known yet.
fn empty(category: CategoryId, code: &str) -> Fields {
    Fields {
        category,
        attributes: Attributes {
            code: code.to_owned(),
            name: LocalizedText::default(),
            description: LocalizedText::default(),
            features: LocalizedText::default(),
            price: Money::ZERO,
            discount: Percent::ZERO,
            stock: Stock::Pieces(0),
            is_active: false,
            created_at: kit::clock::now(),
            popularity: 0,
            rating_tenths: 0,
            review_count: 0,
            colors: Vec::new(),
            images: Vec::new(),
            measures: None,
            passive: PassiveAttributes::default(),
        },
        settings: Settings::default(),
    }
}
