-- One row for each key under which a customer tries to order. All tries with one key work on one order id.
create table checkout_attempt (
    user_id      uuid not null,
    key          text not null,
    request_hash bytea not null,
    order_id     uuid not null unique,
    state        text not null check (state in ('open', 'done', 'abandoned')),
    -- The encoded answer, which a retry gets again.
    answer       bytea,
    -- When it was opened last.
    created_at   timestamptz not null default now(),
    -- Until then a retry gets the answer.
    expires_at   timestamptz not null,
    primary key (user_id, key),
    check ((state = 'done') = (answer is not null))
);

create index checkout_attempt_open on checkout_attempt (created_at) where state = 'open';
create index checkout_attempt_ended on checkout_attempt (expires_at) where state <> 'open';

create table customer_order (
    id             uuid primary key,
    number         text not null unique,
    user_id        uuid not null,
    status         text not null
        check (status in ('pending', 'processing', 'shipped', 'delivered', 'completed', 'cancelled')),
    payment_status text not null
        check (payment_status in ('pending', 'processing', 'paid', 'unpaid', 'refunded')),
    total_minor    bigint not null check (total_minor >= 0),
    -- The language of the request, for mail about this order.
    language       text not null check (language in ('az', 'ru', 'en')),
    -- Number and product names, folded, for the customer's search.
    search_text    text not null,
    ordered_at     timestamptz not null default now()
);

create index customer_order_of_user on customer_order (user_id, ordered_at desc, id desc);
create index customer_order_newest on customer_order (ordered_at desc, id desc);

-- What the catalogue said when it was ordered.
create table order_line (
    order_id         uuid not null references customer_order (id),
    position         smallint not null,
    product_id       bigint not null,
    name_az          text not null,
    name_ru          text not null,
    name_en          text not null,
    image            text not null,
    quantity         smallint not null check (quantity between 1 and 99),
    unit_price_minor bigint not null check (unit_price_minor >= 0),
    subtotal_minor   bigint not null check (subtotal_minor >= 0),
    primary key (order_id, position)
);

create table order_address (
    order_id    uuid not null references customer_order (id),
    kind        text not null check (kind in ('shipping', 'billing')),
    first_name  text not null,
    last_name   text not null,
    email       text not null,
    phone       text not null,
    address     text not null,
    city        text not null,
    state       text not null,
    postal_code text not null,
    country     text not null,
    primary key (order_id, kind)
);

create table order_history (
    order_id uuid not null references customer_order (id),
    position bigint generated always as identity,
    status   text not null,
    at       timestamptz not null default now(),
    primary key (order_id, position)
);
