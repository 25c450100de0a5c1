-- The transaction that last changed a product's popularity. The search index reads the changes since the oldest
-- transaction that was running at its last read, so that it misses none and orders wait for no lock of the search.

alter table product add column popularity_changed_by bigint;

create index product_by_popularity_change on product (popularity_changed_by, id)
    where popularity_changed_by is not null;
