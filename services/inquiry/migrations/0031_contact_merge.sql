-- Merged customers. The merge can be undone for 30 days; then the merged row loses its personal data and only names the one that
-- stays. Pods of the previous version keep running: they find customers by phones and e-mails, which belong to the one that
-- stays, and list merged customers too.

-- The customer for which the id of a merged one stands.
alter table contact add column merged_into uuid references contact (id);
create index contact_merged on contact (merged_into) where merged_into is not null;

create table contact_merge (
    id              uuid primary key,
    -- The customer that stays.
    contact_id      uuid not null references contact (id),
    other_id        uuid not null unique references contact (id),
    -- UUID of a staff member, or `operator`.
    actor           text not null,
    at              timestamptz not null default now(),
    -- Whether the one that stays got the account of the other one.
    took_account    boolean not null,
    -- Last contact of the one that stays, before the merge.
    last_contact_at timestamptz not null
);

create index contact_merge_of_contact on contact_merge (contact_id, at desc, id desc);
create index contact_merge_at on contact_merge (at);

-- The phones and e-mails of both customers, before the merge.
create table contact_merge_point (
    merge_id   uuid not null references contact_merge (id) on delete cascade,
    kind       text not null,
    value      text not null,
    -- The customer that had it.
    contact_id uuid not null,
    is_proven  boolean not null,
    added_at   timestamptz not null,
    primary key (merge_id, kind, value)
);

create index contact_merge_point_value on contact_merge_point (kind, value);

-- The inquiries of the other customer.
create table contact_merge_inquiry (
    merge_id   uuid not null references contact_merge (id) on delete cascade,
    inquiry_id uuid not null references inquiry (id),
    primary key (merge_id, inquiry_id)
);
