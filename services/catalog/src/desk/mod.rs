//! A product at the desk: all that staff can change, as one record with a version.

mod changes;
mod stored;
mod texts;
mod visibility;

use std::collections::BTreeMap;

use kit::domain::{CategoryId, Language, ProductId};
use serde_json::{Value, json};
use time::{OffsetDateTime, format_description::well_known::Rfc3339};

use crate::product::{Attributes, Stock};

pub(crate) use changes::FieldChanges;
pub(crate) use stored::{Cause, Stored};
pub(crate) use texts::{
    SOURCE, SourceChanges, TextField, field_of, incomplete_in, missing, search_name, search_text,
};
pub(crate) use visibility::{Settings, ShopFacts, absences, next_change};

/// A product as the desk edits it.
#[derive(Debug, Clone)]
pub(crate) struct DeskProduct {
    pub(crate) id: ProductId,
    pub(crate) fields: Fields,
    /// The next time at which the shop shows or hides it.
    pub(crate) due: Option<OffsetDateTime>,
    pub(crate) version: i64,
    /// Author of the last change; empty = the system.
    pub(crate) changed_by: String,
    pub(crate) changed_at: OffsetDateTime,
    pub(crate) changes: FieldChanges,
    pub(crate) sources: SourceChanges,
    /// Revision of the search that contains its last change.
    pub(crate) search_revision: Option<i64>,
}

/// All that staff can change of a product, and its stock.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Fields {
    pub(crate) category: CategoryId,
    /// `is_active` is whether the shop shows it.
    pub(crate) attributes: Attributes,
    pub(crate) settings: Settings,
}

/// Former and new values by field, as in the REST contract.
pub(crate) type Differences = BTreeMap<String, (Value, Value)>;

impl Fields {
    /// Returns what decides whether the shop shows the product.
    pub(crate) const fn shop_facts(&self) -> ShopFacts<'_> {
        ShopFacts {
            name: &self.attributes.name,
            price: self.attributes.price,
            has_picture: !self.attributes.images.is_empty(),
            settings: &self.settings,
        }
    }

    /// Returns the fields in which another state differs. The number of pieces in stock is none: it changes by moves.
    pub(crate) fn differences(&self, other: &Self) -> Differences {
        let values = self.values().into_iter().zip(other.values());
        values
            .filter(|((_, before), (_, after))| before != after)
            .map(|((field, before), (_, after))| (field, (before, after)))
            .collect()
    }

    /// Returns the values of all fields, always in the same order.
    fn values(&self) -> Vec<(String, Value)> {
        let Self {
            category,
            attributes,
            settings,
        } = self;
        let texts = TextField::ALL.into_iter().flat_map(|field| {
            Language::ALL.map(|language| {
                let text = field.of(attributes).get(language);
                (field_of(field, language), json!(text))
            })
        });
        let time = |time: Option<OffsetDateTime>| json!(time.and_then(|time| time.format(&Rfc3339).ok()));
        let measures = attributes
            .measures
            .map(|measures| [measures.width, measures.depth, measures.height].map(u32::from));
        let stores = attributes.passive.shown_in.as_ref();
        let stores = stores.map(|stores| stores.iter().map(ToString::to_string).collect::<Vec<_>>());
        let others = [
            ("price", Value::Number(attributes.price.to_json_number())),
            ("discount", json!(attributes.discount.get())),
            ("isActive", json!(settings.is_shown)),
            ("showAt", time(settings.show_at)),
            ("hideAt", time(settings.hide_at)),
            ("reorderAt", json!(settings.reorder_at)),
            ("isMadeToOrder", json!(attributes.stock == Stock::MadeToOrder)),
            ("colors", json!(attributes.colors)),
            ("images", json!(attributes.images)),
            ("categoryId", json!(category.get())),
            ("related", json!(settings.related)),
            ("measures", json!(measures)),
            ("isFixed", json!(attributes.passive.is_fixed)),
            ("shownIn", json!(stores)),
            ("weightGrams", json!(attributes.passive.weight)),
            ("designCode", json!(attributes.passive.design)),
        ];
        let others = others.map(|(field, value)| (field.to_owned(), value));
        texts.chain(others).collect()
    }
}
