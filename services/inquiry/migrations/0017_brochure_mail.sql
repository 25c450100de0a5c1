-- The mail with the brochure answers a brochure request when it was sent, and one that failed for good leaves it waiting. Pods of
-- the previous version close the requests when they come.

-- When the mail with the brochure failed for good.
alter table inquiry add column mail_failed_at timestamptz;

drop trigger close_brochure_request on inquiry;
drop function close_brochure_request();

update inquiry set answered_at = created_at
where kind = 'catalogue' and status = 'closed' and reason = 'catalogue' and answered_at is null;

-- Time since which the customer waits; null = does not wait. The same rule as `work.rs`.
create or replace function inquiry_waiting_since(kind text, last_customer_at timestamptz, answered_at timestamptz)
returns timestamptz language sql immutable as $$
    select case when answered_at is null or answered_at < last_customer_at then last_customer_at end
$$;

-- Group of the inbox; the same rule as `work.rs`. `promise_at` is null unless the customer waits.
create or replace function inquiry_due(
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
        when stage = 'new' and waiting_since is not null then 'new'
        when waiting_since is not null then 'unanswered'
        when stage in ('new', 'waiting', 'offered') then 'waiting'
        else 'later'
    end
$$;
