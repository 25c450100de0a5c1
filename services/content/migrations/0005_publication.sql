-- Drafts, times from which the shop shows a record, and its last change. Pods of the previous version keep running: they show
-- drafts and planned records until they end, and create published ones.

alter table campaign
    add column is_draft   boolean not null default false,
    -- A user id, 'operator', or null if unknown.
    add column changed_by text,
    add column changed_at timestamptz not null default now(),
    alter column ends_at drop not null,
    add check (is_draft or ends_at is not null);

alter table promo
    add column is_draft   boolean not null default false,
    -- Null = at once.
    add column show_at    timestamptz,
    add column changed_by text,
    add column changed_at timestamptz not null default now();

alter table project
    add column is_draft   boolean not null default false,
    add column show_at    timestamptz,
    add column changed_by text,
    add column changed_at timestamptz not null default now();

alter table outlet
    add column is_draft   boolean not null default false,
    add column show_at    timestamptz,
    add column changed_by text,
    add column changed_at timestamptz not null default now();

-- The time until which starts and ends of publications have been announced. One row.
create table announcement (
    only_row boolean primary key default true check (only_row),
    until    timestamptz not null default now()
);

insert into announcement default values;
