//! Saved addresses. Callers hold the lock of the user's row while they change them.

use kit::domain::{AddressId, UserId};
use sqlx::PgConnection;

use crate::address::{Address, Defaults, Details};

struct Row {
    address_id: AddressId,
    full_name: String,
    phone_number: String,
    street_address: String,
    apartment: String,
    city: String,
    state: String,
    zip_code: String,
    is_default_shipping: bool,
    is_default_billing: bool,
}

impl From<Row> for Address {
    fn from(row: Row) -> Self {
        Self {
            id: row.address_id,
            details: Details {
                full_name: row.full_name,
                phone_number: row.phone_number,
                street_address: row.street_address,
                apartment: row.apartment,
                city: row.city,
                state: row.state,
                zip_code: row.zip_code,
            },
            defaults: Defaults {
                shipping: row.is_default_shipping,
                billing: row.is_default_billing,
            },
        }
    }
}

/// Returns a user's addresses, oldest first.
pub(crate) async fn list(connection: &mut PgConnection, user: UserId) -> Result<Vec<Address>, sqlx::Error> {
    let rows = sqlx::query_as!(
        Row,
        "select address_id, full_name, phone_number, street_address, apartment, city, state, zip_code,
                is_default_shipping, is_default_billing
         from address where user_id = $1 order by created_at, address_id",
        user.uuid(),
    )
    .fetch_all(connection)
    .await?;
    Ok(rows.into_iter().map(Address::from).collect())
}

/// Inserts an address.
pub(crate) async fn insert(
    connection: &mut PgConnection,
    user: UserId,
    address: &Address,
) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "insert into address (address_id, user_id, full_name, phone_number, street_address, apartment, city,
                              state, zip_code, is_default_shipping, is_default_billing)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)",
        address.id.uuid(),
        user.uuid(),
        address.details.full_name,
        address.details.phone_number,
        address.details.street_address,
        address.details.apartment,
        address.details.city,
        address.details.state,
        address.details.zip_code,
        address.defaults.shipping,
        address.defaults.billing,
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Updates a user's address. Returns false if the user has no such address.
pub(crate) async fn update(
    connection: &mut PgConnection,
    user: UserId,
    address: &Address,
) -> Result<bool, sqlx::Error> {
    let result = sqlx::query!(
        "update address
         set full_name = $3, phone_number = $4, street_address = $5, apartment = $6, city = $7, state = $8,
             zip_code = $9, is_default_shipping = $10, is_default_billing = $11
         where address_id = $1 and user_id = $2",
        address.id.uuid(),
        user.uuid(),
        address.details.full_name,
        address.details.phone_number,
        address.details.street_address,
        address.details.apartment,
        address.details.city,
        address.details.state,
        address.details.zip_code,
        address.defaults.shipping,
        address.defaults.billing,
    )
    .execute(connection)
    .await?;
    Ok(result.rows_affected() == 1)
}

/// Clears these default flags on the user's addresses other than `keep`.
pub(crate) async fn clear_defaults(
    connection: &mut PgConnection,
    user: UserId,
    defaults: Defaults,
    keep: AddressId,
) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "update address
         set is_default_shipping = is_default_shipping and not $3,
             is_default_billing = is_default_billing and not $4
         where user_id = $1 and address_id <> $2
           and (is_default_shipping and $3 or is_default_billing and $4)",
        user.uuid(),
        keep.uuid(),
        defaults.shipping,
        defaults.billing,
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Deletes a user's address and returns its default flags; `None` if the user has no such address.
pub(crate) async fn delete(
    connection: &mut PgConnection,
    user: UserId,
    address: AddressId,
) -> Result<Option<Defaults>, sqlx::Error> {
    let row = sqlx::query!(
        "delete from address where address_id = $1 and user_id = $2
         returning is_default_shipping, is_default_billing",
        address.uuid(),
        user.uuid(),
    )
    .fetch_optional(connection)
    .await?;
    Ok(row.map(|row| Defaults {
        shipping: row.is_default_shipping,
        billing: row.is_default_billing,
    }))
}
