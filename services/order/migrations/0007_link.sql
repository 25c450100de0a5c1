-- Orders that their customers have added to an account by the link. Pods of the previous version keep running.

-- When the customer did so; null for all others.
alter table customer_order add column claimed_at timestamptz;
