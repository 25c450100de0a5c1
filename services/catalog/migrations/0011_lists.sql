-- The order of the desk's list by name. Its column is null in rows of pods of an earlier version, for which the former index
-- could not be used.

create index product_by_desk_order on product ((coalesce(desk_name, '')), id);
drop index product_by_desk_name;

-- Filters that few products pass. No condition names the stock: each sale changes it, and would have to change the index.
create index product_hidden on product (code) where not coalesce(is_shown, is_active);
create index product_with_reorder_point on product (code) where reorder_at is not null;
