//! Portfolio projects.

use kit::domain::{LocalizedText, Page, ProjectId};
use sqlx::{PgConnection, types::Json};
use time::OffsetDateTime;

use crate::{
    picture::Picture,
    portfolio::Portfolio,
    project::{Attributes, Category, Piece, Project},
    publication::{LastChange, Publication, Visibility},
    save::Version,
    search::Document,
};

/// Maximum number of projects that the search reads, and the copy for the time without the database.
const MAX_DOCUMENTS: i64 = 10_000;

/// All projects, on one page.
const ALL: Page = Page {
    limit: MAX_DOCUMENTS,
    offset: 0,
};

struct Row {
    id: ProjectId,
    code: String,
    category: Category,
    title: Json<LocalizedText>,
    description: Json<LocalizedText>,
    image: Json<Picture>,
    piece: Option<Json<Piece>>,
    is_large: bool,
    position: i32,
    version: i64,
    is_draft: bool,
    show_at: Option<OffsetDateTime>,
    changed_by: Option<String>,
    changed_at: OffsetDateTime,
}

impl From<Row> for Project {
    fn from(row: Row) -> Self {
        Self {
            id: row.id,
            version: Version(row.version),
            attributes: Attributes {
                code: row.code,
                category: row.category,
                title: row.title.0,
                description: row.description.0,
                image: row.image.0,
                piece: row.piece.map(|piece| piece.0),
                is_large: row.is_large,
                position: row.position,
                publication: Publication {
                    is_draft: row.is_draft,
                    from: row.show_at,
                    until: None,
                },
            },
            last_change: LastChange {
                by: row.changed_by,
                at: row.changed_at,
            },
        }
    }
}

/// Returns a page of the visible projects, optionally of one category, in the order of their positions.
pub(crate) async fn page(
    connection: &mut PgConnection,
    visibility: Visibility,
    category: Option<Category>,
    page: Page,
) -> Result<Vec<Project>, sqlx::Error> {
    let rows = sqlx::query_as!(
        Row,
        "select id, code, category, title, description, image, piece, is_large, position, version, is_draft, show_at,
                changed_by, changed_at
         from project
         where ($1::text is null or category = $1) and ($4 or (not is_draft and (show_at is null or show_at <= now())))
         order by position, id
         limit $2 offset $3",
        category.map(Category::name),
        page.limit,
        page.offset,
        visibility == Visibility::All,
    )
    .fetch_all(connection)
    .await?;
    Ok(rows.into_iter().map(Project::from).collect())
}

/// Returns the ids of a page of the projects that the shop shows, ascending.
pub(crate) async fn ids(connection: &mut PgConnection, page: Page) -> Result<Vec<ProjectId>, sqlx::Error> {
    sqlx::query_scalar!(
        "select id from project where not is_draft and (show_at is null or show_at <= now())
         order by id limit $1 offset $2",
        page.limit,
        page.offset,
    )
    .fetch_all(connection)
    .await
}

/// Returns the number of visible projects, optionally of one category.
pub(crate) async fn count(
    connection: &mut PgConnection,
    visibility: Visibility,
    category: Option<Category>,
) -> Result<i64, sqlx::Error> {
    sqlx::query_scalar!(
        r#"select count(*) as "count!" from project
           where ($1::text is null or category = $1) and ($2 or (not is_draft and (show_at is null or show_at <= now())))"#,
        category.map(Category::name),
        visibility == Visibility::All,
    )
    .fetch_one(connection)
    .await
}

/// Returns projects in the order of their ids in `ids`, without those that the shop does not show.
pub(crate) async fn find_many(
    connection: &mut PgConnection,
    ids: &[ProjectId],
) -> Result<Vec<Project>, sqlx::Error> {
    let ids: Vec<i64> = ids.iter().map(|id| id.get()).collect();
    let rows = sqlx::query_as!(
        Row,
        "select project.id, code, category, title, description, image, piece, is_large, position, version, is_draft, show_at, changed_by,
                changed_at
         from unnest($1::bigint[]) with ordinality as asked (id, place)
         join project on project.id = asked.id
         where not is_draft and (show_at is null or show_at <= now())
         order by asked.place",
        &ids,
    )
    .fetch_all(connection)
    .await?;
    Ok(rows.into_iter().map(Project::from).collect())
}

/// Returns the indexed text of the projects that the shop shows, in the order of their positions.
pub(crate) async fn documents(connection: &mut PgConnection) -> Result<Vec<Document>, sqlx::Error> {
    sqlx::query_as!(
        Document,
        "select id as project, words from project where not is_draft and (show_at is null or show_at <= now())
         order by position, id limit $1",
        MAX_DOCUMENTS,
    )
    .fetch_all(connection)
    .await
}

/// Returns the projects that the shop shows.
pub(crate) async fn portfolio(connection: &mut PgConnection) -> Result<Portfolio, sqlx::Error> {
    let projects = page(connection, Visibility::Shown, None, ALL).await?;
    Ok(Portfolio::new(projects, documents(connection).await?))
}

/// Returns the project with a code and locks it until the transaction ends.
pub(crate) async fn lock(connection: &mut PgConnection, code: &str) -> Result<Option<Project>, sqlx::Error> {
    let row = sqlx::query_as!(
        Row,
        "select id, code, category, title, description, image, piece, is_large, position, version, is_draft, show_at,
                changed_by, changed_at
         from project
         where code = $1 for update",
        code,
    )
    .fetch_optional(connection)
    .await?;
    Ok(row.map(Project::from))
}

/// Inserts a project; returns `None` if a concurrent transaction inserted the code.
pub(crate) async fn insert(
    connection: &mut PgConnection,
    attributes: &Attributes,
    actor: &str,
) -> Result<Option<Project>, sqlx::Error> {
    let row = sqlx::query_as!(
        Row,
        "insert into project (code, category, title, description, image, is_large, position, words,
                              is_draft, show_at, changed_by, piece)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
         on conflict (code) do nothing
         returning id, code, category, title, description, image, piece, is_large, position, version, is_draft, show_at,
                changed_by, changed_at",
        attributes.code,
        attributes.category.name(),
        Json(&attributes.title) as _,
        Json(&attributes.description) as _,
        Json(&attributes.image) as _,
        attributes.is_large,
        attributes.position,
        &attributes.search_words(),
        attributes.publication.is_draft,
        attributes.publication.from,
        actor,
        attributes.piece.as_ref().map(Json) as _,
    )
    .fetch_optional(connection)
    .await?;
    Ok(row.map(Project::from))
}

/// Updates a project.
pub(crate) async fn update(
    connection: &mut PgConnection,
    attributes: &Attributes,
    actor: &str,
) -> Result<Project, sqlx::Error> {
    let row = sqlx::query_as!(
        Row,
        "update project
         set category = $2, title = $3, description = $4, image = $5, is_large = $6, position = $7, words = $8,
             is_draft = $9, show_at = $10, changed_by = $11, piece = $12, changed_at = now(), version = version + 1
         where code = $1
         returning id, code, category, title, description, image, piece, is_large, position, version, is_draft, show_at,
                changed_by, changed_at",
        attributes.code,
        attributes.category.name(),
        Json(&attributes.title) as _,
        Json(&attributes.description) as _,
        Json(&attributes.image) as _,
        attributes.is_large,
        attributes.position,
        &attributes.search_words(),
        attributes.publication.is_draft,
        attributes.publication.from,
        actor,
        attributes.piece.as_ref().map(Json) as _,
    )
    .fetch_one(connection)
    .await?;
    Ok(row.into())
}

/// Deletes a project.
pub(crate) async fn delete(connection: &mut PgConnection, code: &str) -> Result<(), sqlx::Error> {
    sqlx::query!("delete from project where code = $1", code)
        .execute(connection)
        .await?;
    Ok(())
}
