-- Phones, names and the desk's search text in their normal forms. Pods of the previous version keep running; the phones of
-- orders that they write stay as they are.

update order_address set phone = normal_phone(phone) where phone <> normal_phone(phone);
update order_address
set first_name = coalesce(normal_name(first_name), first_name), last_name = coalesce(normal_name(last_name), last_name)
where first_name <> normal_name(first_name) or last_name <> normal_name(last_name);
update customer_order
set customer_phone = address.phone
from order_address as address
where address.order_id = customer_order.id and address.kind = 'shipping' and customer_phone <> address.phone;
-- The earlier folding left only letters of Latin, but for those that are folded now.
update customer_order set desk_search = refolded(desk_search)
where desk_search ~ '[^\x01-\x7f]' and desk_search <> refolded(desk_search);
