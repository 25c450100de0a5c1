-- One text in which searches look for all words: number, recipient, e-mail, phone and products. Pods of the previous version keep
-- running; orders that they write are found by number, by phone, or by the words of the rest.

create extension if not exists pg_trgm;

update customer_order
set desk_search = concat_ws(E'\n', lower(number), desk_search, nullif(customer_phone, ''))
where desk_search is not null;

create index customer_order_search on customer_order using gin (desk_search gin_trgm_ops, customer_phone gin_trgm_ops);
