-- One cart for each customer: ids and quantities, nothing of the catalogue's.

create table cart (
    id         uuid primary key,
    user_id    uuid not null unique,
    created_at timestamptz not null default now()
);

create table cart_line (
    cart_id    uuid not null references cart (id) on delete cascade,
    product_id bigint not null check (product_id > 0),
    quantity   smallint not null check (quantity between 1 and 99),
    -- Lines are shown in the order in which they were first added.
    position   bigint generated always as identity,
    primary key (cart_id, product_id)
);
