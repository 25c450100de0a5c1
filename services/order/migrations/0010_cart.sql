-- One cart becomes one order. Pods of the previous version keep running: their attempts and orders are of no cart.

-- UUID of the cart that the attempt orders; null for all others.
alter table checkout_attempt add column cart_id uuid;

-- One open attempt of a cart.
create unique index checkout_attempt_cart on checkout_attempt (cart_id) where state = 'open';

alter table customer_order
    -- The cart that became the order, and its version; null for all others.
    add column cart_id uuid,
    add column cart_version bigint,
    add constraint cart_has_version check ((cart_id is null) = (cart_version is null));

-- One order of a version of a cart.
create unique index customer_order_cart on customer_order (cart_id, cart_version);
