-- Results of the desk's calls by idempotency key, for 24 hours.
create table idempotency (
    actor        text not null,
    operation    text not null,
    key          text not null,
    request_hash bytea not null,
    result       text not null,
    created_at   timestamptz not null default clock_timestamp(),
    primary key (actor, operation, key)
);

create index idempotency_created_at on idempotency (created_at);
