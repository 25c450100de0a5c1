//! SQL statements of the service.

pub(crate) mod category;
pub(crate) mod desk;
pub(crate) mod desk_list;
pub(crate) mod import;
pub(crate) mod import_picture;
pub(crate) mod listing;
pub(crate) mod product;
pub(crate) mod reservation;
pub(crate) mod search;
pub(crate) mod search_miss;
