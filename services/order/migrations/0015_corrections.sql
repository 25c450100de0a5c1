-- Corrections of addresses in the timeline, and cancelled orders with money to give back. Pods of the previous version do not
-- know the new kind: they fail to show an order that was corrected during the rollout.
alter table order_event drop constraint order_event_kind_check;
alter table order_event add constraint order_event_kind_check
    check (kind in ('paymentStatus', 'delivery', 'assigned', 'note', 'corrected'));

create index customer_order_refund_due on customer_order (id) where status = 'cancelled' and paid_minor > refunded_minor;
