//! The public REST contract, sessions and the pages of the shop.
