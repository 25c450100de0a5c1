-- True for a product that the undo of its import took away before anybody changed, ordered or asked for it. The desk's lists
-- leave it out, and its code is free: a new product with this code takes the row, so that no id is used twice and the events of
-- a code keep counting versions. Pods of the previous version list it as a hidden product.
alter table product add column is_discarded boolean not null default false;

create index product_discarded on product (code) where is_discarded;
