//! Records that a member of the staff downloads a list.

use proto::common::v1::{RecordExportRequest, RecordExportResponse};
use serde_json::json;

use super::State;
use crate::{
    caller::{Actor, StaffCaller},
    change::{self, Effect},
    failure::{Code, Failure},
    staff::{Permission, StaffRole},
    validation::{FieldErrors, INVALID, TOO_LONG},
    vocabulary::account::Screen,
};

/// Maximum number of filters.
const MAX_FILTERS: usize = 50;

/// Maximum length of the name of a filter.
const MAX_FILTER_LENGTH: usize = 40;

pub(super) async fn handle(
    state: &State,
    StaffCaller { actor, .. }: StaffCaller,
    request: RecordExportRequest,
) -> Result<RecordExportResponse, Failure> {
    let screen = decode(&request)?;
    check(&actor, screen)?;
    change::run(&state.pool, async |_| {
        let detail = json!({"filters": request.filters, "rows": request.rows});
        let effect = Effect::audited(&actor, "Export", screen.name(), detail);
        Ok::<_, Failure>(effect.with(RecordExportResponse {}))
    })
    .await
}

fn decode(request: &RecordExportRequest) -> Result<Screen, Failure> {
    let mut errors = FieldErrors::default();
    let screen = errors.parse("screen", &request.screen);
    errors.ensure(request.filters.len() <= MAX_FILTERS, "filters", TOO_LONG);
    // Names only: the value of a search may be a person's name.
    let is_name = |name: &String| {
        name.len() <= MAX_FILTER_LENGTH && name.bytes().all(|byte| byte.is_ascii_alphanumeric())
    };
    errors.ensure(request.filters.iter().all(is_name), "filters", INVALID);
    errors.finish(screen)
}

/// Checks that the caller may download a list: sales members without a step-up, as theirs have no contacts.
fn check(actor: &Actor, screen: Screen) -> Result<(), Failure> {
    let (permission, has_contacts) = match screen {
        Screen::Quotes | Screen::Orders | Screen::Customers => (Permission::CustomersRead, true),
        Screen::Products => (Permission::ProductsText, false),
        Screen::Activity => (Permission::ActivityRead, false),
    };
    actor.require_permission(permission)?;
    match actor {
        Actor::Member(member) if has_contacts && !member.is_stepped_up && member.role != StaffRole::Sales => {
            Err(Failure::with_reason(Code::Forbidden, "DESK.STEP_UP"))
        }
        Actor::Member(_) | Actor::Operator => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{caller::StaffMember, domain::UserId};

    fn refusal(role: StaffRole, is_stepped_up: bool, screen: Screen) -> Option<String> {
        let member = StaffMember {
            user: UserId::generate(),
            role,
            is_stepped_up,
        };
        check(&Actor::Member(member), screen)
            .err()
            .map(|failure| failure.reason)
    }

    #[test]
    fn lists_with_contacts_need_a_step_up_but_of_sales_members() {
        let outcomes = |role, is_stepped_up| {
            Screen::ALL.map(|screen| match refusal(role, is_stepped_up, screen).as_deref() {
                None => "yes",
                Some("DESK.STEP_UP") => "step-up",
                Some(_) => "no",
            })
        };
        // Quotes, orders, products, customers, activity.
        for (role, is_stepped_up, expected) in [
            (
                StaffRole::Owner,
                false,
                ["step-up", "step-up", "yes", "step-up", "yes"],
            ),
            (StaffRole::Manager, true, ["yes"; 5]),
            (StaffRole::Sales, false, ["yes", "yes", "no", "yes", "no"]),
            (StaffRole::Warehouse, true, ["no"; 5]),
            (StaffRole::Editor, true, ["no", "no", "yes", "no", "no"]),
        ] {
            assert_eq!(outcomes(role, is_stepped_up), expected, "{role}");
        }
    }

    #[test]
    fn filters_are_names_without_values() {
        let request = |filter: &str| RecordExportRequest {
            screen: "quotes".to_owned(),
            filters: vec![filter.to_owned()],
            rows: 1,
        };
        assert!(decode(&request("deliveryFrom")).is_ok());
        for filter in ["q=Rauf", "q Rauf", "ə"] {
            assert!(decode(&request(filter)).is_err(), "{filter}");
        }
    }
}
