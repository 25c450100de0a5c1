//! One cart for each customer.
