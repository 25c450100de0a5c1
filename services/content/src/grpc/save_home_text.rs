//! Changes a text or a picture of the home page, for staff.

use kit::{
    caller::StaffCaller,
    change::{self, Effect},
    domain::LocalizedText,
    failure::Failure,
    validation::{FieldErrors, INVALID, REQUIRED},
};
use proto::content::v1::{self as pb, ContentKind, SaveHomeTextRequest, SaveHomeTextResponse};

use super::{State, validation};
use crate::{
    error::ContentError,
    events,
    home_text::Attributes,
    publication::differences,
    save::Version,
    store::{self, media::HOME},
};

/// Maximum length of a key in bytes.
const MAX_KEY: usize = 80;

pub(super) async fn handle(
    state: &State,
    StaffCaller { actor, .. }: StaffCaller,
    request: SaveHomeTextRequest,
) -> Result<SaveHomeTextResponse, Failure> {
    let (key, mut attributes, expected) = decode(request)?;
    change::run(&state.pool, async |connection| {
        let before = store::home_text::lock(connection, &key).await?;
        let version = before.as_ref().map_or(Version(0), |text| text.version);
        if expected.unwrap_or(Version(0)) != version {
            return Err(Failure::from(ContentError::VersionConflict));
        }
        if let Some(image) = &mut attributes.image {
            let mut errors = FieldErrors::default();
            validation::set_media(connection, &mut errors, "", image).await?;
            errors.into_result()?;
        }
        let saved = store::home_text::save(connection, &key, version.0, &attributes, &actor.to_string())
            .await?
            .ok_or(ContentError::VersionConflict)?;
        if let Some(image) = &saved.attributes.image {
            let name = LocalizedText {
                az: key.clone(),
                ..LocalizedText::default()
            };
            store::media::set_content_uses(connection, HOME, &key, &name, saved.version.0, &[image]).await?;
        }
        events::content_changed(connection, ContentKind::Home, &key).await?;
        let before = before.map(|text| text.attributes);
        let detail = differences(before.as_ref(), Some(&saved.attributes));
        let effect = Effect::audited(&actor, "SaveHomeText", &key, detail);
        Ok(effect.with(SaveHomeTextResponse {
            text: Some(saved.into()),
        }))
    })
    .await
}

fn decode(request: SaveHomeTextRequest) -> Result<(String, Attributes, Option<Version>), Failure> {
    let text = request
        .text
        .ok_or_else(|| Failure::invalid_field("text", REQUIRED))?;
    let mut errors = FieldErrors::default();
    let is_key = (1..=MAX_KEY).contains(&text.key.len())
        && text
            .key
            .bytes()
            .all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b'_' || byte == b'.');
    errors.ensure(is_key, "key", INVALID);
    let attributes = match text.image {
        Some(image) => Attributes {
            text: LocalizedText::default(),
            // A picture is an uploaded one.
            image: Some(validation::picture(
                &mut errors,
                "",
                "mediaId",
                Some(pb::Image {
                    url: String::new(),
                    ..image
                }),
                false,
            )),
        },
        None => Attributes {
            text: validation::localized::<1, 2000>(&mut errors, "text", text.text),
            image: None,
        },
    };
    let expected = validation::expected_version(&mut errors, text.version);
    errors.finish(Some((text.key, attributes, expected)))
}

#[cfg(test)]
mod tests {
    use kit::{failure::Code, grpc::client::on_behalf_of};
    use proto::content::v1::{ContentChanged, DeleteHomeTextRequest, HomeText, Image, ListHomeTextsRequest};

    use super::*;
    use crate::testing::{Fixture, anonymous, fields, into_result, non_staff_callers, staff, text, texts};

    fn title(version: i64, words: &str) -> HomeText {
        HomeText {
            key: "HOME.HERO_TITLE".to_owned(),
            text: Some(text(words)),
            version,
            ..HomeText::default()
        }
    }

    #[tokio::test]
    async fn a_text_is_changed_by_its_version_until_the_change_is_deleted() {
        let fixture = Fixture::start().await;
        let save = async |text: HomeText| {
            let request = staff(SaveHomeTextRequest { text: Some(text) });
            into_result(fixture.client.clone().save_home_text(request).await)
        };
        let delete = async |version| {
            let request = staff(DeleteHomeTextRequest {
                key: "HOME.HERO_TITLE".to_owned(),
                version,
            });
            into_result(fixture.client.clone().delete_home_text(request).await)
        };
        let shown = async || {
            let request = anonymous(ListHomeTextsRequest {});
            let listed = fixture.client.clone().list_home_texts(request).await.unwrap();
            listed.into_inner().texts
        };
        for (version, words, saved) in [(0, "One", 1), (1, "Two", 2)] {
            let response = save(title(version, words)).await.unwrap().text.unwrap();
            assert_eq!(
                (response.version, response.changed_by.as_str()),
                (saved, "operator")
            );
        }
        assert_eq!(shown().await, [title(2, "Two")]);
        for stale in [0, 1, 3] {
            let failure = save(title(stale, "Three")).await.unwrap_err();
            assert_eq!(
                (failure.code, fields(&failure)),
                (Code::Conflict, vec![("version", "DESK.CHANGED")])
            );
            assert_eq!(delete(stale).await.unwrap_err().code, Code::Conflict);
        }
        delete(2).await.unwrap();
        assert_eq!(shown().await, []);
        // No row is left to delete.
        delete(0).await.unwrap();
        assert_eq!(delete(2).await.unwrap_err().code, Code::Conflict);
        save(title(0, "Four")).await.unwrap();
        assert_eq!(fixture.harness.published::<ContentChanged>().await.len(), 4);
        let details: Vec<String> = sqlx::query_scalar("select action || detail::text from audit order by id")
            .fetch_all(fixture.harness.pool())
            .await
            .unwrap();
        let changed = |old: &str, new: &str| format!("[{old}, {new}]");
        for (detail, [action, words]) in details.iter().zip([
            ["SaveHomeText", &changed("null", "\"One\"")],
            ["SaveHomeText", &changed("\"One\"", "\"Two\"")],
            ["DeleteHomeText", &changed("\"Two\"", "null")],
            ["SaveHomeText", &changed("null", "\"Four\"")],
        ]) {
            assert!(detail.starts_with(action) && detail.contains(words), "{detail}");
        }
        assert_eq!(details.len(), 4);
    }

    #[tokio::test]
    async fn names_all_invalid_fields_and_rejects_other_callers() {
        let fixture = Fixture::start().await;
        let long = "ə".repeat(2001);
        for (invalid, expected) in [
            (
                HomeText {
                    key: "home".to_owned(),
                    text: Some(texts("", "Да", &long)),
                    ..HomeText::default()
                },
                vec![
                    ("key", "FIELD.INVALID"),
                    ("textAz", "FIELD.REQUIRED"),
                    ("textEn", "FIELD.TOO_LONG"),
                ],
            ),
            (
                HomeText {
                    key: "HOME.ABOUT.PICTURE".to_owned(),
                    image: Some(Image::default()),
                    ..HomeText::default()
                },
                vec![("mediaId", "FIELD.REQUIRED")],
            ),
        ] {
            let request = staff(SaveHomeTextRequest { text: Some(invalid) });
            let failure = into_result(fixture.client.clone().save_home_text(request).await).unwrap_err();
            assert_eq!(fields(&failure), expected);
        }
        for (caller, code) in non_staff_callers() {
            let request = on_behalf_of(
                &caller,
                SaveHomeTextRequest {
                    text: Some(title(0, "One")),
                },
            );
            let failure = into_result(fixture.client.clone().save_home_text(request).await).unwrap_err();
            assert_eq!(failure.code, code, "{caller:?}");
        }
    }
}
