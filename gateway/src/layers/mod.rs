//! What every request passes through, outermost first: [`observe`], [`crate::headers`], [`farewell`], compression,
//! [`errors`], [`load`], [`origin`], a guard against panics, the limit on bodies, and for each call its [`deadline`].

pub(crate) mod deadline;
pub(crate) mod errors;
pub(crate) mod farewell;
pub(crate) mod load;
pub(crate) mod observe;
pub(crate) mod origin;
