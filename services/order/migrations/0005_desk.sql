-- Orders at the desk. Pods of the previous version keep running: they leave the new columns at their defaults.

alter table customer_order
    -- Null without an account.
    alter column user_id drop not null,
    add column source text not null default 'website'
        check (source in ('website', 'offer', 'walkIn', 'phone', 'whatsapp', 'other')),
    add column offer_id uuid,
    add column offer_number text,
    add column inquiry_id uuid,
    add column quote_number text,
    -- UUID of a staff member, or `operator`.
    add column assignee text,
    -- Part of the total.
    add column delivery_price_minor bigint not null default 0 check (delivery_price_minor >= 0),
    -- Null until the delivery is planned. Days and times are those of Asia/Baku.
    add column delivery_method text check (delivery_method in ('delivery', 'pickup')),
    add column delivery_on date,
    add column delivery_from time,
    add column delivery_to time,
    add column delivery_crew text not null default '',
    add column delivery_note text not null default '',
    -- The reason that staff gave for the cancellation.
    add column cancel_reason text check (
        cancel_reason in ('customerChangedMind', 'unpaid', 'outOfStock', 'duplicate', 'mistake', 'other')
    ),
    -- Sums of the payments in and out.
    add column paid_minor bigint not null default 0 check (paid_minor >= 0),
    add column refunded_minor bigint not null default 0 check (refunded_minor >= 0),
    add column version bigint not null default 1,
    -- UUID of a staff member, or `operator`; null = the customer or the system.
    add column changed_by text,
    -- Null until the first change.
    add column changed_at timestamptz,
    -- Phone with country code and e-mail of the shipping address, and folded text for the desk's search. Null until a
    -- periodic task has filled them: pods of the previous version do not.
    add column customer_phone text,
    add column customer_email text,
    add column desk_search text,
    add constraint refunded_at_most_paid check (refunded_minor <= paid_minor);

-- One live order of an offer.
create unique index customer_order_offer on customer_order (offer_id) where status <> 'cancelled';
create index customer_order_status on customer_order (status, ordered_at desc, id desc);
create index customer_order_total on customer_order (total_minor, id);
create index customer_order_delivery on customer_order (
    coalesce(delivery_on, 'infinity'::date), coalesce(delivery_from, '00:00'::time), id
);
create index customer_order_phone on customer_order (customer_phone) where customer_phone <> '';
create index customer_order_email on customer_order (customer_email) where customer_email <> '';
create index customer_order_unindexed on customer_order (id) where desk_search is null;

alter table order_line
    -- Null for a line that is not from the catalog.
    alter column product_id drop not null,
    add column code text,
    add column detail text not null default '',
    -- Price of one piece before the discount; null on orders of earlier versions.
    add column list_price_minor bigint check (list_price_minor >= 0),
    add column discount_percent smallint check (discount_percent between 0 and 99),
    -- Whether the line reserves no stock.
    add column is_made_to_order boolean not null default false;

-- Status changes are the part of the timeline that pods of the previous version write too.
alter table order_history
    add column actor text,
    add column text text not null default '',
    add column staff_reason text;

-- The other entries of the timeline, beside the payments.
create table order_event (
    id       uuid primary key,
    order_id uuid not null references customer_order (id),
    at       timestamptz not null default now(),
    kind     text not null check (kind in ('paymentStatus', 'delivery', 'assigned', 'note')),
    actor    text,
    text     text not null default '',
    detail   jsonb not null default '{}'
);

create index order_event_of_order on order_event (order_id, at, id);

-- Payments are never changed or deleted.
create table payment (
    id           uuid primary key,
    order_id     uuid not null references customer_order (id),
    at           timestamptz not null default now(),
    kind         text not null check (kind in ('in', 'out')),
    amount_minor bigint not null check (amount_minor > 0),
    method       text not null check (method in ('cash', 'card', 'transfer', 'other')),
    store_id     uuid,
    text         text not null default '',
    actor        text
);

create index payment_of_order on payment (order_id, at, id);

-- Paid and refunded orders get the payments that led there. A periodic task does the same for orders that pods of the
-- previous version move there.
create index customer_order_without_payments on customer_order (id)
    where payment_status in ('paid', 'refunded') and paid_minor = 0 and total_minor > 0;

insert into payment (id, order_id, kind, amount_minor, method)
select gen_random_uuid(), id, kind, total_minor, 'other'
from customer_order join (values ('in', 'paid'), ('in', 'refunded'), ('out', 'refunded')) as moved (kind, status)
    on moved.status = payment_status
where total_minor > 0;

update customer_order
set paid_minor = total_minor, refunded_minor = case payment_status when 'refunded' then total_minor else 0 end
where payment_status in ('paid', 'refunded');
