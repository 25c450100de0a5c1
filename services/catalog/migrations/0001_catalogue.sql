-- What the shop sells. Money is in qəpik, discounts in whole percent; texts are {"az", "ru", "en"}.

create table category (
    id            integer primary key check (id > 0),
    slug          text not null unique,
    name          jsonb not null,
    -- Active products, kept with every change of one, so that no list has to count.
    product_count bigint not null default 0 check (product_count >= 0)
);

insert into category (id, slug, name) values
    (1, 'wardrobe', '{"az": "Şkaflar", "ru": "Шкафы", "en": "Wardrobes"}'),
    (2, 'kitchen', '{"az": "Mətbəxlər", "ru": "Кухни", "en": "Kitchens"}'),
    (3, 'furniture', '{"az": "Mebel", "ru": "Мебель", "en": "Furniture"}');

-- What lists filter and sort by, and what orders change: kept narrow, for these rows are scanned and rewritten most.
create table product (
    id                     bigint generated always as identity primary key check (id > 0),
    code                   text not null unique,
    category_id            integer not null references category,
    price_minor            bigint not null check (price_minor >= 0),
    discount_percent       smallint not null check (discount_percent between 0 and 99),
    -- What the service's one pricing function makes of the two, kept to filter and sort by.
    discounted_price_minor bigint not null check (discounted_price_minor between 0 and price_minor),
    -- Pieces on hand; null = made to order.
    stock                  bigint check (stock >= 0),
    is_active              boolean not null,
    created_at             timestamptz not null,
    popularity             bigint not null check (popularity >= 0),
    rating_tenths          smallint not null check (rating_tenths between 0 and 50),
    review_count           integer not null check (review_count >= 0),
    -- When the search last had to learn about it, in the counting of search_revision.
    search_revision        bigint unique
);

-- What a product's page says and shows.
create table product_text (
    product_id           bigint primary key references product,
    name                 jsonb not null,
    description          jsonb not null,
    external_measurement jsonb not null,
    internal_measurement jsonb not null,
    features             jsonb not null,
    colors               text[] not null,
    images               jsonb not null
);

-- The orders in which lists are read.
create index product_by_category on product (category_id, id) where is_active;
create index product_by_popularity on product (popularity desc, id) where is_active;
create index product_by_rating on product (rating_tenths desc, id) where is_active;
create index product_by_age on product (created_at desc, id) where is_active;
create index product_by_price_low on product (discounted_price_minor, id) where is_active;
create index product_by_price_high on product (discounted_price_minor desc, id) where is_active;

-- Counts the changes that the search must learn. One row, locked until the change commits: numbers become visible
-- in their order, so who has read up to one has missed none below it.
create table search_revision (
    only_row boolean primary key default true check (only_row),
    revision bigint not null
);

insert into search_revision (revision) values (0);
