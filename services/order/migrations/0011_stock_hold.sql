-- Pieces of stock that open attempts and unpaid orders of the checkout hold, for limits by account and address. Pods of the
-- previous version keep running: what they hold does not count.

create table stock_hold (
    order_id       uuid not null,
    product_id     bigint not null,
    pieces         integer not null check (pieces > 0),
    user_id        uuid not null,
    -- SHA-256 of the client's address; null if it is unknown.
    client_address bytea,
    created_at     timestamptz not null default now(),
    primary key (order_id, product_id)
);

create index stock_hold_user on stock_hold (user_id);
create index stock_hold_address on stock_hold (client_address) where client_address is not null;
create index stock_hold_product on stock_hold (product_id);

-- Whether the customer's e-mail was verified, or needed no verification, when it was last asked.
alter table customer_order add column email_verified boolean not null default true;

create index customer_order_unverified on customer_order (ordered_at)
    where not email_verified and status = 'pending' and payment_status = 'pending';
