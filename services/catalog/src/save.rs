//! Stores the changes of a product with all that follows from them: version, history, stock move, search and events.

use std::collections::{BTreeMap, HashMap};

use kit::domain::{CategoryId, ProductId, discounted_price};
use sqlx::PgConnection;

use crate::{
    desk::{
        Cause, DeskProduct, Differences, FieldChanges, Fields, SourceChanges, Stored, absences, next_change,
    },
    events,
    product::{Attributes, Stock},
    store,
};

/// Stores the new state of a locked product. The version rises if a field differs, or a translation is confirmed whose
/// source had changed. Returns the differences.
pub(crate) async fn save(
    connection: &mut PgConnection,
    before: &DeskProduct,
    after: Fields,
    confirmed: &[String],
    cause: &Cause,
) -> Result<Differences, sqlx::Error> {
    let (differences, change) = plan(before, after, confirmed, cause);
    write(connection, &Vec::from_iter(change), cause).await?;
    Ok(differences)
}

/// Stores the new states of locked products by few statements. Returns their differences.
pub(crate) async fn save_all<'a>(
    connection: &mut PgConnection,
    states: impl IntoIterator<Item = (&'a DeskProduct, Fields)>,
    cause: &Cause,
) -> Result<Vec<Differences>, sqlx::Error> {
    let planned = states
        .into_iter()
        .map(|(before, after)| plan(before, after, &[], cause));
    let (differences, changes): (Vec<_>, Vec<_>) = planned.unzip();
    let changes: Vec<_> = changes.into_iter().flatten().collect();
    write(connection, &changes, cause).await?;
    Ok(differences)
}

/// A product with what is to be stored of it.
struct Change<'a> {
    before: &'a DeskProduct,
    stored: Stored,
}

/// Returns the differences between the states of a product, and what is to be stored, if anything.
fn plan<'a>(
    before: &'a DeskProduct,
    mut after: Fields,
    confirmed: &[String],
    cause: &Cause,
) -> (Differences, Option<Change<'a>>) {
    let differences = before.fields.differences(&after);
    let mut sources = before.sources.clone();
    sources.update(
        &differences,
        &after.attributes,
        confirmed,
        &cause.author,
        cause.at,
    );
    // An edited product is back in the lists.
    let was_discarded = before.fields.settings.is_discarded;
    after.settings.is_discarded &= !was_discarded || differences.is_empty();
    let is_edited =
        !differences.is_empty() || sources != before.sources || was_discarded != after.settings.is_discarded;
    after.attributes.is_active = absences(after.shop_facts(), cause.at).is_empty();
    let due = next_change(&after.settings, cause.at);
    if !is_edited && due == before.due && after == before.fields {
        return (differences, None);
    }
    let version = before.version + i64::from(is_edited);
    let mut changes = before.changes.clone();
    changes.record(differences.keys(), &cause.author, version);
    let stored = Stored {
        id: before.id,
        fields: after,
        due,
        version,
        changed_by: if is_edited {
            cause.author.clone()
        } else {
            before.changed_by.clone()
        },
        changed_at: if is_edited { cause.at } else { before.changed_at },
        changes,
        sources,
    };
    (differences, Some(Change { before, stored }))
}

/// Stores changes, their history and moves, renews the search, and publishes them.
async fn write(
    connection: &mut PgConnection,
    changes: &[Change<'_>],
    cause: &Cause,
) -> Result<(), sqlx::Error> {
    if changes.is_empty() {
        return Ok(());
    }
    let stored: Vec<_> = changes.iter().map(|change| &change.stored).collect();
    store::desk::update(connection, &stored).await?;
    let pairs = changes.iter().map(|change| {
        let (was, is) = (&change.before.fields, &change.stored.fields);
        (change.before, was, is)
    });
    let prices = pairs.clone().filter(|(_, was, is)| {
        let price = |fields: &Fields| (fields.attributes.price, fields.attributes.discount);
        price(was) != price(is)
    });
    let prices: Vec<_> = prices.map(|(before, _, is)| (before, &is.attributes)).collect();
    store::desk::add_prices(connection, &prices, cause).await?;
    let moved: Vec<_> = pairs
        .clone()
        .filter(|(_, was, is)| was.attributes.stock != is.attributes.stock)
        .map(|(before, was, is)| (before.id, was.attributes.stock, is.attributes.stock))
        .collect();
    move_stock(connection, &moved, cause).await?;
    let mut counts = Counts::default();
    let (mut indexed_anew, mut published) = (Vec::new(), Vec::new());
    for ((before, was, is), stored) in pairs.zip(stored) {
        counts.add(was, -1);
        counts.add(is, 1);
        if was.category != is.category || indexed(&was.attributes) != indexed(&is.attributes) {
            indexed_anew.push(before.id);
        }
        if was.category != is.category {
            published.extend([(stored, was.category), (stored, is.category)]);
        } else if was.attributes != is.attributes && !is_only_pieces(&was.attributes, &is.attributes) {
            published.push((stored, is.category));
        }
    }
    counts.store(connection).await?;
    store::search::mark_changed(connection, &indexed_anew).await?;
    events::products_changed(connection, &published).await
}

/// Id and version of a created product.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Created {
    pub(crate) id: ProductId,
    /// 1, or a later one if the code was that of a discarded product.
    pub(crate) version: i64,
}

/// Inserts a product; `None` if the code exists.
pub(crate) async fn create(
    connection: &mut PgConnection,
    fields: Fields,
    cause: &Cause,
) -> Result<Option<Created>, sqlx::Error> {
    Ok(create_all(connection, vec![fields], cause).await?.pop().flatten())
}

/// Inserts products; `None` for those whose code exists. Discarded products with these codes get the new fields instead.
pub(crate) async fn create_all(
    connection: &mut PgConnection,
    products: Vec<Fields>,
    cause: &Cause,
) -> Result<Vec<Option<Created>>, sqlx::Error> {
    let codes: Vec<_> = products
        .iter()
        .map(|fields| fields.attributes.code.clone())
        .collect();
    let discarded = store::desk::lock_discarded(connection, &codes).await?;
    let discarded = store::desk::find_many(connection, &discarded).await?;
    let mut discarded: HashMap<_, _> = discarded
        .iter()
        .map(|product| (product.fields.attributes.code.as_str(), product))
        .collect();
    let (mut created, mut inserted, mut taken) = (vec![None; products.len()], Vec::new(), Vec::new());
    for (place, (created, fields)) in created.iter_mut().zip(products).enumerate() {
        match discarded.remove(fields.attributes.code.as_str()) {
            Some(before) => {
                *created = Some(Created {
                    id: before.id,
                    version: before.version + 1,
                });
                taken.push((before, fields));
            }
            None => inserted.push((place, fields)),
        }
    }
    save_all(connection, taken, cause).await?;
    let (places, inserted): (Vec<_>, Vec<_>) = inserted.into_iter().unzip();
    let ids = insert_all(connection, inserted, cause).await?;
    for (place, id) in places.into_iter().zip(ids) {
        if let Some(created) = created.get_mut(place) {
            *created = id.map(|id| Created { id, version: 1 });
        }
    }
    Ok(created)
}

/// Inserts products in their first version; `None` for those whose code exists.
async fn insert_all(
    connection: &mut PgConnection,
    mut products: Vec<Fields>,
    cause: &Cause,
) -> Result<Vec<Option<ProductId>>, sqlx::Error> {
    for fields in &mut products {
        fields.attributes.is_active = absences(fields.shop_facts(), cause.at).is_empty();
    }
    let inserted: Vec<_> = products
        .iter()
        .map(|fields| (fields.category, &fields.attributes))
        .collect();
    let ids = store::product::insert_all(connection, &inserted).await?;
    let mut created = Vec::new();
    for (id, fields) in ids.iter().zip(products) {
        let Some(id) = id else { continue };
        created.push(Stored {
            id: *id,
            due: next_change(&fields.settings, cause.at),
            fields,
            version: 1,
            changed_by: cause.author.clone(),
            changed_at: cause.at,
            changes: FieldChanges::default(),
            sources: SourceChanges::default(),
        });
    }
    store::desk::update(connection, &created.iter().collect::<Vec<_>>()).await?;
    let mut counts = Counts::default();
    let (mut moves, mut shown, mut published) = (Vec::new(), Vec::new(), Vec::new());
    for stored in &created {
        let pieces = pieces(stored.fields.attributes.stock);
        if pieces > 0 {
            moves.push((stored.id, pieces, pieces));
        }
        if stored.fields.attributes.is_active {
            shown.push(stored.id);
        }
        counts.add(&stored.fields, 1);
        published.push((stored, stored.fields.category));
    }
    store::desk::add_moves(connection, &moves, cause).await?;
    counts.store(connection).await?;
    store::search::mark_changed(connection, &shown).await?;
    events::products_changed(connection, &published).await?;
    Ok(ids)
}

/// Changes of the numbers of active products by category.
#[derive(Default)]
struct Counts(BTreeMap<CategoryId, i64>);

impl Counts {
    /// Adds a product's change of its category's number, if the shop shows it.
    fn add(&mut self, fields: &Fields, change: i64) {
        if fields.attributes.is_active {
            *self.0.entry(fields.category).or_default() += change;
        }
    }

    async fn store(self, connection: &mut PgConnection) -> Result<(), sqlx::Error> {
        for (category, change) in self.0.into_iter().filter(|(_, change)| *change != 0) {
            store::category::adjust_count(connection, category, change).await?;
        }
        Ok(())
    }
}

/// Returns the pieces that a stock counts.
const fn pieces(stock: Stock) -> i64 {
    match stock {
        Stock::MadeToOrder => 0,
        Stock::Pieces(pieces) => pieces,
    }
}

/// Stores the moves to other stocks and publishes them.
async fn move_stock(
    connection: &mut PgConnection,
    moved: &[(ProductId, Stock, Stock)],
    cause: &Cause,
) -> Result<(), sqlx::Error> {
    let moves: Vec<_> = moved
        .iter()
        .map(|(id, was, is)| (*id, pieces(*is) - pieces(*was), pieces(*is)))
        .filter(|(_, delta, _)| *delta != 0)
        .collect();
    store::desk::add_moves(connection, &moves, cause).await?;
    let is_availability_changed = moved
        .iter()
        .any(|(_, was, is)| was.availability() != is.availability() || was.is_sold_out() != is.is_sold_out());
    let left: Vec<_> = moved.iter().map(|(id, _, is)| (*id, (*is).into())).collect();
    events::stock_changed(connection, &left, is_availability_changed).await
}

/// Returns the attributes that the index contains.
fn indexed(attributes: &Attributes) -> impl PartialEq + use<'_> {
    (
        attributes.is_active,
        discounted_price(attributes.price, attributes.discount),
        attributes.discount.is_set(),
        attributes.stock.availability(),
        attributes.measures,
        (&attributes.name, &attributes.description, &attributes.features),
        &attributes.colors,
    )
}

/// Whether nothing but the number of pieces in stock differs. Lists show less of it than of other attributes.
fn is_only_pieces(before: &Attributes, after: &Attributes) -> bool {
    let is_counted = |attributes: &Attributes| matches!(attributes.stock, Stock::Pieces(_));
    let with_stock_before = Attributes {
        stock: before.stock,
        ..after.clone()
    };
    is_counted(before) && is_counted(after) && with_stock_before == *before
}
