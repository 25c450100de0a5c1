-- What the shop shows beside its products. Texts are {"az", "ru", "en"}; a picture is {"url", "width", "height",
-- "placeholder"}. Each row counts its changes, so that nobody overwrites what they have not seen.

create table campaign (
    id          bigint generated always as identity primary key check (id > 0),
    -- The staff's own name for it.
    code        text unique,
    name        jsonb not null,
    description jsonb not null,
    image       jsonb not null,
    -- Null = it has always run.
    starts_at   timestamptz,
    ends_at     timestamptz not null check (ends_at > starts_at),
    version     bigint not null default 1
);

create index campaign_by_end on campaign (ends_at, id desc);

create table promo (
    code     text primary key,
    text     jsonb not null,
    position integer not null check (position >= 0),
    version  bigint not null default 1
);

create table project (
    id          bigint generated always as identity primary key check (id > 0),
    code        text not null unique,
    category    text not null check (category in ('wardrobe', 'kitchen', 'garden')),
    title       jsonb not null,
    description jsonb not null,
    image       jsonb not null,
    is_large    boolean not null,
    position    integer not null check (position >= 0),
    -- The words by which the search finds it, folded.
    words       text[] not null,
    version     bigint not null default 1
);

create index project_by_position on project (position, id);
create index project_by_category on project (category, position, id);

-- A store that can be visited.
create table outlet (
    id            uuid primary key,
    code          text not null unique,
    name          jsonb not null,
    address       jsonb not null,
    weekday_hours jsonb not null,
    weekend_hours jsonb not null,
    -- Empty = there is none, here and below.
    whatsapp      text not null,
    email         text not null,
    facebook      text not null,
    instagram     text not null,
    linkedin      text not null,
    map_url       text not null,
    images        jsonb not null,
    position      integer not null check (position >= 0),
    version       bigint not null default 1
);

-- Where the catalogue is. At most one row.
create table catalogue (
    only_row boolean primary key default true check (only_row),
    url      text not null
);
