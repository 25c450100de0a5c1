-- Pictures and files that staff uploads. Their content is in an object store: the bytes of an unfinished upload under its id,
-- originals and sizes under the hash of the original.

create table media (
    id          uuid primary key,
    kind        text not null check (kind in ('picture', 'file')),
    state       text not null check (state in ('uploading', 'processing', 'ready', 'failed')),
    name        text not null,
    -- Bytes; null = unknown until the last have come.
    size        bigint check (size > 0),
    received    bigint not null default 0 check (received >= 0),
    media_type  text,
    -- The first 32 hexadecimal digits of the SHA-256 digest of the original.
    hash        text check (hash ~ '^[0-9a-f]{32}$'),
    -- Of the upright picture.
    width       integer check (width > 0),
    height      integer check (height > 0),
    placeholder text,
    -- Widths of its sizes, ascending.
    widths      integer[] not null default '{}',
    -- The message key of a failure.
    failure     text,
    -- The address from which it is fetched.
    source_url  text,
    attempts    smallint not null default 0,
    -- When it is processed next: after a wait, or when the lease of a worker has ended. Null = never.
    due_at      timestamptz,
    created_by  text not null,
    created_at  timestamptz not null default now(),
    -- When it was uploaded, or the last record that showed it stopped to.
    unused_since timestamptz not null default now(),
    check (state in ('uploading', 'failed') or hash is not null or source_url is not null),
    check (state <> 'ready' or kind = 'file' or (width is not null and height is not null and placeholder is not null))
);

create index media_by_due on media (due_at) where due_at is not null;
create index media_by_hash on media (hash);
create index media_by_source on media (source_url, created_at) where source_url is not null;

-- The records that show media, with the version of their last event.
create table media_user (
    kind    text not null,
    code    text not null,
    name    jsonb not null,
    version bigint not null,
    primary key (kind, code)
);

create table media_use (
    media_id uuid not null,
    kind     text not null,
    code     text not null,
    primary key (media_id, kind, code),
    foreign key (kind, code) references media_user on delete cascade
);

create index media_use_by_user on media_use (kind, code);
