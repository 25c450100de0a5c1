//! Calls with who may make them.

use axum::Extension;
use kit::staff::{Access, Permission, StaffRole};
use utoipa_axum::router::{OpenApiRouter, UtoipaMethodRouter, UtoipaMethodRouterExt as _};

use crate::{session::Step, state::AppState};

/// Requirements of a call on the session.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Requirement {
    /// The step besides [`Step::Done`] in which the call may be made.
    pub(crate) early_step: Option<Step>,
    /// The permission that the role must have, at least for some records.
    pub(crate) permission: Option<Permission>,
    /// Whether a second factor must have been checked within the last minutes. Not in the early step.
    pub(crate) has_step_up: bool,
    /// The role that needs no step-up.
    pub(crate) step_up_exempt: Option<StaffRole>,
    /// The role that may not make the call in spite of its permission.
    refused: Option<StaffRole>,
}

impl Requirement {
    /// A session with a second factor, of any role.
    pub(crate) const ANY_ROLE: Self = Self {
        early_step: None,
        permission: None,
        has_step_up: false,
        step_up_exempt: None,
        refused: None,
    };

    /// A role with a permission, at least for some records.
    pub(crate) const fn permission(permission: Permission) -> Self {
        Self {
            permission: Some(permission),
            ..Self::ANY_ROLE
        }
    }

    /// Refuses a role in spite of its permission.
    #[must_use]
    pub(crate) const fn without(self, role: StaffRole) -> Self {
        Self {
            refused: Some(role),
            ..self
        }
    }

    /// Whether a role may make the call, at least for some records.
    pub(crate) fn admits(self, role: StaffRole) -> bool {
        self.refused != Some(role)
            && self
                .permission
                .is_none_or(|permission| role.access(permission) != Access::Never)
    }

    /// Also requires a step-up.
    #[must_use]
    pub(crate) const fn with_step_up(self) -> Self {
        Self {
            has_step_up: true,
            ..self
        }
    }

    /// Requires no step-up of a role.
    #[must_use]
    pub(crate) const fn but_of(self, role: StaffRole) -> Self {
        Self {
            step_up_exempt: Some(role),
            ..self
        }
    }

    /// Whether a role needs a step-up.
    pub(crate) fn needs_step_up(self, role: StaffRole) -> bool {
        self.has_step_up && self.step_up_exempt != Some(role)
    }

    /// Also allows a session in an earlier step.
    #[must_use]
    pub(crate) const fn or_in(self, step: Step) -> Self {
        Self {
            early_step: Some(step),
            ..self
        }
    }
}

/// A call of the desk, with what it requires.
pub(crate) struct Call {
    /// `None` if the call needs no session.
    requirement: Option<Requirement>,
    routes: UtoipaMethodRouter<AppState>,
}

impl Call {
    /// A call that requires a session. Its handler has [`super::Member`] as its first extractor.
    pub(crate) const fn new(requirement: Requirement, routes: UtoipaMethodRouter<AppState>) -> Self {
        Self {
            requirement: Some(requirement),
            routes,
        }
    }

    /// A call that needs no session.
    pub(crate) const fn open(routes: UtoipaMethodRouter<AppState>) -> Self {
        Self {
            requirement: None,
            routes,
        }
    }
}

/// Registers calls.
pub(crate) fn router(calls: Vec<Call>) -> OpenApiRouter<AppState> {
    calls.into_iter().fold(OpenApiRouter::new(), |router, call| {
        router.routes(match call.requirement {
            Some(requirement) => call.routes.layer(Extension(requirement)),
            None => call.routes,
        })
    })
}

/// A call as a test sees it.
#[cfg(test)]
#[derive(Debug)]
pub(crate) struct Described {
    pub(crate) method: String,
    /// Template below the base path of the desk.
    pub(crate) path: String,
    pub(crate) requirement: Option<Requirement>,
}

#[cfg(test)]
impl Call {
    /// Returns the method and path of the call; it has one of each.
    pub(crate) fn describe(&self) -> Described {
        let paths = serde_json::to_value(&self.routes.1).unwrap();
        let (path, item) = paths.as_object().unwrap().iter().next().unwrap();
        let methods = item.as_object().unwrap();
        assert_eq!(methods.len(), 1, "{path}");
        Described {
            method: methods.keys().next().unwrap().to_uppercase(),
            path: path.clone(),
            requirement: self.requirement,
        }
    }
}
