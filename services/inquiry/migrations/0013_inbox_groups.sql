-- Groups of the inbox for accepted offers without an order, wanted changes and customers who wait. Pods of the previous
-- version call the function `inquiry_due` with fewer arguments.

create index offer_claim on offer (inquiry_id) where state = 'accepted' and order_id is null or asked_at is not null;

-- What the offers of an inquiry ask of the shop.
create view offer_claim_of_inquiry as
select inquiry_id,
       bool_or(state = 'accepted' and order_id is null)
           and not exists (select from inquiry_order where inquiry_order.inquiry_id = offer.inquiry_id and is_live)
           as is_to_order,
       -- When the customer last asked for a change, or for a new offer.
       max(asked_at) filter (where state <> 'superseded') as change_asked_at
from offer
where state = 'accepted' and order_id is null or asked_at is not null
group by inquiry_id;

-- Group of the inbox; the same rule as `work.rs`. `promise_at` is null unless the customer waits.
create function inquiry_due(
    stage text, is_to_order boolean, change_asked_at timestamptz, answered_at timestamptz, waiting_since timestamptz,
    follow_up_at timestamptz, promise_at timestamptz, offer_ends_on date, as_of timestamptz)
returns text language sql stable as $$
    select case
        when is_to_order then 'toOrder'
        when stage in ('won', 'lost', 'closed') then 'done'
        when change_asked_at > answered_at or change_asked_at is not null and answered_at is null then 'changeWanted'
        when follow_up_at < as_of or promise_at < as_of then 'overdue'
        when (follow_up_at at time zone interval '4 hours')::date = (as_of at time zone interval '4 hours')::date
             or offer_ends_on = (as_of at time zone interval '4 hours')::date then 'today'
        when stage = 'new' then 'new'
        when waiting_since is not null then 'unanswered'
        when stage in ('waiting', 'offered') then 'waiting'
        else 'later'
    end
$$;

-- A mail answers brochure requests, so they are closed with it. Pods of the previous version insert them as new.
create function close_brochure_request() returns trigger language plpgsql as $$
begin
    new.status := 'closed';
    new.reason := 'catalogue';
    return new;
end
$$;

create trigger close_brochure_request before insert on inquiry
    for each row when (new.kind = 'catalogue' and new.status = 'new') execute function close_brochure_request();

with closed as (
    update inquiry set status = 'closed', reason = 'catalogue', version = version + 1, changed_by = null, changed_at = now()
    where kind = 'catalogue' and status = 'new' and assignee is null and follow_up_at is null
      and last_customer_at = created_at
    returning id
)
insert into inquiry_event (id, inquiry_id, kind, detail)
select gen_random_uuid(), id, 'status', '{"from": "new", "to": "closed", "reason": "catalogue"}' from closed;
