-- Orders with money to give back: cancelled ones, and those with more paid than their corrected total. Pods of the previous
-- version use the index of the cancelled ones, which can go in the next version.
create index customer_order_overpaid on customer_order (id)
    where paid_minor - refunded_minor > case status when 'cancelled' then 0 else total_minor end;
