-- Users, their sessions, password resets, addresses and wishes.

create table app_user (
    user_id          uuid primary key,
    -- Folded to lower case before it comes here.
    email            text not null unique,
    name             text not null,
    lastname         text not null,
    -- argon2id, in the PHC string format.
    password_hash    text not null,
    role             text not null default 'customer' check (role in ('customer', 'staff')),
    discount_percent smallint not null default 0 check (discount_percent between 0 and 99),
    language         text not null check (language in ('az', 'ru', 'en')),
    created_at       timestamptz not null default now()
);

-- All sessions that came from one sign-in.
create table session_family (
    family_id    uuid primary key,
    user_id      uuid not null references app_user,
    created_at   timestamptz not null default now(),
    last_used_at timestamptz not null default now(),
    ended_at     timestamptz
);

create index session_family_user on session_family (user_id) where ended_at is null;
create index session_family_last_used_at on session_family (last_used_at);

-- A session token and the refresh token beside it, as SHA-256 hashes. Pairs that were rotated away stay as long
-- as their family, so that a stolen refresh token is recognised when it is used again.
create table session_pair (
    session_hash       bytea primary key,
    refresh_hash       bytea not null unique,
    family_id          uuid not null references session_family on delete cascade,
    created_at         timestamptz not null default clock_timestamp(),
    session_expires_at timestamptz not null,
    -- When the refresh token was used for the first time.
    rotated_at         timestamptz
);

create index session_pair_family on session_pair (family_id);

-- Addresses from which a user has signed in, hashed: an attack from elsewhere must not lock the user out.
create table known_client (
    user_id      uuid not null references app_user,
    client_hash  bytea not null,
    last_used_at timestamptz not null default now(),
    primary key (user_id, client_hash)
);

create index known_client_last_used_at on known_client (last_used_at);

create table password_reset (
    request_id uuid primary key,
    -- Deferred: the request of an unknown e-mail is rolled back before it is checked.
    user_id    uuid not null references app_user deferrable initially deferred,
    created_at timestamptz not null default now(),
    -- SHA-256 of the token, from when its mail is rendered.
    token_hash bytea unique,
    issued_at  timestamptz
);

create index password_reset_user on password_reset (user_id);
create index password_reset_created_at on password_reset (created_at);

create table address (
    address_id          uuid primary key,
    user_id             uuid not null references app_user,
    full_name           text not null,
    phone_number        text not null,
    street_address      text not null,
    apartment           text not null,
    city                text not null,
    state               text not null,
    zip_code            text not null,
    is_default_shipping boolean not null,
    is_default_billing  boolean not null,
    created_at          timestamptz not null default clock_timestamp()
);

create index address_user on address (user_id, created_at);
create unique index address_default_shipping on address (user_id) where is_default_shipping;
create unique index address_default_billing on address (user_id) where is_default_billing;

create table wish (
    wish_id    uuid primary key,
    user_id    uuid not null references app_user,
    product_id bigint not null check (product_id > 0),
    created_at timestamptz not null default clock_timestamp(),
    unique (user_id, product_id)
);

create index wish_user on wish (user_id, created_at desc);
