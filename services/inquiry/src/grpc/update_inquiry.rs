//! Staff: changes the fields of an inquiry.

use kit::{
    caller::StaffCaller,
    change::{self, Effect},
    failure::Failure,
    staff::Permission,
    validation::{FieldErrors, REQUIRED},
};
use proto::inquiry::v1::{UpdateInquiryRequest, UpdateInquiryResponse};

use super::{State, convert, details};
use crate::{edit::Edit, inquiry::UpdateError};

/// Maximum length of an address.
const MAX_ADDRESS: usize = 200;

pub(super) async fn handle(
    state: &State,
    StaffCaller { actor, language }: StaffCaller,
    request: UpdateInquiryRequest,
) -> Result<UpdateInquiryResponse, Failure> {
    let mut errors = FieldErrors::default();
    errors.ensure(request.version > 0, "version", REQUIRED);
    let address = request.visit_address.as_deref();
    let address = address.and_then(|address| errors.text::<0, MAX_ADDRESS>("visitAddress", address));
    errors.into_result()?;
    let number = convert::number(&request.number)?;
    change::run(&state.pool, async |connection| {
        let mut edit = Edit::open_for(connection, &actor, &number, Permission::QuotesWrite).await?;
        if edit.inquiry.work.version != request.version {
            return Err(UpdateError::VersionChanged.into());
        }
        edit.inquiry.check_not_wiped()?;
        let present = edit.inquiry.work.visit_address.clone();
        let effect = match address.filter(|address| *address != present) {
            Some(address) => {
                edit.inquiry.work.visit_address = address;
                edit.save(connection, "visit", "").await?;
                edit.audited("UpdateInquiry")
            }
            None => Effect::none(),
        };
        let inquiry = Some(details::load(connection, &actor, language, &number).await?);
        Ok::<_, crate::error::InquiryError>(effect.with(UpdateInquiryResponse { inquiry }))
    })
    .await
    .map_err(Into::into)
}

#[cfg(test)]
mod tests {
    use kit::{grpc::client::on_behalf_of, staff::StaffRole};

    use super::*;
    use crate::testing::{Fixture, member, message, staff};

    #[tokio::test]
    async fn changes_the_address_of_the_visit_by_version() {
        let fixture = Fixture::start().await;
        let number = fixture.send_message(message("Salam")).await.unwrap();
        let update = async |version, address: &str| {
            let request = UpdateInquiryRequest {
                number: number.clone(),
                version,
                visit_address: Some(address.to_owned()),
            };
            let caller = staff(member(StaffRole::Sales));
            let response = fixture
                .inbox()
                .update_inquiry(on_behalf_of(&caller, request))
                .await;
            response.map(|response| response.into_inner().inquiry.unwrap().work.unwrap())
        };
        let work = update(1, " Nizami 5, mənzil 12 ").await.unwrap();
        assert_eq!(
            (work.visit_address.as_str(), work.version),
            ("Nizami 5, mənzil 12", 2)
        );
        let same = update(2, "Nizami 5, mənzil 12").await.unwrap();
        assert_eq!(same.version, 2);
        let stale = update(1, "").await.unwrap_err();
        assert_eq!(
            Failure::from_status(&stale).fields,
            [("version".to_owned(), "DESK.CHANGED".to_owned())]
        );
        let detail: serde_json::Value =
            sqlx::query_scalar("select detail from audit where action = 'UpdateInquiry'")
                .fetch_one(fixture.harness.pool())
                .await
                .unwrap();
        assert_eq!(detail, serde_json::json!({"visitAddress": ["…", "…"]}));
        sqlx::query(
            "update inquiry set wiped_at = now(), name = null, surname = null, phone = null, email = null, message = null
             where number = $1",
        )
        .bind(&number)
        .execute(fixture.harness.pool())
        .await
        .unwrap();
        let left: String = sqlx::query_scalar("select visit_address from inquiry")
            .fetch_one(fixture.harness.pool())
            .await
            .unwrap();
        assert_eq!(left, "");
    }
}
