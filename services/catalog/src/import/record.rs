//! The rows of a file as products: what a row sets, how that differs from the present product, and how to take it back.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use kit::convert::timestamp;
use kit::{
    calendar::BAKU,
    csv::unguard,
    domain::{CategoryId, Language, Money},
    failure::Failure,
    palette,
    search::fold,
    validation::{FieldErrors, INVALID, OUT_OF_RANGE, REQUIRED},
    vocabulary::catalog::{ImportField as Field, ImportSource},
};
use proto::catalog::v1::{ColorsChange, ProductPatch, ReorderChange, TimeChange, WeightChange};
use serde_json::{Value, json};
use time::{
    OffsetDateTime, PrimitiveDateTime, format_description::well_known::Rfc3339, macros::format_description,
};

use super::{cells, html};
use crate::{
    desk::{DeskProduct, Differences, Fields, TextField},
    patch::{self, Known, is_valid_stock},
    product::Stock,
};

/// Name of the field of the number of pieces in stock, which changes by moves.
const STOCK: &str = "stockQuantity";

/// Maximum number of picture addresses of a product.
const MAX_IMAGES: usize = patch::MAX_ITEMS;

/// How the cells of a file are read.
#[derive(Debug)]
pub(crate) struct Form<'a> {
    pub(crate) source: ImportSource,
    /// `,` or `.`.
    pub(crate) decimal: char,
    /// Text of a cell that empties a field.
    pub(crate) erase: &'a str,
    /// Category of new products whose row names none that is known.
    pub(crate) category: Option<CategoryId>,
    pub(crate) known: &'a Known,
}

impl Form<'_> {
    /// Whether the file is not from this shop's staff: its codes and texts have another form.
    const fn is_foreign(&self) -> bool {
        matches!(self.source, ImportSource::Shopify | ImportSource::Woocommerce)
    }
}

/// A row with the first row of its product, and the product's code.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Grouped {
    pub(crate) number: i64,
    pub(crate) first_row: i64,
    pub(crate) code: String,
}

/// Groups rows by products. Each row has its number, its code and the code of the product of which it is a variant.
pub(crate) fn group(source: ImportSource, rows: &[(i64, String, String)]) -> Vec<Grouped> {
    let is_foreign = matches!(source, ImportSource::Shopify | ImportSource::Woocommerce);
    let mut first_rows: HashMap<String, i64> = HashMap::new();
    let mut grouped = Vec::with_capacity(rows.len());
    for (number, code, parent) in rows {
        let parent = unguard(parent.trim());
        let (text, is_variant) = if parent.is_empty() {
            (unguard(code.trim()), source == ImportSource::Shopify)
        } else {
            (parent, true)
        };
        let code = if is_foreign {
            code_of(text)
        } else {
            text.to_uppercase()
        };
        let first_row = if code.is_empty() {
            None
        } else {
            first_rows.get(&code).copied()
        };
        if first_row.is_none() {
            first_rows.insert(code.clone(), *number);
        }
        grouped.push(Grouped {
            number: *number,
            first_row: first_row.filter(|_| is_variant).unwrap_or(*number),
            code,
        });
    }
    grouped
}

/// Returns the code of a product for the name that another shop has for it. A long one ends in a number that follows from it, so
/// that the same name always has the same code.
fn code_of(name: &str) -> String {
    let mut code = String::new();
    for character in fold(name).to_uppercase().chars() {
        if character.is_ascii_alphanumeric() {
            code.push(character);
        } else if !code.is_empty() && !code.ends_with('-') {
            code.push('-');
        }
    }
    let code = code.trim_end_matches('-');
    if code.len() <= *patch::CODE_LENGTHS.end() {
        return code.to_owned();
    }
    // FNV-1a, of which the result never changes.
    let hash = code.bytes().fold(0x811c_9dc5_u32, |hash, byte| {
        (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193)
    });
    let start: String = code.chars().take(13).collect();
    format!("{}-{:06X}", start.trim_end_matches('-'), hash & 0x00ff_ffff)
}

/// The cells of a product by field, in the order of its rows; without empty ones.
pub(crate) type Cells = BTreeMap<Field, Vec<String>>;

/// Collects the cells of a product's rows.
pub(crate) fn merge<'a>(fields: &[Option<Field>], rows: impl IntoIterator<Item = &'a Vec<String>>) -> Cells {
    let mut cells = Cells::new();
    for row in rows {
        for (field, cell) in fields.iter().zip(row) {
            // The value of an option belongs to the name before it.
            let is_paired = matches!(field, Some(Field::OptionName | Field::OptionValue));
            if let Some(field) = field
                && (is_paired || !cell.trim().is_empty())
            {
                cells.entry(*field).or_default().push(cell.clone());
            }
        }
    }
    cells
}

/// Fields that the row of a product sets, compared with the present product.
#[derive(Debug, Default)]
pub(crate) struct Outcome {
    pub(crate) is_new: bool,
    /// Differences by field.
    pub(crate) changes: Differences,
    /// Message keys of the refused fields.
    pub(crate) errors: BTreeMap<String, String>,
    /// Addresses of pictures that the product does not have.
    pub(crate) images: Vec<String>,
}

/// Compares a product's cells with the product, if there is one.
pub(crate) fn compare(form: &Form<'_>, code: &str, cells: &Cells, present: Option<&DeskProduct>) -> Outcome {
    let mut reader = Reader {
        form,
        cells,
        errors: FieldErrors::default(),
    };
    let before = present.map(|product| &product.fields);
    let (patch, stock) = reader.read(before);
    let images = reader.images(before);
    let mut errors = reader.errors;
    let before = match before {
        Some(before) => Some(before.clone()),
        None => patch::new_product(&mut errors, code, &patch),
    };
    let mut outcome = Outcome {
        is_new: present.is_none(),
        images,
        ..Outcome::default()
    };
    if let Some(before) = before {
        match patch::apply(form.known, &before, &patch) {
            Ok(after) => {
                outcome.changes = before.differences(&after);
                if outcome.is_new {
                    let category = json!(after.category.get());
                    outcome
                        .changes
                        .insert("categoryId".to_owned(), (Value::Null, category));
                }
                if let Some(pieces) = stock {
                    match after.attributes.stock {
                        Stock::Pieces(present) if present != pieces => {
                            let change = (json!(present), json!(pieces));
                            outcome.changes.insert(STOCK.to_owned(), change);
                        }
                        Stock::Pieces(_) => {}
                        Stock::MadeToOrder => errors.push(STOCK, "PRODUCT.MADE_TO_ORDER"),
                    }
                }
            }
            Err(failure) => drop(errors.merge::<()>(Err(failure))),
        }
    }
    let refused = errors.into_result().err().map(|failure| failure.fields);
    outcome.errors = refused.into_iter().flatten().collect();
    outcome
}

/// Reads the cells of a product.
struct Reader<'a> {
    form: &'a Form<'a>,
    cells: &'a Cells,
    errors: FieldErrors,
}

/// The text of a cell, or the wish to empty its field.
enum Given<'a> {
    Text(&'a str),
    Erased,
}

/// A new value of a field; `None` empties it.
struct New<T>(Option<T>);

impl<'a> Reader<'a> {
    /// Returns the first cell of a field.
    fn given(&self, field: Field) -> Option<Given<'a>> {
        let cell = self
            .cells
            .get(&field)?
            .iter()
            .find(|cell| !cell.trim().is_empty())?;
        Some(if cell.trim() == self.form.erase {
            Given::Erased
        } else {
            Given::Text(unguard(cell))
        })
    }

    /// Parses a field that cannot be emptied.
    fn required<T>(
        &mut self,
        field: Field,
        parse: impl FnOnce(&str) -> Result<T, &'static str>,
    ) -> Option<T> {
        let parsed = match self.given(field)? {
            Given::Text(text) => parse(text.trim()),
            Given::Erased => Err(REQUIRED),
        };
        self.errors.check(field.name(), parsed)
    }

    /// Parses a field that can be emptied.
    fn optional<T>(
        &mut self,
        field: Field,
        parse: impl FnOnce(&str) -> Result<T, &'static str>,
    ) -> Option<New<T>> {
        let parsed = match self.given(field)? {
            Given::Text(text) => parse(text.trim()).map(|value| New(Some(value))),
            Given::Erased => Ok(New(None)),
        };
        self.errors.check(field.name(), parsed)
    }

    /// Returns the changes of a product, and its pieces in stock.
    fn read(&mut self, before: Option<&Fields>) -> (ProductPatch, Option<i64>) {
        let mut patch = ProductPatch::default();
        for field in self.cells.keys().copied() {
            if let Some((text_field, language)) = TextField::find(field.name())
                && let Some(given) = self.given(field)
            {
                let text = match given {
                    Given::Erased => String::new(),
                    Given::Text(text) => {
                        let present = before.map(|before| text_field.of(&before.attributes).get(language));
                        if present == Some(text) {
                            continue;
                        }
                        let is_html = self.form.is_foreign() && text_field != TextField::Name;
                        if is_html {
                            html::to_text(text)
                        } else {
                            text.replace("\r\n", "\n")
                        }
                    }
                };
                patch.texts.insert(field.name().to_owned(), text);
            }
        }
        self.read_prices(&mut patch);
        patch.category_id = self.category(before.is_none());
        patch.is_active = self.required(Field::IsActive, boolean);
        patch.is_made_to_order = self.required(Field::IsMadeToOrder, boolean);
        let settings = before.map(|before| &before.settings);
        patch.show_at = self.time(Field::ShowAt, settings.and_then(|settings| settings.show_at));
        patch.hide_at = self.time(Field::HideAt, settings.and_then(|settings| settings.hide_at));
        patch.reorder_at = self
            .optional(Field::ReorderAt, whole)
            .map(|New(quantity)| ReorderChange { quantity });
        patch.weight = self
            .optional(Field::WeightGrams, |text| {
                whole(text).and_then(|grams| u32::try_from(grams).map_err(|_| OUT_OF_RANGE))
            })
            .map(|New(grams)| WeightChange { grams });
        patch.colors = self.colors();
        let stock = self.stock();
        (patch, stock)
    }

    /// Reads the price, the discount, and the price after the discount, from which the discount follows.
    fn read_prices(&mut self, patch: &mut ProductPatch) {
        let decimal = self.form.decimal;
        let price = self.required(Field::Price, |text| amount(text, decimal));
        let sale = self.required(Field::SalePrice, |text| amount(text, decimal));
        let percent = |text: &str| {
            let number = text.trim_end_matches('%').trim().parse::<u32>();
            number.map_err(|_| INVALID)
        };
        let discount = self.optional(Field::Discount, percent);
        patch.price_minor = price.map(Money::minor);
        patch.discount_percent = discount.map(|New(percent)| percent.unwrap_or_default());
        if let Some(sale) = sale {
            let full = price.filter(|full| *full > sale);
            let full = full.unwrap_or(sale);
            // Rounded to whole percent.
            let percent = (200 * (full.minor() - sale.minor()) + full.minor()) / (2 * full.minor()).max(1);
            patch.price_minor = Some(full.minor());
            patch.discount_percent = u32::try_from(if full == sale { 0 } else { percent }).ok();
        }
    }

    /// Returns the category that a cell names by its id, slug or name in any language.
    fn category(&mut self, is_new: bool) -> Option<i32> {
        let default = self.form.category.filter(|_| is_new).map(CategoryId::get);
        let text = match self.given(Field::CategoryId) {
            None => return default,
            Some(Given::Erased) => {
                self.errors.push(Field::CategoryId.name(), REQUIRED);
                return None;
            }
            Some(Given::Text(text)) => text,
        };
        // WooCommerce names several, and the levels of each.
        let names: Vec<_> = if self.form.is_foreign() {
            text.split([',', '>']).map(|name| fold(name.trim())).collect()
        } else {
            vec![fold(text.trim())]
        };
        let categories = self.form.known.categories.iter();
        let found = categories.into_iter().find(|category| {
            names.iter().any(|name| {
                *name == category.id.get().to_string()
                    || *name == fold(&category.slug)
                    || Language::ALL
                        .iter()
                        .any(|language| *name == fold(category.name.get(*language)))
            })
        });
        let found = found.map(|category| category.id.get()).or(default);
        // A product that exists keeps its category where another shop names an unknown one.
        if found.is_none() && (is_new || !self.form.is_foreign()) {
            self.errors.push(Field::CategoryId.name(), INVALID);
        }
        found
    }

    /// Returns a changed time. A cell has no seconds: it leaves a time as it is that differs only by them.
    fn time(&mut self, field: Field, present: Option<OffsetDateTime>) -> Option<TimeChange> {
        let New(given) = self.optional(field, parse_time)?;
        let is_same = given.map(cells::time) == present.map(cells::time);
        (!is_same).then(|| TimeChange {
            at: given.map(timestamp),
        })
    }

    /// Returns the slugs of colours: those named, and options of variants that are in the palette.
    fn colors(&mut self) -> Option<ColorsChange> {
        let named = match self.given(Field::Colors) {
            Some(Given::Erased) => return Some(ColorsChange { slugs: Vec::new() }),
            Some(Given::Text(_)) => self.cells.get(&Field::Colors),
            None => None,
        };
        let named = named
            .into_iter()
            .flatten()
            .flat_map(|cell| unguard(cell).split([',', ';', '|', '\n']));
        let mut slugs: Vec<String> = Vec::new();
        for name in named.map(str::trim).filter(|name| !name.is_empty()) {
            let slug = palette::find(name).map_or_else(|| name.to_lowercase(), str::to_owned);
            if !slugs.contains(&slug) {
                slugs.push(slug);
            }
        }
        let options = self.cells.get(&Field::OptionValue).into_iter().flatten();
        for slug in options
            .flat_map(|cell| cell.split([',', '|']))
            .filter_map(|value| palette::find(value.trim()))
        {
            if !slugs.iter().any(|own| own == slug) {
                slugs.push(slug.to_owned());
            }
        }
        (!slugs.is_empty()).then_some(ColorsChange { slugs })
    }

    /// Returns the pieces in stock; those of variants are added up.
    fn stock(&mut self) -> Option<i64> {
        let cells = self.cells.get(&Field::StockQuantity)?;
        let cells = cells.iter().filter(|cell| !cell.trim().is_empty());
        let mut sum = 0_i64;
        for cell in cells {
            if cell.trim() == self.form.erase {
                self.errors.push(STOCK, REQUIRED);
                return None;
            }
            let Ok(pieces) = whole(unguard(cell).trim()) else {
                self.errors.push(STOCK, INVALID);
                return None;
            };
            // Shopify counts sold pieces below zero.
            sum = sum.saturating_add(if self.form.is_foreign() {
                pieces.max(0)
            } else {
                pieces
            });
        }
        if is_valid_stock(Stock::Pieces(sum)) {
            return Some(sum);
        }
        self.errors.push(STOCK, OUT_OF_RANGE);
        None
    }

    /// Returns the addresses of pictures that the product does not have.
    fn images(&mut self, before: Option<&Fields>) -> Vec<String> {
        let present: BTreeSet<_> = before
            .iter()
            .flat_map(|before| before.attributes.images.iter().map(|image| image.url.as_str()))
            .collect();
        let cells = self.cells.get(&Field::Images).into_iter().flatten();
        let addresses = cells.flat_map(|cell| cell.split([',', ' ', '\n', '|']));
        let mut images: Vec<String> = Vec::new();
        for address in addresses.map(str::trim) {
            let is_address = address.starts_with("https://") || address.starts_with("http://");
            let is_new = is_address && !present.contains(address) && !images.iter().any(|own| own == address);
            if is_new && images.len() < MAX_IMAGES {
                images.push(address.to_owned());
            }
        }
        images
    }
}

/// Parses an amount with a decimal sign, which another sign may group by thousands.
fn amount(text: &str, decimal: char) -> Result<Money, &'static str> {
    let (_, last) = text.rsplit_once(['.', ',']).unwrap_or(("", ""));
    let digits = last.chars().take_while(char::is_ascii_digit).count();
    let has_decimals = text.contains(['.', ',']) && digits < 3;
    let sign = text
        .rfind(['.', ','])
        .and_then(|place| text.get(place..)?.chars().next());
    if has_decimals && sign != Some(decimal) {
        return Err(INVALID);
    }
    Money::parse_typed(text).map_err(|_| INVALID)
}

/// Parses a whole number, such as `5` or `5.0`.
fn whole(text: &str) -> Result<i64, &'static str> {
    let text = text.strip_suffix(".0").unwrap_or(text);
    text.parse().map_err(|_| INVALID)
}

fn boolean(text: &str) -> Result<bool, &'static str> {
    match fold(text).as_str() {
        "beli" | "he" | "da" | "yes" | "true" | "1" | "+" | "active" | "published" => Ok(true),
        "xeyr" | "yox" | "net" | "no" | "false" | "0" | "draft" | "archived" => Ok(false),
        _ => Err(INVALID),
    }
}

/// Parses a time: `2026-11-23 14:02` or `2026-11-23` in Asia/Baku, or RFC 3339.
fn parse_time(text: &str) -> Result<OffsetDateTime, &'static str> {
    if let Ok(time) = OffsetDateTime::parse(text, &Rfc3339) {
        return Ok(time);
    }
    if let Some(date) = kit::calendar::parse_date(text) {
        return Ok(kit::calendar::midnight(date));
    }
    let form = format_description!("[year]-[month]-[day] [hour]:[minute]");
    let local = PrimitiveDateTime::parse(text, form).map_err(|_| INVALID)?;
    Ok(local.assume_offset(BAKU))
}

/// Returns a product after the changes of its row, as the dry run counted them: of a stock that moved since, the difference counts.
///
/// # Errors
///
/// Fails with all fields that are refused.
pub(crate) fn restore(
    known: &Known,
    before: &Fields,
    changes: &Differences,
    is_undo: bool,
) -> Result<Fields, Failure> {
    let mut errors = FieldErrors::default();
    let mut patch = ProductPatch::default();
    let mut delta = 0;
    for (field, (from, to)) in changes {
        let value = if is_undo { from } else { to };
        if field == STOCK {
            let pieces = |value: &Value| value.as_i64().unwrap_or_default();
            delta = if is_undo {
                pieces(from) - pieces(to)
            } else {
                pieces(to) - pieces(from)
            };
            continue;
        }
        if set(&mut patch, field, value).is_none() {
            errors.push(field, INVALID);
        }
    }
    let fields = patch::apply(known, before, &patch);
    let mut fields = errors.merge(fields);
    if let Some(Fields { attributes, .. }) = &mut fields
        && delta != 0
    {
        let stock = match attributes.stock {
            Stock::MadeToOrder => Err("PRODUCT.MADE_TO_ORDER"),
            Stock::Pieces(pieces) if pieces + delta < 0 => Err("PRODUCT.NOT_ENOUGH"),
            Stock::Pieces(pieces) => Ok(Stock::Pieces(pieces + delta)),
        };
        let stock = stock.and_then(|stock| {
            Some(stock)
                .filter(|stock| is_valid_stock(*stock))
                .ok_or(OUT_OF_RANGE)
        });
        attributes.stock = errors.check(STOCK, stock).unwrap_or(attributes.stock);
    }
    errors.finish(fields)
}

/// Sets a field of a patch to a value of [`Differences`]; `None` if the value has another type.
fn set(patch: &mut ProductPatch, field: &str, value: &Value) -> Option<()> {
    let time = |value: &Value| match value {
        Value::Null => Some(TimeChange { at: None }),
        other => {
            let time = OffsetDateTime::parse(other.as_str()?, &Rfc3339).ok()?;
            Some(TimeChange {
                at: Some(timestamp(time)),
            })
        }
    };
    match field {
        "price" => {
            let Value::Number(number) = value else { return None };
            patch.price_minor = Some(Money::from_json_number(number).ok()?.minor());
        }
        "discount" => patch.discount_percent = Some(u32::try_from(value.as_u64()?).ok()?),
        "isActive" => patch.is_active = Some(value.as_bool()?),
        "isMadeToOrder" => patch.is_made_to_order = Some(value.as_bool()?),
        "showAt" => patch.show_at = Some(time(value)?),
        "hideAt" => patch.hide_at = Some(time(value)?),
        "reorderAt" => {
            patch.reorder_at = Some(ReorderChange {
                quantity: value.as_i64(),
            });
        }
        "weightGrams" => {
            let grams = match value {
                Value::Null => None,
                grams => Some(u32::try_from(grams.as_u64()?).ok()?),
            };
            patch.weight = Some(WeightChange { grams });
        }
        "categoryId" => patch.category_id = Some(i32::try_from(value.as_i64()?).ok()?),
        "colors" => {
            let slugs = value
                .as_array()?
                .iter()
                .map(|slug| Some(slug.as_str()?.to_owned()));
            patch.colors = Some(ColorsChange {
                slugs: slugs.collect::<Option<_>>()?,
            });
        }
        text => {
            TextField::find(text)?;
            patch.texts.insert(text.to_owned(), value.as_str()?.to_owned());
        }
    }
    Some(())
}
