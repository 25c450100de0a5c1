-- The open orders of an account, which a limit counts.
create index customer_order_open on customer_order (user_id)
    where status in ('pending', 'processing', 'shipped');
