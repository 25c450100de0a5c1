//! Stores the changes of a product with all that follows from them: version, history, stock move, search and events.

use kit::domain::{ProductId, discounted_price};
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
    mut after: Fields,
    confirmed: &[String],
    cause: &Cause,
) -> Result<Differences, sqlx::Error> {
    let differences = before.fields.differences(&after);
    let mut sources = before.sources.clone();
    sources.update(
        &differences,
        &after.attributes,
        confirmed,
        &cause.author,
        cause.at,
    );
    let is_edited = !differences.is_empty() || sources != before.sources;
    after.attributes.is_active = absences(after.shop_facts(), cause.at).is_empty();
    let due = next_change(&after.settings, cause.at);
    if !is_edited && due == before.due && after == before.fields {
        return Ok(differences);
    }
    let version = before.version + i64::from(is_edited);
    let mut changes = before.changes.clone();
    changes.record(differences.keys(), &cause.author, version);
    let stored = Stored {
        fields: &after,
        due,
        version,
        changed_by: if is_edited {
            &cause.author
        } else {
            &before.changed_by
        },
        changed_at: if is_edited { cause.at } else { before.changed_at },
        changes,
        sources,
    };
    store::desk::update(connection, before.id, &stored).await?;
    let (was, is) = (&before.fields.attributes, &after.attributes);
    if (was.price, was.discount) != (is.price, is.discount) {
        store::desk::add_price(connection, before, is, cause).await?;
    }
    if was.stock != is.stock {
        move_stock(connection, before, &after, cause).await?;
    }
    publish(connection, before, &after).await?;
    Ok(differences)
}

/// Inserts a product in its first version; `None` if the code exists.
pub(crate) async fn create(
    connection: &mut PgConnection,
    mut fields: Fields,
    cause: &Cause,
) -> Result<Option<ProductId>, sqlx::Error> {
    fields.attributes.is_active = absences(fields.shop_facts(), cause.at).is_empty();
    let Some(id) = store::product::insert(connection, fields.category, &fields.attributes).await? else {
        return Ok(None);
    };
    let stored = Stored {
        fields: &fields,
        due: next_change(&fields.settings, cause.at),
        version: 1,
        changed_by: &cause.author,
        changed_at: cause.at,
        changes: FieldChanges::default(),
        sources: SourceChanges::default(),
    };
    store::desk::update(connection, id, &stored).await?;
    let pieces = pieces(fields.attributes.stock);
    if pieces > 0 {
        store::desk::add_move(connection, id, pieces, pieces, cause).await?;
    }
    if fields.attributes.is_active {
        store::search::mark_changed(connection, &[id]).await?;
        store::category::adjust_count(connection, fields.category, true).await?;
    }
    events::product_changed(connection, id, fields.category).await?;
    Ok(Some(id))
}

/// Returns the pieces that a stock counts.
const fn pieces(stock: Stock) -> i64 {
    match stock {
        Stock::MadeToOrder => 0,
        Stock::Pieces(pieces) => pieces,
    }
}

/// Stores the move to another stock and publishes it.
async fn move_stock(
    connection: &mut PgConnection,
    before: &DeskProduct,
    after: &Fields,
    cause: &Cause,
) -> Result<(), sqlx::Error> {
    let (was, is) = (before.fields.attributes.stock, after.attributes.stock);
    let (id, balance) = (before.id, pieces(is));
    let delta = balance - pieces(was);
    if delta != 0 {
        store::desk::add_move(connection, id, delta, balance, cause).await?;
    }
    let is_availability_changed = is.availability() != was.availability();
    events::stock_changed(connection, &[(id, is.into())], is_availability_changed).await
}

/// Renews the numbers of active products and the search, and publishes the change.
async fn publish(
    connection: &mut PgConnection,
    before: &DeskProduct,
    after: &Fields,
) -> Result<(), sqlx::Error> {
    let (was, is) = (&before.fields, after);
    let counts = [(was, false), (is, true)];
    let counts = counts.map(|(fields, adds)| (fields.attributes.is_active.then_some(fields.category), adds));
    if counts[0].0 != counts[1].0 {
        for (category, adds) in counts {
            if let Some(category) = category {
                store::category::adjust_count(connection, category, adds).await?;
            }
        }
    }
    if was.category != is.category || indexed(&was.attributes) != indexed(&is.attributes) {
        store::search::mark_changed(connection, &[before.id]).await?;
    }
    if was.category != is.category {
        events::product_changed(connection, before.id, was.category).await?;
        events::product_changed(connection, before.id, is.category).await?;
    } else if was.attributes != is.attributes && !is_only_pieces(&was.attributes, &is.attributes) {
        events::product_changed(connection, before.id, is.category).await?;
    }
    Ok(())
}

/// Returns the attributes that the index contains.
fn indexed(attributes: &Attributes) -> impl PartialEq + use<'_> {
    (
        attributes.is_active,
        discounted_price(attributes.price, attributes.discount),
        attributes.discount.is_set(),
        attributes.stock.availability(),
        attributes.measures.map(|measures| measures.width),
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
