-- Push messages of notices. Those of the previous version have none.
alter table notice
    -- Time of the next attempt to push it; null = none.
    add column push_at       timestamptz,
    add column push_attempts integer not null default 0,
    -- Subscriptions that have it, or refused it for good.
    add column pushed        uuid[] not null default '{}';

create index notice_push on notice (push_at) where push_at is not null and read_at is null;
