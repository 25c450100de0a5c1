//! Creates a project, for staff; updates it if the code exists.

use kit::{
    caller::{Actor, StaffCaller},
    change::{self, Effect},
    domain::Measures,
    failure::Failure,
    validation::{FieldErrors, INVALID, OUT_OF_RANGE, REQUIRED},
    vocabulary::ProtobufWord as _,
};
use proto::content::v1::{ContentKind, ProjectPiece, SaveOutcome, SaveProjectRequest, SaveProjectResponse};
use sqlx::PgConnection;

use super::{State, validation};
use crate::{
    error::ContentError,
    events,
    project::{Attributes, Category, Piece, Project},
    publication::differences,
    save::{Existing, Outcome, Version, plan},
    store::{self, media::PROJECT},
};

/// Maximum length of a product's code and of a slug of the palette, in bytes.
const MAX_WORD: usize = 60;

pub(super) async fn handle(
    state: &State,
    StaffCaller { actor, .. }: StaffCaller,
    request: SaveProjectRequest,
) -> Result<SaveProjectResponse, Failure> {
    let mode = Existing::of(request.keep_existing, request.is_new);
    let (mut attributes, expected_version) = decode(request)?;
    change::run(&state.pool, async |connection| {
        let before = store::project::lock(connection, &attributes.code).await?;
        let mut errors = FieldErrors::default();
        validation::set_media(connection, &mut errors, "", &mut attributes.image).await?;
        errors.into_result()?;
        let (project, outcome) = save(
            connection,
            &actor,
            before.clone(),
            &attributes,
            expected_version,
            mode,
        )
        .await?;
        let before = before.map(|project| project.attributes);
        let detail = differences(before.as_ref(), Some(&project.attributes));
        let effect = Effect::audited(&actor, "SaveProject", &attributes.code, detail);
        Ok(effect.with(SaveProjectResponse {
            project: Some(project.into()),
            outcome: SaveOutcome::from(outcome).into(),
        }))
    })
    .await
}

fn decode(request: SaveProjectRequest) -> Result<(Attributes, Option<Version>), Failure> {
    let project = request
        .project
        .ok_or_else(|| Failure::invalid_field("project", REQUIRED))?;
    let mut errors = FieldErrors::default();
    let is_draft = validation::is_draft(project.publication.as_ref());
    let category = match Category::known(project.category) {
        None if is_draft => Some(Category::Wardrobe),
        category => errors.check("category", category.ok_or(REQUIRED)),
    };
    let image = validation::picture(&mut errors, "", "imageUrl", project.image, is_draft);
    // The grid of projects reserves the space of a picture before it is loaded.
    let has_size = image.url.is_empty() || image.media_id.is_some() || image.has_size();
    errors.ensure(has_size, "image", INVALID);
    let attributes = Attributes {
        code: validation::code(&mut errors, &project.code, request.is_new),
        category: category.unwrap_or(Category::Wardrobe),
        title: validation::name::<100>(&mut errors, "title", project.title, is_draft),
        description: validation::localized::<0, 2000>(&mut errors, "description", project.description),
        image,
        piece: project.piece.and_then(|piece| decode_piece(&mut errors, piece)),
        is_large: project.is_large,
        position: validation::position(&mut errors, project.position),
        publication: validation::publication(&mut errors, project.publication),
    };
    let expected_version = validation::expected_version(&mut errors, project.version);
    errors.finish(Some((attributes, expected_version)))
}

/// Validates the furniture of a project; `None` if it names no product.
fn decode_piece(errors: &mut FieldErrors, piece: ProjectPiece) -> Option<Piece> {
    let sides = [piece.width_mm, piece.depth_mm, piece.height_mm];
    let measures = Measures::from_millimetres(sides);
    errors.ensure(
        measures.is_some() || sides == [0; 3],
        "piece.measures",
        OUT_OF_RANGE,
    );
    let is_word = |text: &str| {
        text.len() <= MAX_WORD
            && text
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
    };
    errors.ensure(is_word(&piece.product_code), "piece.productCode", INVALID);
    errors.ensure(is_word(&piece.color), "piece.color", INVALID);
    (!piece.product_code.is_empty()).then_some(Piece {
        product_code: piece.product_code,
        color: piece.color,
        measures,
    })
}

async fn save(
    connection: &mut PgConnection,
    actor: &Actor,
    existing: Option<Project>,
    attributes: &Attributes,
    expected_version: Option<Version>,
    mode: Existing,
) -> Result<(Project, Outcome), Failure> {
    let outcome = plan(
        existing.as_ref().map(|project| project.version),
        expected_version,
        mode,
    )?;
    let actor = actor.to_string();
    let project = match (outcome, existing) {
        (Outcome::Kept, Some(existing)) => return Ok((existing, outcome)),
        (Outcome::Changed, _) => store::project::update(connection, attributes, &actor).await?,
        (Outcome::Created | Outcome::Kept, _) => store::project::insert(connection, attributes, &actor)
            .await?
            .ok_or(ContentError::VersionConflict)?,
    };
    store::media::set_content_uses(
        connection,
        PROJECT,
        &project.attributes.code,
        &project.attributes.title,
        project.version.0,
        &[&project.attributes.image],
    )
    .await?;
    events::content_changed(connection, ContentKind::Project, &project.id.to_string()).await?;
    Ok((project, outcome))
}

#[cfg(test)]
mod tests {
    use kit::{failure::Code, grpc::client::on_behalf_of};
    use proto::content::v1::{ContentChanged, Image, Project, ProjectCategory};

    use super::*;
    use crate::testing::{Fixture, fields, into_result, non_staff_callers, project, staff};

    #[tokio::test]
    async fn creates_then_changes_then_keeps() {
        let fixture = Fixture::start().await;
        let created = fixture
            .save_project(project("GD-1", ProjectCategory::Garden))
            .await
            .unwrap();
        assert_eq!(created.outcome(), SaveOutcome::Created);
        let id = created.project.unwrap().id;
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
        let request = staff(SaveProjectRequest {
            project: Some(project("GD-1", ProjectCategory::Garden)),
            keep_existing: true,
            is_new: false,
        });
        let mut kept = into_result(fixture.client.clone().save_project(request).await).unwrap();
        kept.project.as_mut().unwrap().publication = None;
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
        assert_eq!(fixture.audit_log().await, ["operator SaveProject GD-1"; 3]);

        let stale = Project {
            version: 1,
            ..project("GD-1", ProjectCategory::Garden)
        };
        assert_eq!(
            fixture.save_project(stale).await.unwrap_err().code,
            Code::Conflict
        );
    }

    fn with_piece(piece: ProjectPiece) -> Project {
        Project {
            piece: Some(piece),
            ..project("GD-1", ProjectCategory::Garden)
        }
    }

    #[tokio::test]
    async fn keeps_the_furniture_with_the_product_that_is_like_it() {
        let fixture = Fixture::start().await;
        let bench = ProjectPiece {
            product_code: "BG-401".to_owned(),
            color: "oak".to_owned(),
            width_mm: 2_100,
            depth_mm: 600,
            height_mm: 890,
        };
        let saved = fixture.save_project(with_piece(bench.clone())).await.unwrap();
        assert_eq!(saved.project.unwrap().piece, Some(bench.clone()));
        let unmeasured = ProjectPiece {
            product_code: bench.product_code.clone(),
            ..ProjectPiece::default()
        };
        let saved = fixture
            .save_project(with_piece(unmeasured.clone()))
            .await
            .unwrap();
        assert_eq!(saved.project.unwrap().piece, Some(unmeasured));
        let saved = fixture
            .save_project(with_piece(ProjectPiece::default()))
            .await
            .unwrap();
        assert_eq!(saved.project.unwrap().piece, None);

        let invalid = ProjectPiece {
            product_code: "BG 401".to_owned(),
            color: "o".repeat(61),
            height_mm: 99,
            ..bench
        };
        let failure = fixture.save_project(with_piece(invalid)).await.unwrap_err();
        assert_eq!(
            fields(&failure),
            [
                ("piece.measures", "FIELD.OUT_OF_RANGE"),
                ("piece.productCode", "FIELD.INVALID"),
                ("piece.color", "FIELD.INVALID"),
            ]
        );
    }

    #[tokio::test]
    async fn names_all_invalid_fields_and_rejects_other_callers() {
        let fixture = Fixture::start().await;
        let invalid = Project {
            title: None,
            image: Some(Image {
                url: "/a.svg".to_owned(),
                ..Image::default()
            }),
            ..project("GD-1", ProjectCategory::Unspecified)
        };
        let failure = fixture.save_project(invalid).await.unwrap_err();
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
        for (caller, code) in non_staff_callers() {
            let request = SaveProjectRequest {
                project: Some(project("GD-1", ProjectCategory::Garden)),
                keep_existing: false,
                is_new: false,
            };
            let request = on_behalf_of(&caller, request);
            let failure = into_result(fixture.client.clone().save_project(request).await).unwrap_err();
            assert_eq!(failure.code, code, "{caller:?}");
        }
    }
}
