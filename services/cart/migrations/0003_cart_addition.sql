-- Additions with an idempotency key, for 24 hours, so that a retry adds nothing. The service limits their number per cart.

create table cart_addition (
    cart_id    uuid not null references cart (id) on delete cascade,
    key        text not null,
    product_id bigint not null,
    quantity   smallint not null,
    created_at timestamptz not null default clock_timestamp(),
    primary key (cart_id, key)
);

create index cart_addition_created_at on cart_addition (created_at);
