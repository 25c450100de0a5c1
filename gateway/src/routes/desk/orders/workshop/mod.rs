//! Papers and files of the workshop: functions of the codes of an order's designs. None holds a price or a contact.

mod cut_list;
pub(super) mod files;
pub(super) mod labels;
mod pieces;
pub(super) mod sheet;
#[cfg(test)]
mod tests;
