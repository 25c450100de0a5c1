-- Users whose account is closed. Personal data of their orders is wiped once the orders have ended.
create table closed_account (
    user_id   uuid primary key,
    closed_at timestamptz not null default now(),
    -- When the last order was wiped; null while an order is in work.
    wiped_at  timestamptz
);

create index closed_account_unwiped on closed_account (user_id) where wiped_at is null;

alter table customer_order add column wiped_at timestamptz;
