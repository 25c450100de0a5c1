-- Customers by the total of their orders. Pods of the previous version keep running: they leave the total as it is.

-- Total of the orders in qəpik, as order has last told.
alter table contact add column orders_total bigint not null default 0;

create index contact_orders_total on contact (orders_total desc, id desc);
