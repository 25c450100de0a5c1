-- One row for each mail. Nothing personal: whom it goes to and what it says is read from the owners as it is written.
create table mail (
    id              uuid primary key,
    event_id        uuid not null,
    -- What it says, and the ids of what it speaks of.
    occasion        jsonb not null,
    kind            text not null generated always as (occasion ->> 'kind') stored,
    state           text not null default 'waiting' check (state in ('waiting', 'sent', 'failed')),
    -- How often it was taken to be sent.
    attempts        integer not null default 0,
    -- When it is due.
    next_attempt_at timestamptz not null default now(),
    -- Until then it belongs to who is sending it.
    taken_until     timestamptz,
    -- Why the last attempt failed.
    reason          text,
    -- The trace of what it tells of.
    traceparent     text,
    created_at      timestamptz not null default now(),
    -- When it was sent or given up.
    ended_at        timestamptz,
    unique (event_id, kind),
    check ((state = 'waiting') = (ended_at is null))
);

create index mail_due on mail (next_attempt_at) where state = 'waiting';
create index mail_ended on mail (ended_at) where state <> 'waiting';
create index mail_newest on mail (created_at desc, id desc);
-- How lately somebody was told that they have an account.
create index mail_already_registered on mail ((occasion ->> 'user'), created_at) where kind = 'already_registered';
