//! Users, sign-in, sessions, profile, addresses, wishlist.
