//! `POST products/bulk`.

use std::collections::BTreeMap;

use axum::extract::State;
use kit::{
    failure::Failure,
    validation::{FieldErrors, REQUIRED},
};
use proto::catalog::v1::{
    ChangeDeskProductsRequest, ChangedDeskProduct, FieldChange, ProductChange, ProductPatch, ReorderChange,
};
use serde_json::{Value, json};

use crate::{
    convert::{self, Amount},
    desk::Member,
    envelope::Envelope,
    error::ApiResult,
    extract::{Input, Json, Keyed, Optional},
    openapi::ErrorResponse,
    state::AppState,
    words::Word,
};

kit::words! {
    /// Kind of a change of several products.
    pub(crate) enum Action("ProductAction") {
        /// Another discount.
        Discount = "discount",
        /// Shows them.
        Show = "show",
        /// Hides them.
        Hide = "hide",
        /// Fields of each.
        Rows = "rows",
    }
}

type ProductAction = Word<Action>;

/// Change of several products.
#[request]
#[derive(Debug)]
pub(crate) struct ChangeProducts {
    /// Kind of the change.
    #[schema(value_type = ProductAction)]
    action: Input<Action>,
    /// Whole percent, of `discount`.
    discount: Optional<i64>,
    /// 1 to 200 codes, not of `rows`.
    codes: Optional<Vec<String>>,
    /// 1 to 200 rows, of `rows`.
    rows: Optional<Vec<RowInput>>,
    /// Whether nothing is stored: the response says what would change. Default: false.
    dry_run: Optional<bool>,
    /// Whether a field is refused that anyone has changed since the version, the caller too. Default: false.
    undo: Optional<bool>,
}

/// Fields of one of several products; what is missing stays.
#[request]
#[derive(Debug, Clone)]
pub(crate) struct RowInput {
    /// Code.
    code: Input<String>,
    /// Version that the caller saw.
    version: Input<i64>,
    /// AZN, before the discount.
    price: Input<Amount>,
    /// Whole percent, 0 to 99.
    discount: Input<i64>,
    /// Stock at which to reorder; `null` = none.
    reorder_at: Optional<i64>,
    /// Whether staff shows it.
    is_active: Input<bool>,
}

impl RowInput {
    fn into_message(self, errors: &mut FieldErrors, index: usize) -> ProductChange {
        let name = |field: &str| format!("rows[{index}].{field}");
        let price = self.price.parse(|number| convert::parse_amount(&number));
        let discount = self.discount.changed(errors, name("discount"));
        let reorder_at = match self.reorder_at {
            Input::Missing => None,
            other => Some(ReorderChange {
                quantity: other.optional(errors, name("reorderAt")),
            }),
        };
        let code = self.code.required(errors, name("code")).unwrap_or_default();
        ProductChange {
            code: code.to_ascii_uppercase(),
            version: self.version.required(errors, name("version")).unwrap_or_default(),
            patch: Some(ProductPatch {
                price_minor: price.changed(errors, name("price")),
                discount_percent: convert::percent(errors, &name("discount"), discount),
                reorder_at,
                is_active: self.is_active.changed(errors, name("isActive")),
                ..ProductPatch::default()
            }),
        }
    }
}

impl ChangeProducts {
    fn into_message(self, idempotency_key: String) -> Result<ChangeDeskProductsRequest, Failure> {
        let mut errors = FieldErrors::default();
        let action = self.action.required(&mut errors, "action");
        let discount = self.discount.optional(&mut errors, "discount");
        let discount = convert::percent(&mut errors, "discount", discount);
        errors.ensure(
            action != Some(Action::Discount) || discount.is_some(),
            "discount",
            REQUIRED,
        );
        let changes = if action == Some(Action::Rows) {
            let rows = self.rows.required(&mut errors, "rows").unwrap_or_default();
            let rows = rows.into_iter().enumerate();
            rows.map(|(index, row)| row.into_message(&mut errors, index))
                .collect()
        } else {
            let patch = ProductPatch {
                discount_percent: discount,
                is_active: match action {
                    Some(Action::Show) => Some(true),
                    Some(Action::Hide) => Some(false),
                    _ => None,
                },
                ..ProductPatch::default()
            };
            let codes = self.codes.required(&mut errors, "codes").unwrap_or_default();
            let changes = codes.into_iter().map(|code| ProductChange {
                code: code.to_ascii_uppercase(),
                version: 0,
                patch: Some(patch.clone()),
            });
            changes.collect()
        };
        let message = ChangeDeskProductsRequest {
            idempotency_key,
            changes,
            is_dry_run: self.dry_run.optional(&mut errors, "dryRun").unwrap_or_default(),
            is_undo: self.undo.optional(&mut errors, "undo").unwrap_or_default(),
        };
        errors.finish(Some(message))
    }
}

/// Outcome for several products.
#[response]
#[derive(Debug, Clone)]
pub(crate) struct ChangedProducts {
    /// Number of products that are as requested.
    done: usize,
    /// Number of products of which something differs.
    changed: usize,
    /// One for each product, in the order of the request.
    results: Vec<ChangedProduct>,
    /// Body that takes the changes back; `null` if there are none, or in a dry run.
    #[schema(value_type = Option<Object>)]
    undo: Option<Value>,
}

/// Outcome for one of several products.
#[response]
#[derive(Debug, Clone)]
pub(crate) struct ChangedProduct {
    /// Code.
    code: String,
    /// Whether the product is as requested.
    ok: bool,
    /// Message keys by field name; `null` if the product is as requested.
    errors: Option<BTreeMap<String, String>>,
    /// Differences by field name.
    changes: BTreeMap<String, ChangedValue>,
    /// Version of the product.
    version: i64,
}

/// Former and new value of a field.
#[response]
#[derive(Debug, Clone)]
pub(crate) struct ChangedValue {
    /// Former value.
    #[schema(value_type = Object)]
    from: Value,
    /// New value.
    #[schema(value_type = Object)]
    to: Value,
}

impl ChangedValue {
    /// Converts a change, with the name of its field.
    pub(super) fn named(change: FieldChange) -> (String, Self) {
        let json = |text: &str| serde_json::from_str(text).unwrap_or_default();
        let (from, to) = (json(&change.from_json), json(&change.to_json));
        (change.field, Self { from, to })
    }
}

fn example() -> Value {
    json!({"done": 1, "changed": 1,
        "results": [{"code": "SK-101", "ok": true, "errors": null,
            "changes": {"discount": {"from": 0, "to": 10}}, "version": 10},
            {"code": "SK-999", "ok": false, "errors": {"general": "PRODUCT.NOT_FOUND"}, "changes": {}, "version": 0}],
        "undo": {"action": "rows", "undo": true, "rows": [{"code": "SK-101", "version": 10, "discount": 0}]}})
}

impl From<ChangedDeskProduct> for ChangedProduct {
    fn from(message: ChangedDeskProduct) -> Self {
        let errors = message.errors.into_iter().map(|error| (error.field, error.key));
        let errors: BTreeMap<_, _> = errors.collect();
        let changes = message.changes.into_iter().map(ChangedValue::named);
        Self {
            code: message.code,
            ok: errors.is_empty(),
            errors: (!errors.is_empty()).then_some(errors),
            changes: changes.collect(),
            version: message.version,
        }
    }
}

/// Returns the body that takes changes back.
fn undo(results: &[ChangedProduct]) -> Option<Value> {
    let changed = results
        .iter()
        .filter(|result| result.ok && !result.changes.is_empty());
    let rows: Vec<_> = changed
        .map(|result| {
            let former = result.changes.iter();
            let mut row: BTreeMap<&str, Value> = former
                .map(|(field, change)| (field.as_str(), change.from.clone()))
                .collect();
            row.insert("code", json!(result.code));
            row.insert("version", json!(result.version));
            row
        })
        .collect();
    (!rows.is_empty()).then(|| json!({"action": "rows", "undo": true, "rows": rows}))
}

/// Changes several products, each by its own rules.
#[utoipa::path(post, path = "/products/bulk", tag = "desk",
    params(("Idempotency-Key" = String, Header, description = "1 to 255 visible ASCII characters")),
    request_body(content = ChangeProducts, example = json!({"action": "rows", "dryRun": true,
        "rows": [{"code": "SK-101", "version": 9, "price": 1199.9, "discount": 10}]})),
    security(("desk" = [], "xsrf" = [])),
    responses((status = 200, body = Envelope<ChangedProducts>, description = "Outcomes, also where all failed",
        example = json!(Envelope::new(example()))),
        ErrorResponse::<422>))]
pub(crate) async fn change_desk_products(
    State(state): State<AppState>,
    member: Member,
    Keyed(key, Json(body)): Keyed<Json<ChangeProducts>>,
) -> ApiResult<Envelope<ChangedProducts>> {
    let message = body.into_message(key)?;
    let is_dry_run = message.is_dry_run;
    let response = state
        .clients
        .desk_catalog
        .clone()
        .change_desk_products(member.request(message))
        .await?;
    let results: Vec<_> = response
        .into_inner()
        .results
        .into_iter()
        .map(ChangedProduct::from)
        .collect();
    let undo = if is_dry_run { None } else { undo(&results) };
    Ok(Envelope::new(ChangedProducts {
        done: results.iter().filter(|result| result.ok).count(),
        changed: results.iter().filter(|result| !result.changes.is_empty()).count(),
        results,
        undo,
    }))
}
