-- The inbox of the desk. Processes of the previous version insert inquiries and notes, answer and wipe them during the
-- rollout: new columns have defaults, and `adopt.rs` completes rows that such a process has inserted.

-- Customers: the senders of inquiries with one phone or e-mail.
create table contact (
    id              uuid primary key,
    name            text,
    language        text not null check (language in ('az', 'ru', 'en')),
    user_id         uuid,
    last_contact_at timestamptz not null,
    -- Folded name, e-mails and phones.
    search          text,
    wiped_at        timestamptz,
    version         bigint not null default 1,
    changed_by      text,
    changed_at      timestamptz not null default now(),
    check (num_nulls(name, search) = case when wiped_at is null then 0 else 2 end)
);

create index contact_last_contact on contact (last_contact_at desc, id desc);

-- A phone (`+` and digits) or an e-mail belongs to one customer.
create table contact_point (
    kind       text not null check (kind in ('phone', 'email')),
    value      text not null,
    contact_id uuid not null references contact (id),
    added_at   timestamptz not null default now(),
    primary key (kind, value)
);

create index contact_point_of_contact on contact_point (contact_id, added_at desc);

alter table inquiry drop constraint inquiry_status_check;
alter table inquiry add constraint inquiry_status_check check (
    status in ('new', 'assigned', 'waiting', 'offered', 'won', 'lost', 'closed', 'answered'));

-- Staff may note a quote request without a product.
alter table inquiry drop constraint inquiry_check;
alter table inquiry add constraint inquiry_product_check check (
    num_nulls(product_id, product_name_az, product_name_ru, product_name_en, product_image) = 5
    or kind = 'quote' and num_nulls(product_id, product_name_az, product_name_ru, product_name_en, product_image) = 0);

alter table inquiry
    -- The status; `answered` of the previous version is waiting.
    add column stage text not null generated always as (case status when 'answered' then 'waiting' else status end) stored,
    add column source text not null default 'website'
        check (source in ('website', 'walkIn', 'phone', 'whatsapp', 'mail', 'other')),
    add column assignee uuid,
    add column store_id uuid,
    -- Null until adopted, and once wiped.
    add column contact_id uuid references contact (id),
    add column phone_number text,
    add column search text,
    add column follow_up_kind text check (follow_up_kind in ('call', 'visit', 'measure', 'offer', 'other')),
    add column follow_up_at timestamptz,
    add column follow_up_text text,
    -- 2 working hours after follow_up_at.
    add column follow_up_overdue_at timestamptz,
    -- Reminders sent: 1 = due, 2 = overdue.
    add column follow_up_reminders smallint not null default 0,
    -- Time of the customer's last message, of our last answer, and of any contact.
    add column last_customer_at timestamptz not null default now(),
    add column answered_at timestamptz,
    add column last_contact_at timestamptz not null default now(),
    -- Null until adopted. Promised answer to the customer's last message.
    add column promise_at timestamptz,
    add column first_answer_at timestamptz,
    add column first_answer_minutes integer,
    -- Reason of lost and closed.
    add column reason text,
    add column version bigint not null default 1,
    add column changed_by text,
    add column changed_at timestamptz not null default now(),
    add check (num_nulls(follow_up_kind, follow_up_at, follow_up_text, follow_up_overdue_at) in (0, 4)),
    add check (num_nulls(first_answer_at, first_answer_minutes) in (0, 2));

update inquiry
set last_customer_at = created_at, last_contact_at = created_at, changed_at = created_at,
    -- The previous version did not record when staff answered.
    answered_at = case when status = 'new' then null else created_at end;

create index inquiry_of_contact on inquiry (contact_id, created_at desc) where contact_id is not null;
create index inquiry_follow_up on inquiry (follow_up_at) where follow_up_reminders < 2 and follow_up_at is not null;
create index inquiry_of_assignee on inquiry (assignee) where assignee is not null;
create index inquiry_not_adopted on inquiry (created_at) where contact_id is null and wiped_at is null;
create index inquiry_last_contact on inquiry (last_contact_at) where wiped_at is null;
create index inquiry_of_product on inquiry (product_id, created_at desc) where product_id is not null;

-- What happened to an inquiry.
create table inquiry_event (
    id         uuid primary key,
    inquiry_id uuid not null references inquiry (id),
    -- Order within one transaction.
    position   bigint generated always as identity,
    at         timestamptz not null default now(),
    -- Staff UUID or `operator`; null = the system or the customer.
    actor      text,
    kind       text not null check (kind in
        ('created', 'status', 'assigned', 'note', 'contact', 'mail', 'followUp', 'offer', 'order', 'file')),
    text       text not null default '',
    detail     jsonb not null default '{}'
);

create index inquiry_event_of_inquiry on inquiry_event (inquiry_id, at, position);

-- Staff members whom a note mentions.
create table inquiry_mention (
    inquiry_id uuid not null references inquiry (id),
    staff_id   uuid not null,
    primary key (inquiry_id, staff_id)
);

insert into inquiry_event (id, inquiry_id, at, kind, detail)
select gen_random_uuid(), id, created_at, 'created', '{"source": "website"}' from inquiry order by created_at;

insert into inquiry_event (id, inquiry_id, at, actor, kind, text, detail)
select gen_random_uuid(), inquiry_id, at, author, 'note', text, '{"mentions": []}' from inquiry_note order by position;

-- Copies a note that a process of the previous version inserts.
create function copy_inquiry_note() returns trigger language plpgsql as $$
begin
    insert into inquiry_event (id, inquiry_id, at, actor, kind, text, detail)
    values (gen_random_uuid(), new.inquiry_id, new.at, new.author, 'note', new.text, '{"mentions": []}');
    return new;
end
$$;

create trigger copy_inquiry_note after insert on inquiry_note for each row execute function copy_inquiry_note();

-- Time since which the customer waits; null = does not wait. The same rule as `work.rs`.
create function inquiry_waiting_since(kind text, last_customer_at timestamptz, answered_at timestamptz)
returns timestamptz language sql immutable as $$
    select case when kind <> 'catalogue' and (answered_at is null or answered_at < last_customer_at)
           then last_customer_at end
$$;

-- Group of the inbox; the same rule as `work.rs`.
create function inquiry_due(stage text, follow_up_at timestamptz, promise_at timestamptz, as_of timestamptz)
returns text language sql stable as $$
    select case
        when stage in ('won', 'lost', 'closed') then 'done'
        when follow_up_at < as_of or promise_at < as_of then 'overdue'
        when (follow_up_at at time zone interval '4 hours')::date = (as_of at time zone interval '4 hours')::date
            then 'today'
        when stage = 'new' then 'new'
        when stage in ('waiting', 'offered') then 'waiting'
        else 'later'
    end
$$;
