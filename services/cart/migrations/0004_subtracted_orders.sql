-- The last orders whose pieces were subtracted from the cart, oldest first, so that no piece of an order that is still to be
-- subtracted is ordered again. Pods of the previous version leave it as it is.

alter table cart add column subtracted_orders uuid[] not null default '{}';
