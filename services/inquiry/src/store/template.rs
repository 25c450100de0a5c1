//! The table `template`.

use kit::{caller::Actor, domain::LocalizedText, vocabulary::inquiry::TemplateChannel};
use sqlx::{PgConnection, types::Json};
use time::OffsetDateTime;

use crate::template::Template;

struct Row {
    code: String,
    channel: TemplateChannel,
    name: Json<LocalizedText>,
    subject: Json<LocalizedText>,
    text: Json<LocalizedText>,
    version: i64,
    changed_by: Option<String>,
    changed_at: OffsetDateTime,
}

impl From<Row> for Template {
    fn from(row: Row) -> Self {
        Self {
            code: row.code,
            channel: row.channel,
            name: row.name.0,
            subject: row.subject.0,
            text: row.text.0,
            version: row.version,
            changed_by: row.changed_by,
            changed_at: row.changed_at,
        }
    }
}

/// Selects prepared texts.
macro_rules! select_template {
    ($condition:tt $(, $argument:expr)*) => {
        sqlx::query_as!(
            Row,
            r#"select code, channel as "channel: TemplateChannel", name as "name: Json<LocalizedText>",
                      subject as "subject: Json<LocalizedText>", text as "text: Json<LocalizedText>", version, changed_by,
                      changed_at
               from template "# + $condition
            $(, $argument)*
        )
    };
}

/// Returns all prepared texts, by code.
pub(crate) async fn list(connection: &mut PgConnection) -> Result<Vec<Template>, sqlx::Error> {
    let rows = select_template!("order by code").fetch_all(connection).await?;
    Ok(rows.into_iter().map(Template::from).collect())
}

/// Locks a prepared text until the transaction ends and returns it.
pub(crate) async fn lock(connection: &mut PgConnection, code: &str) -> Result<Option<Template>, sqlx::Error> {
    let row = select_template!("where code = $1 for update", code)
        .fetch_optional(connection)
        .await?;
    Ok(row.map(Template::from))
}

/// Returns the number of prepared texts. Parallel calls wait for each other.
pub(crate) async fn count(connection: &mut PgConnection) -> Result<i64, sqlx::Error> {
    sqlx::query!("lock table template in share row exclusive mode")
        .execute(&mut *connection)
        .await?;
    sqlx::query_scalar!(r#"select count(*) as "count!" from template"#)
        .fetch_one(connection)
        .await
}

/// Stores a prepared text with its next version, a new one or a locked one, and returns it.
pub(crate) async fn save(
    connection: &mut PgConnection,
    template: &Template,
    actor: &Actor,
) -> Result<Template, sqlx::Error> {
    let row = sqlx::query_as!(
        Row,
        r#"insert into template (code, channel, name, subject, text, version, changed_by)
           values ($1, $2, $3, $4, $5, $6, $7)
           on conflict (code) do update
           set channel = excluded.channel, name = excluded.name, subject = excluded.subject, text = excluded.text,
               version = excluded.version, changed_by = excluded.changed_by, changed_at = now()
           returning code, channel as "channel: TemplateChannel", name as "name: Json<LocalizedText>",
                     subject as "subject: Json<LocalizedText>", text as "text: Json<LocalizedText>", version, changed_by,
                     changed_at"#,
        template.code,
        template.channel.name(),
        Json(&template.name) as _,
        Json(&template.subject) as _,
        Json(&template.text) as _,
        template.version.saturating_add(1),
        actor.to_string(),
    )
    .fetch_one(connection)
    .await?;
    Ok(row.into())
}

/// Deletes a prepared text.
pub(crate) async fn delete(connection: &mut PgConnection, code: &str) -> Result<(), sqlx::Error> {
    sqlx::query!("delete from template where code = $1", code)
        .execute(connection)
        .await?;
    Ok(())
}
