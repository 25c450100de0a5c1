-- The draft of a price book. Rates follow at publishing: those of a draft may be out of range.
alter table price_book
    alter column rates drop not null,
    -- Staff UUID or `operator`; null for the shop's first book.
    add column changed_by text,
    add column changed_at timestamptz not null default now(),
    -- Changes of one person within 10 minutes that have no entry in the audit log yet, which only grows: by, since, cells.
    add column unaudited jsonb,
    add check (state = 'draft' or rates is not null);

create unique index price_book_draft on price_book (state) where state = 'draft';

-- The last designs with a price, by the time in their inquiry's id.
create index inquiry_item_design on inquiry_item (inquiry_id desc, position) where design_code is not null and price_minor is not null;
