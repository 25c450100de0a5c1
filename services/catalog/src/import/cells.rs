//! The cells of a product in the export.

use kit::{
    calendar::BAKU,
    domain::{Language, discounted_price},
};
use time::{OffsetDateTime, macros::format_description};

use super::columns::Column;
use crate::{
    desk::{DeskProduct, TextField},
    product::{Category, Stock},
};

/// Separator of several values in a cell.
pub(super) const LIST: &str = ", ";

/// Returns the text of a cell.
pub(crate) fn cell(
    column: Column,
    product: &DeskProduct,
    categories: &[Category],
    language: Language,
) -> String {
    let (attributes, settings) = (&product.fields.attributes, &product.fields.settings);
    if let Some((field, text_language)) = TextField::find(column.name()) {
        return field.of(attributes).get(text_language).to_owned();
    }
    let money = |amount: kit::domain::Money| {
        let (units, cents) = (amount.minor() / 100, amount.minor() % 100);
        let decimal = if language == Language::En { '.' } else { ',' };
        format!("{units}{decimal}{cents:02}")
    };
    let number = |number: Option<i64>| number.map(|number| number.to_string()).unwrap_or_default();
    match column {
        Column::Code => attributes.code.clone(),
        Column::CategoryId => {
            let category = categories
                .iter()
                .find(|category| category.id == product.fields.category);
            category.map_or_else(
                || product.fields.category.get().to_string(),
                |category| category_name(category, categories, language),
            )
        }
        Column::Price => money(attributes.price),
        Column::Discount => u32::from(attributes.discount).to_string(),
        Column::DiscountedPrice => money(discounted_price(attributes.price, attributes.discount)),
        Column::StockQuantity => number(attributes.stock.into()),
        Column::IsMadeToOrder => word(attributes.stock == Stock::MadeToOrder, language),
        Column::ReorderAt => number(settings.reorder_at),
        Column::IsActive => word(settings.is_shown, language),
        Column::ShowAt => settings.show_at.map(time).unwrap_or_default(),
        Column::HideAt => settings.hide_at.map(time).unwrap_or_default(),
        Column::WeightGrams => number(attributes.passive.weight.map(|weight| u32::from(weight).into())),
        Column::Colors => attributes.colors.join(LIST),
        Column::Images => {
            let urls = attributes.images.iter().map(|image| image.url.as_str());
            urls.collect::<Vec<_>>().join(LIST)
        }
        Column::Id => product.id.get().to_string(),
        Column::Version => product.version.to_string(),
        Column::ChangedAt => time(product.changed_at),
        // The texts are above.
        _ => String::new(),
    }
}

/// Returns the name of a category; its slug where another category has the same name.
fn category_name(category: &Category, all: &[Category], language: Language) -> String {
    let name = category.name.get(language);
    let same = all
        .iter()
        .filter(|other| other.name.get(language) == name)
        .count();
    if same == 1 && !name.is_empty() {
        name.to_owned()
    } else {
        category.slug.clone()
    }
}

/// Returns a time in Asia/Baku, to the minute.
pub(super) fn time(at: OffsetDateTime) -> String {
    let form = format_description!("[year]-[month]-[day] [hour]:[minute]");
    at.to_offset(BAKU).format(form).unwrap_or_default()
}

fn word(is_true: bool, language: Language) -> String {
    let [yes, no] = match language {
        Language::Az => ["bəli", "xeyr"],
        Language::Ru => ["да", "нет"],
        Language::En => ["yes", "no"],
    };
    if is_true { yes } else { no }.to_owned()
}
