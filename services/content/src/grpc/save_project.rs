//! Staff: adds a project, or writes the one with this code anew.

use kit::{caller::Caller, failure::Failure};
use proto::content::v1::{ContentKind, SaveOutcome, SaveProjectRequest, SaveProjectResponse};
use sqlx::PgConnection;
use tonic::Request;

use super::{
    State, convert,
    problems::{INVALID, Problems, REQUIRED},
};
use crate::{
    error::ContentError,
    events,
    project::{Category, Facts, Project},
    saving::{Outcome, Seen, Stale, plan},
    store,
};

pub(super) async fn handle(
    state: &State,
    request: Request<SaveProjectRequest>,
) -> Result<SaveProjectResponse, Failure> {
    let actor = Caller::from_request(&request)?.require_staff()?;
    let message = request.into_inner();
    let keep_existing = message.keep_existing;
    let (facts, seen) = decode(message)?;
    let mut transaction = state.pool.begin().await?;
    let (project, outcome) = save(&mut transaction, &facts, seen, keep_existing).await?;
    let detail = serde_json::json!({
        "projectId": project.id.get(),
        "titleEn": project.facts.title.en,
        "category": project.facts.category.slug(),
        "isLarge": project.facts.is_large,
        "position": project.facts.position,
        "version": project.version.0,
    });
    kit::audit::record(&mut transaction, &actor, "SaveProject", &facts.code, detail).await?;
    transaction.commit().await?;
    Ok(SaveProjectResponse {
        project: Some(project.into()),
        outcome: SaveOutcome::from(outcome).into(),
    })
}

fn decode(message: SaveProjectRequest) -> Result<(Facts, Seen), Failure> {
    let project = message
        .project
        .ok_or_else(|| Failure::invalid_field("project", REQUIRED))?;
    let mut problems = Problems::default();
    let category = convert::category(project.category());
    problems.check(category.is_some(), "category", REQUIRED);
    let image = problems.picture(project.image, "imageUrl");
    // The lattice of projects must keep the place of each before it is loaded.
    problems.check(image.url.is_empty() || image.has_size(), "image", INVALID);
    let facts = Facts {
        code: problems.code(&project.code),
        category: category.unwrap_or(Category::Wardrobe),
        title: problems.text::<1, 100>(project.title, "title"),
        description: problems.text::<0, 2000>(project.description, "description"),
        image,
        is_large: project.is_large,
        position: problems.position(project.position),
    };
    let seen = problems.version(project.version);
    problems.done()?;
    Ok((facts, seen))
}

async fn save(
    connection: &mut PgConnection,
    facts: &Facts,
    seen: Seen,
    keep_existing: bool,
) -> Result<(Project, Outcome), ContentError> {
    let existing = store::project::lock(connection, &facts.code).await?;
    let outcome = plan(
        existing.as_ref().map(|project| project.version),
        seen,
        keep_existing,
    )?;
    let project = match (outcome, existing) {
        (Outcome::Kept, Some(existing)) => return Ok((existing, outcome)),
        (Outcome::Changed, _) => store::project::update(connection, facts).await?,
        // Without a row somebody else added it just now.
        (Outcome::Created | Outcome::Kept, _) => {
            store::project::insert(connection, facts).await?.ok_or(Stale)?
        }
    };
    events::changed(connection, ContentKind::Project, &project.id.to_string()).await?;
    Ok((project, outcome))
}

#[cfg(test)]
mod tests {
    use kit::{failure::Code, grpc::client::on_behalf_of};
    use proto::content::v1::{ContentChanged, Image, Project, ProjectCategory};

    use super::*;
    use crate::testing::{Fixture, answer, fields, not_staff, project, staff};

    #[tokio::test]
    async fn is_added_then_changed_then_kept() {
        let fixture = Fixture::start().await;
        let added = fixture
            .save_project(project("GD-1", ProjectCategory::Garden))
            .await
            .unwrap();
        assert_eq!(added.outcome(), SaveOutcome::Created);
        let id = added.project.unwrap().id;
        let other = Project {
            is_large: true,
            ..project("GD-1", ProjectCategory::Kitchen)
        };
        let changed = fixture.save_project(other.clone()).await.unwrap();
        assert_eq!(changed.outcome(), SaveOutcome::Changed);
        assert_eq!(
            changed.project,
            Some(Project {
                id,
                version: 2,
                ..other
            })
        );
        let keeping = staff(SaveProjectRequest {
            project: Some(project("GD-1", ProjectCategory::Garden)),
            keep_existing: true,
        });
        let kept = answer(fixture.client.clone().save_project(keeping).await).unwrap();
        assert_eq!(
            (kept.outcome(), kept.project),
            (SaveOutcome::Kept, changed.project)
        );
        let changed = ContentChanged {
            kind: ContentKind::Project.into(),
            id: id.to_string(),
        };
        assert_eq!(
            fixture.harness.published::<ContentChanged>().await,
            [changed.clone(), changed]
        );
        assert_eq!(fixture.audited().await, ["operator SaveProject GD-1"; 3]);

        let stale = Project {
            version: 1,
            ..project("GD-1", ProjectCategory::Garden)
        };
        assert_eq!(
            fixture.save_project(stale).await.unwrap_err().code,
            Code::Conflict
        );
    }

    #[tokio::test]
    async fn all_that_is_wrong_is_named_and_only_staff_may() {
        let fixture = Fixture::start().await;
        let wrong = Project {
            title: None,
            image: Some(Image {
                url: "/a.svg".to_owned(),
                ..Image::default()
            }),
            ..project("GD-1", ProjectCategory::Unspecified)
        };
        let failure = fixture.save_project(wrong).await.unwrap_err();
        assert_eq!(
            fields(&failure),
            [
                ("category", "FIELD.REQUIRED"),
                ("image", "FIELD.INVALID"),
                ("titleAz", "FIELD.REQUIRED"),
                ("titleRu", "FIELD.REQUIRED"),
                ("titleEn", "FIELD.REQUIRED"),
            ]
        );
        for (caller, code) in not_staff() {
            let message = SaveProjectRequest {
                project: Some(project("GD-1", ProjectCategory::Garden)),
                keep_existing: false,
            };
            let request = on_behalf_of(&caller, message);
            let failure = answer(fixture.client.clone().save_project(request).await).unwrap_err();
            assert_eq!(failure.code, code, "{caller:?}");
        }
    }
}
