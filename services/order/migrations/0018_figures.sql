-- Payments of all orders, by time. Pods of the previous version keep running.
create index payment_at on payment (at desc, id desc);
