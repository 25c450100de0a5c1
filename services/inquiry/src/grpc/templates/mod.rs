//! The rpcs of prepared texts.

mod delete_template;
mod list_templates;
mod save_template;
#[cfg(test)]
mod tests;

use kit::convert::timestamp;
use proto::inquiry::v1 as wire;

use super::State;
use crate::template::Template;

kit::rpcs! {
    impl proto::inquiry::v1::template_service_server::TemplateService for State {
        staff(TemplatesRead) list_templates(ListTemplatesRequest) -> ListTemplatesResponse;
        staff(TemplatesWrite) save_template(SaveTemplateRequest) -> SaveTemplateResponse;
        staff(TemplatesWrite) delete_template(DeleteTemplateRequest) -> DeleteTemplateResponse;
    }
}

impl From<Template> for wire::Template {
    fn from(template: Template) -> Self {
        Self {
            code: template.code,
            channel: template.channel.name().to_owned(),
            name: Some(template.name.into()),
            subject: Some(template.subject.into()),
            text: Some(template.text.into()),
            version: template.version,
            changed_by: template.changed_by.unwrap_or_default(),
            changed_at: Some(timestamp(template.changed_at)),
        }
    }
}
