-- Stock that orders have taken. A row is never removed: it is what makes a repeated or late message harmless.

create table reservation (
    order_id   uuid primary key,
    state      text not null check (state in ('reserved', 'sold', 'released', 'returned')),
    created_at timestamptz not null default now(),
    changed_at timestamptz not null default now()
);

-- What was taken, with the facts that the order keeps, as they were at that moment.
create table reservation_line (
    order_id         uuid not null references reservation,
    product_id       bigint not null references product,
    code             text not null,
    name             jsonb not null,
    image_url        text not null,
    unit_price_minor bigint not null check (unit_price_minor >= 0),
    discount_percent smallint not null check (discount_percent between 0 and 99),
    quantity         smallint not null check (quantity between 1 and 99),
    -- False where the product was made to order: nothing was taken, so nothing goes back.
    from_stock       boolean not null,
    primary key (order_id, product_id)
);
