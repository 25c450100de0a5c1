-- What the desk keeps of a product. `is_active` is whether the shop shows it, by which all reads and indexes of the shop filter.
-- `is_shown` is what staff wants; null = as `is_active`, in rows that pods of the previous version insert. Those rows have no
-- `desk_search` either, until the task of the desk's columns fills it.

create extension if not exists pg_trgm;

alter table product
    add column is_shown          boolean,
    add column show_at           timestamptz,
    add column hide_at           timestamptz,
    -- The next of both times, for which a task waits.
    add column visibility_due_at timestamptz,
    add column reorder_at        bigint check (reorder_at >= 0),
    -- Related products that staff chose; null = the shop chooses.
    add column related           bigint[],
    add column version           bigint not null default 1,
    add column changed_by        text not null default '',
    add column changed_at        timestamptz not null default now(),
    -- By field: the version of its last change, its author, and the version of the last change by another author.
    add column field_changes     jsonb not null default '{}',
    -- By translation: the source from which it was translated, and who changed that source and when.
    add column source_changes    jsonb not null default '{}',
    -- Folded Azerbaijani name, by which lists are sorted.
    add column desk_name         text,
    -- Folded code and names.
    add column desk_search       text,
    -- Languages in which texts are missing.
    add column incomplete_in     text[] not null default '{}',
    add constraint product_times check (hide_at > show_at);

update product set changed_at = created_at, is_shown = is_active;

create index product_by_desk_name on product (desk_name, id);
create index product_by_price on product (price_minor, id);
create index product_by_change on product (changed_at desc, id desc);
create index product_desk_search on product using gin (desk_search gin_trgm_ops);
create index product_without_desk_search on product (id) where desk_search is null;
create index product_by_visibility on product (visibility_due_at) where visibility_due_at is not null;

-- The shop shows no product without a price, a picture or a name.
with absent as (
    update product set is_active = false
    from product_text
    where product_id = id and is_active
      and (price_minor = 0 or images = '[]'
           or '' in (name ->> 'az', name ->> 'ru', name ->> 'en'))
    returning id, category_id
), counted as (
    update category set product_count = product_count - absent_count
    from (select category_id, count(*) as absent_count from absent group by category_id) as by_category
    where category.id = category_id
), next as (
    update search_revision set revision = revision + (select count(*) from absent)
    returning revision - (select count(*) from absent) as before
)
update product set search_revision = next.before + place
from next, (select id, row_number() over (order by id) as place from absent) as changed
where product.id = changed.id;

-- Each price since its time. The first change of a product's price also inserts the price before it.
create table price_change (
    id                     bigint generated always as identity primary key,
    product_id             bigint not null references product,
    at                     timestamptz not null,
    price_minor            bigint not null check (price_minor >= 0),
    discount_percent       smallint not null check (discount_percent between 0 and 99),
    discounted_price_minor bigint not null check (discounted_price_minor between 0 and price_minor),
    actor                  text not null
);

create index price_change_by_product on price_change (product_id, id desc);

-- Each change of a stock. The sum of a product's moves is its stock; a product that is made to order has 0.
create table stock_move (
    id         bigint generated always as identity primary key,
    product_id bigint not null references product,
    at         timestamptz not null default now(),
    delta      bigint not null,
    balance    bigint not null check (balance >= 0),
    reason     text not null
        check (reason in ('received', 'issued', 'counted', 'damaged', 'order', 'returned', 'set')),
    text       text not null default '',
    order_id   uuid,
    actor      text not null default ''
);

create index stock_move_by_product on stock_move (product_id, id desc);

insert into stock_move (product_id, delta, balance, reason)
select id, stock, stock, 'set' from product where stock > 0;

alter table reservation add column order_number text;

create index reservation_line_by_product on reservation_line (product_id);
create index reservation_in_progress on reservation (order_id) where state = 'reserved';
