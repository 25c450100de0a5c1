-- What visitors ask: a quote for a product, a question, the catalogue.
create table inquiry (
    id              uuid primary key,
    number          text not null unique,
    kind            text not null check (kind in ('quote', 'contact', 'catalogue')),
    status          text not null default 'new' check (status in ('new', 'answered', 'closed')),
    -- The language of the request, for mail about it.
    language        text not null check (language in ('az', 'ru', 'en')),
    created_at      timestamptz not null default now(),
    -- What the catalogue said of the product of a quote.
    product_id      bigint,
    product_name_az text,
    product_name_ru text,
    product_name_en text,
    product_image   text,
    quantity        smallint check (quantity between 1 and 99),
    color           text,
    -- Who wrote; wiped once such data may be kept no longer.
    user_id         uuid,
    name            text,
    surname         text,
    phone           text,
    email           text,
    message         text,
    wiped_at        timestamptz,
    check (num_nulls(product_id, product_name_az, product_name_ru, product_name_en, product_image)
           = case kind when 'quote' then 0 else 5 end),
    check (kind = 'quote' or (quantity is null and color is null)),
    check (num_nulls(name, surname, phone, email, message) = case when wiped_at is null then 0 else 5 end),
    check (wiped_at is null or user_id is null)
);

create index inquiry_newest on inquiry (created_at desc, id desc);
create index inquiry_personal on inquiry (created_at) where wiped_at is null;

-- What the staff has noted.
create table inquiry_note (
    inquiry_id uuid not null references inquiry (id),
    position   bigint generated always as identity,
    text       text not null,
    author     text not null,
    at         timestamptz not null default now(),
    primary key (inquiry_id, position)
);

-- Under which key an inquiry came, so that its repetition is known as one.
create table submission (
    kind         text not null,
    key          text not null,
    request_hash bytea not null,
    -- Deferred: the key is claimed before the inquiry is written.
    inquiry_id   uuid not null references inquiry (id) deferrable initially deferred,
    -- Until then a repetition gets the first number.
    expires_at   timestamptz not null,
    primary key (kind, key)
);

create index submission_expires_at on submission (expires_at);
