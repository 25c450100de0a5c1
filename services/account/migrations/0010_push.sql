-- Where browsers of the staff get push messages. A session has one, which goes with it.
create table push_subscription (
    subscription_id uuid primary key,
    user_id         uuid not null references staff on delete cascade,
    family_id       uuid not null unique references desk_family on delete cascade,
    -- SHA-256 of the endpoint, which is unique: a browser is of who signed in last.
    endpoint_hash   bytea not null unique,
    -- Endpoint and keys of the browser, encrypted as the secrets of second factors are.
    sealed          bytea not null,
    key_id          bytea not null,
    created_at      timestamptz not null default clock_timestamp()
);

create index push_subscription_of_user on push_subscription (user_id, created_at desc);
