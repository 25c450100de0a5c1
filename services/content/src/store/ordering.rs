//! Positions of records that staff orders. A record whose position changes has a new version.

use sqlx::PgConnection;

/// Kind of records that have positions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Ordered {
    Promos,
    Projects,
    Stores,
}

/// Returns the codes of all records and locks them until the transaction ends.
pub(crate) async fn lock(
    connection: &mut PgConnection,
    ordered: Ordered,
) -> Result<Vec<String>, sqlx::Error> {
    match ordered {
        Ordered::Promos => {
            sqlx::query_scalar!("select code from promo order by position, code for update")
                .fetch_all(connection)
                .await
        }
        Ordered::Projects => {
            sqlx::query_scalar!("select code from project order by position, id for update")
                .fetch_all(connection)
                .await
        }
        Ordered::Stores => {
            sqlx::query_scalar!("select code from outlet order by position, code for update")
                .fetch_all(connection)
                .await
        }
    }
}

/// Sets the positions of the records to the places of their codes, from 0.
pub(crate) async fn set(
    connection: &mut PgConnection,
    ordered: Ordered,
    codes: &[String],
    actor: &str,
) -> Result<(), sqlx::Error> {
    match ordered {
        Ordered::Promos => {
            sqlx::query!(
                "update promo
                 set position = place - 1, version = version + 1, changed_by = $2, changed_at = now()
                 from unnest($1::text[]) with ordinality as placed (code, place)
                 where promo.code = placed.code and position <> place - 1",
                codes,
                actor,
            )
            .execute(connection)
            .await?;
        }
        Ordered::Projects => {
            sqlx::query!(
                "update project
                 set position = place - 1, version = version + 1, changed_by = $2, changed_at = now()
                 from unnest($1::text[]) with ordinality as placed (code, place)
                 where project.code = placed.code and position <> place - 1",
                codes,
                actor,
            )
            .execute(connection)
            .await?;
        }
        Ordered::Stores => {
            sqlx::query!(
                "update outlet
                 set position = place - 1, version = version + 1, changed_by = $2, changed_at = now()
                 from unnest($1::text[]) with ordinality as placed (code, place)
                 where outlet.code = placed.code and position <> place - 1",
                codes,
                actor,
            )
            .execute(connection)
            .await?;
        }
    }
    Ok(())
}
