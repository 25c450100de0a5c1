-- What a service publishes and hears. Written in the same transaction as the change that it speaks of.

create table outbox (
    position     bigint generated always as identity primary key,
    id           uuid not null unique,
    subject      text not null,
    payload      bytea not null,
    traceparent  text,
    created_at   timestamptz not null default now(),
    published_at timestamptz
);

create index outbox_unpublished on outbox (position) where published_at is null;
create index outbox_published_at on outbox (published_at) where published_at is not null;

create table inbox (
    consumer    text not null,
    event_id    uuid not null,
    received_at timestamptz not null default now(),
    primary key (consumer, event_id)
);

create index inbox_received_at on inbox (received_at);

create table dead_letter (
    consumer    text not null,
    event_id    uuid not null,
    subject     text not null,
    payload     bytea not null,
    traceparent text,
    reason      text not null,
    buried_at   timestamptz not null default now(),
    -- Set by `dead-letters replay`; the running service then handles it once more.
    replay      boolean not null default false,
    primary key (consumer, event_id)
);
