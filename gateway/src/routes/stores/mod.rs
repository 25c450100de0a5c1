//! Where the shop can be visited.

pub(crate) mod list;
