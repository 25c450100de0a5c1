-- The end of orders, from which the time counts until the personal data of their inquiry is wiped. Pods of the previous
-- version keep running: they end orders without a time, which the trigger adds.

-- Completion, cancellation or abandonment; null = the order is not completed yet.
alter table inquiry_order add column ended_at timestamptz;

update inquiry_order set ended_at = now() where not is_live;

create function end_inquiry_order() returns trigger language plpgsql as $$
begin
    new.ended_at := coalesce(new.ended_at, now());
    return new;
end
$$;

create trigger end_inquiry_order before insert or update on inquiry_order
    for each row when (not new.is_live) execute function end_inquiry_order();

create index inquiry_order_of_inquiry on inquiry_order (inquiry_id) where inquiry_id is not null;
