//! Products, categories, stock and its reservations, search.
