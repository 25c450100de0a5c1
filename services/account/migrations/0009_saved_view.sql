-- Saved views of the desk's lists.
create table saved_view (
    view_id    uuid primary key,
    screen     text not null check (screen in ('quotes', 'orders', 'products', 'customers', 'activity')),
    -- No reference to staff: a shared view stays when its owner leaves.
    owner_id   uuid not null,
    name       text not null,
    -- Query of the list. A search may be for a person's name or phone.
    filter     text not null,
    columns    text[] not null,
    is_shared  boolean not null,
    version    bigint not null default 1,
    changed_at timestamptz not null default clock_timestamp()
);

create index saved_view_of_owner on saved_view (owner_id, screen);
create index saved_view_shared on saved_view (screen) where is_shared;
