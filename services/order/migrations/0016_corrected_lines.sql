-- Corrected lines. Pods of the previous version fail to show an order whose lines were corrected during the rollout.
alter table customer_order
    -- Reservations of corrected lines, besides the one of the order.
    add column reservations uuid[] not null default '{}';

alter table order_event drop constraint order_event_kind_check;
alter table order_event add constraint order_event_kind_check
    check (kind in ('paymentStatus', 'delivery', 'assigned', 'note', 'corrected', 'lines'));
