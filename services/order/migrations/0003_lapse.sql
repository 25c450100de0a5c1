-- Why an order was cancelled; null for other statuses, and before reasons were recorded.
alter table order_history
    add column reason text check (reason in ('customer', 'staff', 'lapsed'));

-- When the shop was told that the order lapses soon.
alter table customer_order
    add column lapse_announced_at timestamptz;

-- Orders that lapse: staff has changed neither status nor payment, which never become pending again.
create index customer_order_untouched on customer_order (ordered_at)
    where status = 'pending' and payment_status = 'pending';
