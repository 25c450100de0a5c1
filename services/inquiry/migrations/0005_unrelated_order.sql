-- Ended orders of no inquiry, which are forgotten after a week.
create index inquiry_order_unrelated on inquiry_order (order_id) where inquiry_id is null;
