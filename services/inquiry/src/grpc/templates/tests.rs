//! Tests of prepared texts.

use kit::{failure::Failure, grpc::client::on_behalf_of, staff::StaffRole};
use proto::{
    common::v1::LocalizedText,
    inquiry::v1::{
        DeleteTemplateRequest, ListTemplatesRequest, SaveTemplateRequest, Template,
        template_service_client::TemplateServiceClient,
    },
};

use crate::{
    template::{has_known_placeholders, is_code},
    testing::{Fixture, member, staff},
};

fn text(text: &str) -> LocalizedText {
    LocalizedText {
        az: text.to_owned(),
        ru: text.to_owned(),
        en: text.to_owned(),
    }
}

fn template(code: &str) -> Template {
    Template {
        code: code.to_owned(),
        channel: "mail".to_owned(),
        name: Some(text("Ölçü")),
        subject: Some(text("")),
        text: Some(text("Salam, {name}! {product} {link} {me}")),
        ..Template::default()
    }
}

/// Returns the template, or the keys by field; `general` is the reason.
type Outcome = Result<Template, Vec<(String, String)>>;

fn keys(status: &tonic::Status) -> Vec<(String, String)> {
    let failure = Failure::from_status(status);
    if failure.fields.is_empty() {
        return vec![("general".to_owned(), failure.reason)];
    }
    failure.fields
}

async fn save(fixture: &Fixture, template: Template) -> Outcome {
    let request = SaveTemplateRequest {
        template: Some(template),
    };
    let request = on_behalf_of(&staff(member(StaffRole::Manager)), request);
    let saved = TemplateServiceClient::new(fixture.raw_client())
        .save_template(request)
        .await;
    saved
        .map(|response| response.into_inner().template.unwrap())
        .map_err(|status| keys(&status))
}

async fn delete(fixture: &Fixture, code: &str, version: i64) -> Result<(), Vec<(String, String)>> {
    let request = DeleteTemplateRequest {
        code: code.to_owned(),
        version,
    };
    let request = on_behalf_of(&staff(member(StaffRole::Owner)), request);
    let deleted = TemplateServiceClient::new(fixture.raw_client())
        .delete_template(request)
        .await;
    deleted.map(drop).map_err(|status| keys(&status))
}

async fn list(fixture: &Fixture) -> Vec<Template> {
    let request = on_behalf_of(&staff(member(StaffRole::Sales)), ListTemplatesRequest {});
    let listed = TemplateServiceClient::new(fixture.raw_client())
        .list_templates(request)
        .await;
    listed.unwrap().into_inner().templates
}

fn refused<T>(field: &str, key: &str) -> Result<T, Vec<(String, String)>> {
    Err(vec![(field.to_owned(), key.to_owned())])
}

#[tokio::test]
async fn prepared_texts_are_saved_by_version_with_known_placeholders_only() {
    let fixture = Fixture::start().await;
    let delivered = list(&fixture).await;
    let codes: Vec<_> = delivered.iter().map(|template| template.code.as_str()).collect();
    assert_eq!(
        codes,
        ["ask_size", "no_answer", "price_ready", "price_ready_mail"]
    );
    for template in &delivered {
        let texts = [&template.name, &template.subject, &template.text];
        let texts = texts.into_iter().flatten();
        for text in texts.flat_map(|text| [&text.az, &text.ru, &text.en]) {
            assert!(has_known_placeholders(text), "{text}");
        }
        assert!(is_code(&template.code) && template.version == 1 && template.changed_by.is_empty());
        // A delivered text is a valid one.
        assert_eq!(save(&fixture, template.clone()).await.as_ref(), Ok(template));
    }

    let created = save(&fixture, template("size")).await.unwrap();
    assert_eq!((created.version, created.changed_by.is_empty()), (1, false));
    let changed = Template {
        text: Some(text("Salam!")),
        ..created.clone()
    };
    let saved = save(&fixture, changed.clone()).await.unwrap();
    assert_eq!((saved.version, &saved.text), (2, &changed.text));
    let wrong = LocalizedText {
        az: "{price}".to_owned(),
        ..text("{name}")
    };
    let pair = |(field, key): (&str, &str)| (field.to_owned(), key.to_owned());
    for (template, outcome) in [
        (template("size"), refused("code", "CONTENT.CODE_TAKEN")),
        (changed, refused("version", "DESK.CHANGED")),
        (
            Template {
                version: 1,
                ..template("unknown")
            },
            refused("general", "ERROR.NOT_FOUND"),
        ),
        (
            Template {
                text: Some(wrong),
                ..template("other")
            },
            refused("textAz", "TEMPLATE.PLACEHOLDER"),
        ),
        (
            Template {
                code: "Other".to_owned(),
                channel: "fax".to_owned(),
                name: Some(LocalizedText {
                    ru: String::new(),
                    ..text("Ölçü")
                }),
                subject: Some(text(&"x".repeat(201))),
                ..template("other")
            },
            Err([
                ("code", "FIELD.INVALID"),
                ("channel", "FIELD.INVALID"),
                ("nameRu", "FIELD.REQUIRED"),
                ("subjectAz", "FIELD.TOO_LONG"),
                ("subjectRu", "FIELD.TOO_LONG"),
                ("subjectEn", "FIELD.TOO_LONG"),
            ]
            .map(pair)
            .to_vec()),
        ),
    ] {
        assert_eq!(save(&fixture, template.clone()).await, outcome, "{template:?}");
    }
    assert_eq!(
        delete(&fixture, "size", 1).await,
        refused("version", "DESK.CHANGED")
    );
    delete(&fixture, "size", 2).await.unwrap();
    assert_eq!(
        delete(&fixture, "size", 2).await,
        refused("general", "ERROR.NOT_FOUND")
    );
    assert_eq!(list(&fixture).await, delivered);
    assert_eq!(fixture.audited_subjects("SaveTemplate").await, ["size", "size"]);
    assert_eq!(fixture.audited_subjects("DeleteTemplate").await, ["size"]);
}
