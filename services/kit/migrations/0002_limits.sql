-- Counters in fixed windows, so that limits hold across all replicas.

create table rate_limit (
    scope        text not null,
    subject      bytea not null,
    window_start timestamptz not null,
    count        bigint not null,
    primary key (scope, subject, window_start)
);

create index rate_limit_window_start on rate_limit (window_start);

-- Who changed what: one row for each staff call.
create table audit (
    id         uuid primary key,
    at         timestamptz not null default now(),
    actor      text not null,
    action     text not null,
    subject    text not null,
    detail     jsonb not null
);
