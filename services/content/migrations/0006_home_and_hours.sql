-- Texts and pictures of the home page that staff changed, and the working hours of the shop. Pods of the previous version keep
-- running: they do not use the tables.

create table home_text (
    -- A key of the translation files, or of a picture.
    key        text primary key,
    -- {"az", "ru", "en"}; empty for a picture.
    text       jsonb not null,
    -- Null = it is a text.
    image      jsonb,
    version    bigint not null default 1,
    -- A user id or `operator`.
    changed_by text not null,
    changed_at timestamptz not null default now()
);

-- At most one row. Until there is one, the hours are those of the shop's terms.
create table shop_hours (
    only_row   boolean primary key default true check (only_row),
    -- [{"day": 1 = Monday to 7 = Sunday, "hours": {"opensAt", "closesAt"} or null if closed}], the seven days in Asia/Baku.
    days       jsonb not null,
    -- [{"on": "2027-01-01", "hours", "name": {"az", "ru", "en"}}], by date.
    holidays   jsonb not null,
    version    bigint not null default 1,
    changed_by text not null,
    changed_at timestamptz not null default now()
);
