//! Authorization of the callers of rpcs, as [`crate::rpcs!`] declares it.

use std::fmt;

use super::{Actor, Caller, CallerKind, GATEWAY, StaffMember};
use crate::{
    domain::{Language, UserId},
    failure::{Code, Failure},
    staff::{Access, Permission},
};

/// The callers that an rpc admits.
///
/// The operator's command line has all permissions of the staff.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Admission {
    /// All callers.
    Anyone,
    /// All callers; the handler authenticates the session whose token is in the request.
    Session,
    /// The gateway, for itself or for any user.
    Gateway,
    /// Signed-in customers.
    Customer,
    /// Staff members, without the operator's command line.
    Member,
    /// Staff members whose second factor was checked again.
    SteppedUpMember,
    /// Staff.
    Staff,
    /// Staff with at least one of these permissions, at least for some records.
    Permission(&'static [Permission]),
    /// Staff with this permission for all records.
    EveryRecord(Permission),
    /// Staff with this permission whose second factor was checked again.
    SteppedUp(Permission),
    /// All services.
    AnyService,
    /// The services of these names.
    Service(&'static [&'static str]),
    /// Callers that at least one of these admits; the first one's refusal is the refusal.
    Either(&'static [Self]),
}

impl Admission {
    /// Splits a request into its verified caller, narrowed to `C`, and its message.
    ///
    /// # Errors
    ///
    /// Fails with [`Code::Unauthenticated`] if the request has no valid claim, and as [`Self::check`].
    pub fn admit<C: NarrowedCaller, T>(self, request: tonic::Request<T>) -> Result<(C, T), Failure> {
        let (_, mut extensions, message) = request.into_parts();
        let caller: Caller = extensions.remove().ok_or_else(unauthenticated)?;
        self.check(&caller)?;
        Ok((C::narrow(&caller)?, message))
    }

    /// Checks that the caller is admitted.
    ///
    /// # Errors
    ///
    /// Fails with [`Code::Unauthenticated`] if nobody is signed in, with [`Code::Forbidden`] for other callers, with the
    /// reason `DESK.ROLE` if the role lacks the permission, and `DESK.STEP_UP` if the second factor was not checked again.
    pub fn check(self, caller: &Caller) -> Result<(), Failure> {
        match self {
            Self::Anyone | Self::Session => Ok(()),
            Self::Gateway => match &caller.kind {
                CallerKind::Anonymous | CallerKind::Customer(_) | CallerKind::Staff(_) => Ok(()),
                CallerKind::Service(name) if name == GATEWAY => Ok(()),
                CallerKind::Service(_) | CallerKind::Operator => Err(forbidden()),
            },
            Self::Customer => CustomerCaller::narrow(caller).map(drop),
            Self::Member => StaffMember::narrow(caller).map(drop),
            Self::SteppedUpMember => require_step_up(Actor::Member(StaffMember::narrow(caller)?)),
            Self::Staff => StaffCaller::narrow(caller).map(drop),
            Self::Permission(permissions) => {
                let actor = StaffCaller::narrow(caller)?.actor;
                let may = |permission| actor.access(permission) != Access::Never;
                ensure(permissions.iter().copied().any(may), "DESK.ROLE")
            }
            Self::EveryRecord(permission) => {
                let actor = StaffCaller::narrow(caller)?.actor;
                ensure(actor.access(permission) == Access::Always, "DESK.ROLE")
            }
            Self::SteppedUp(permission) => {
                let actor = StaffCaller::narrow(caller)?.actor;
                actor.require_permission(permission)?;
                require_step_up(actor)
            }
            Self::AnyService => ServiceCaller::narrow(caller).map(drop),
            Self::Service(names) => match &caller.kind {
                CallerKind::Service(name) if !names.contains(&name.as_str()) => Err(forbidden()),
                _ => ServiceCaller::narrow(caller).map(drop),
            },
            Self::Either(admissions) => {
                let mut result = Err(forbidden());
                for (index, admission) in admissions.iter().enumerate() {
                    match admission.check(caller) {
                        Ok(()) => return Ok(()),
                        Err(refusal) if index == 0 => result = Err(refusal),
                        Err(_) => {}
                    }
                }
                result
            }
        }
    }
}

fn unauthenticated() -> Failure {
    Failure::new(Code::Unauthenticated)
}

fn forbidden() -> Failure {
    Failure::new(Code::Forbidden)
}

fn ensure(is_admitted: bool, reason: &str) -> Result<(), Failure> {
    if is_admitted {
        Ok(())
    } else {
        Err(Failure::with_reason(Code::Forbidden, reason))
    }
}

fn require_step_up(actor: Actor) -> Result<(), Failure> {
    let is_stepped_up = match actor {
        Actor::Member(member) => member.is_stepped_up,
        Actor::Operator => true,
    };
    ensure(is_stepped_up, "DESK.STEP_UP")
}

/// The callers in the words of `docs/rpcs.md`.
impl fmt::Display for Admission {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let join = |names: Vec<String>| names.join(" or ");
        let text = match self {
            Self::Anyone => "anyone".to_owned(),
            Self::Session => "holder of the session in the request".to_owned(),
            Self::Gateway => "gateway".to_owned(),
            Self::Customer => "customer".to_owned(),
            Self::Member => "staff member".to_owned(),
            Self::SteppedUpMember => "staff member after a step-up".to_owned(),
            Self::Staff => "staff".to_owned(),
            Self::Permission(permissions) => {
                join(permissions.iter().map(|each| quoted(each.name())).collect())
            }
            Self::EveryRecord(permission) => format!("{} of every record", quoted(permission.name())),
            Self::SteppedUp(permission) => format!("{} after a step-up", quoted(permission.name())),
            Self::AnyService => "service".to_owned(),
            Self::Service(names) => {
                format!(
                    "service {}",
                    join(names.iter().map(|name| quoted(name)).collect())
                )
            }
            Self::Either(admissions) => join(admissions.iter().map(ToString::to_string).collect()),
        };
        formatter.write_str(&text)
    }
}

fn quoted(name: &str) -> String {
    format!("`{name}`")
}

/// A caller of the kind that the handler of an rpc gets.
pub trait NarrowedCaller: Sized {
    /// Returns the caller if it is of this kind.
    ///
    /// # Errors
    ///
    /// Fails with [`Code::Unauthenticated`] if nobody is signed in, and mostly [`Code::Forbidden`] for others.
    fn narrow(caller: &Caller) -> Result<Self, Failure>;
}

/// A signed-in customer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CustomerCaller {
    /// User.
    pub user: UserId,
    /// Language of the response.
    pub language: Language,
}

/// Staff.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StaffCaller {
    /// A staff member or the operator's command line.
    pub actor: Actor,
    /// Language of the response.
    pub language: Language,
}

/// A service.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ServiceCaller;

impl NarrowedCaller for Caller {
    fn narrow(caller: &Caller) -> Result<Self, Failure> {
        Ok(caller.clone())
    }
}

impl NarrowedCaller for CustomerCaller {
    fn narrow(caller: &Caller) -> Result<Self, Failure> {
        let user = caller.user().ok_or_else(unauthenticated)?;
        Ok(Self {
            user,
            language: caller.language,
        })
    }
}

impl NarrowedCaller for StaffCaller {
    fn narrow(caller: &Caller) -> Result<Self, Failure> {
        let actor = match caller.kind {
            CallerKind::Staff(member) => Actor::Member(member),
            CallerKind::Operator => Actor::Operator,
            CallerKind::Anonymous => return Err(unauthenticated()),
            CallerKind::Customer(_) | CallerKind::Service(_) => return Err(forbidden()),
        };
        Ok(Self {
            actor,
            language: caller.language,
        })
    }
}

impl NarrowedCaller for StaffMember {
    fn narrow(caller: &Caller) -> Result<Self, Failure> {
        match StaffCaller::narrow(caller)?.actor {
            Actor::Member(member) => Ok(member),
            Actor::Operator => Err(forbidden()),
        }
    }
}

impl NarrowedCaller for ServiceCaller {
    fn narrow(caller: &Caller) -> Result<Self, Failure> {
        match caller.kind {
            CallerKind::Service(_) => Ok(Self),
            CallerKind::Anonymous => Err(unauthenticated()),
            CallerKind::Customer(_) | CallerKind::Staff(_) | CallerKind::Operator => Err(forbidden()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::staff::StaffRole;

    fn caller(kind: CallerKind) -> Caller {
        Caller {
            kind,
            language: Language::En,
        }
    }

    fn member(role: StaffRole, is_stepped_up: bool) -> CallerKind {
        CallerKind::Staff(StaffMember {
            user: UserId::generate(),
            role,
            is_stepped_up,
        })
    }

    /// Outcomes for an anonymous visitor, a customer, the staff of each role without a step-up, an owner after one, the
    /// operator, and the services `order`, `cart` and `gateway`: `y` = admitted, `r` = `DESK.ROLE`, `s` =
    /// `DESK.STEP_UP`, `f` = another 403, `u` = 401.
    fn outcomes(admission: Admission) -> String {
        let mut kinds = vec![CallerKind::Anonymous, CallerKind::Customer(UserId::generate())];
        kinds.extend(StaffRole::ALL.map(|role| member(role, false)));
        kinds.extend([member(StaffRole::Owner, true), CallerKind::Operator]);
        kinds.extend(["order", "cart", GATEWAY].map(|name| CallerKind::Service(name.to_owned())));
        let outcome = |kind| match admission.check(&caller(kind)) {
            Ok(()) => 'y',
            Err(failure) => match (failure.code, failure.reason.as_str()) {
                (Code::Unauthenticated, _) => 'u',
                (_, "DESK.ROLE") => 'r',
                (_, "DESK.STEP_UP") => 's',
                _ => 'f',
            },
        };
        kinds.into_iter().map(outcome).collect()
    }

    #[test]
    fn admits_the_declared_callers() {
        let service = Admission::Service(&["order"]);
        let permissions = Admission::Permission(&[Permission::StockWrite, Permission::ProductsText]);
        let either = [
            Admission::Permission(&[Permission::QuotesRead]),
            Admission::Service(&["order"]),
        ];
        for (admission, expected) in [
            (Admission::Anyone, "yyyyyyyyyyyy"),
            (Admission::Session, "yyyyyyyyyyyy"),
            (Admission::Gateway, "yyyyyyyyfffy"),
            (Admission::Customer, "uyuuuuuuuuuu"),
            (Admission::Member, "ufyyyyyyffff"),
            (Admission::SteppedUpMember, "ufsssssyffff"),
            (Admission::Staff, "ufyyyyyyyfff"),
            (permissions, "ufyyryyyyfff"),
            (Admission::Permission(&[Permission::QuotesRead]), "ufyyyyryyfff"),
            (Admission::EveryRecord(Permission::QuotesRead), "ufyyyrryyfff"),
            (Admission::SteppedUp(Permission::TeamWrite), "ufsrrrryyfff"),
            (Admission::AnyService, "uffffffffyyy"),
            (service, "uffffffffyff"),
            (Admission::Either(Box::leak(Box::new(either))), "ufyyyyryyyff"),
        ] {
            assert_eq!(outcomes(admission), expected, "{admission}");
        }
    }

    #[test]
    fn requires_a_verified_caller() {
        let result = Admission::Anyone.admit::<Caller, _>(tonic::Request::new(()));
        assert_eq!(result.map_err(|failure| failure.code), Err(Code::Unauthenticated));
    }

    #[test]
    fn narrows_the_caller() {
        let mut request = tonic::Request::new("message");
        let user = UserId::generate();
        request
            .extensions_mut()
            .insert(caller(CallerKind::Customer(user)));
        let (customer, message) = Admission::Customer
            .admit::<CustomerCaller, _>(request)
            .unwrap_or_else(|failure| panic!("{failure}"));
        assert_eq!((customer.user, message), (user, "message"));
    }
}
