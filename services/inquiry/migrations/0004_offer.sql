-- Offers for inquiries. Processes of the previous version neither read nor write them during the rollout.

-- A revision of an offer. Revisions share the number; a sent revision does not change.
create table offer (
    id                  uuid primary key,
    number              text not null,
    revision            integer not null check (revision between 1 and 100),
    inquiry_id          uuid not null references inquiry (id),
    -- A sent or opened revision whose last day has passed is expired before the sweep stores it.
    state               text not null check (state in
        ('draft', 'sent', 'opened', 'accepted', 'declined', 'expired', 'superseded', 'withdrawn')),
    language            text not null check (language in ('az', 'ru', 'en')),
    -- Last day in Asia/Baku.
    valid_until         date not null,
    make_days           smallint check (make_days between 1 and 365),
    deposit_percent     smallint not null check (deposit_percent between 0 and 100),
    delivery_text       text not null,
    delivery_price      bigint not null check (delivery_price >= 0),
    message             text not null,
    is_reminded         boolean not null,
    -- Qəpik, as the rules compute it from the lines and the delivery.
    total               bigint not null check (total >= 0),
    approval            text not null check (approval in ('none', 'asked', 'given', 'refused')),
    approval_asked_by   text,
    approval_asked_at   timestamptz,
    approval_decided_by text,
    approval_decided_at timestamptz,
    approval_text       text not null,
    sent_by             text,
    sent_at             timestamptz,
    opened_at           timestamptz,
    decided_at          timestamptz,
    decided_via         text check (decided_via in ('link', 'phone')),
    decided_by          text,
    reason              text,
    reason_text         text not null,
    is_mailed           boolean not null,
    -- Time of the event that the revision ends soon.
    end_announced_at    timestamptz,
    -- The live order; its number is unknown until its creation is consumed.
    order_id            uuid,
    order_number        text,
    -- Last audited change of the draft: changes of one person within 10 minutes are audited once.
    audited_by          text,
    audited_at          timestamptz,
    created_by          text not null,
    created_at          timestamptz not null default now(),
    version             bigint not null,
    changed_by          text,
    changed_at          timestamptz not null,
    unique (number, revision),
    check ((state = 'draft') = (sent_at is null)),
    check (num_nulls(sent_by, sent_at) in (0, 2)),
    check (num_nulls(decided_at, decided_via) in (0, 2)),
    check ((state in ('accepted', 'declined')) <= (decided_at is not null)),
    check (order_number is null or order_id is not null)
);

create unique index offer_draft on offer (number) where state = 'draft';
create unique index offer_accepted on offer (inquiry_id) where state = 'accepted';
create index offer_of_inquiry on offer (inquiry_id);
create index offer_newest_sent on offer (sent_at desc, id desc) where sent_at is not null;
create index offer_end on offer (valid_until) where state in ('sent', 'opened');
create unique index offer_of_order on offer (order_id) where order_id is not null;

-- A line of a revision, in the order of positions.
create table offer_line (
    id         uuid primary key,
    offer_id   uuid not null references offer (id) on delete cascade,
    position   smallint not null,
    -- Null on a free line.
    product_id bigint,
    code       text not null,
    name       text not null,
    detail     text not null,
    image_url  text not null,
    quantity   smallint not null check (quantity between 1 and 99),
    -- Qəpik per unit, before the discount.
    list_price bigint not null check (list_price >= 0),
    discount   smallint not null check (discount between 0 and 99),
    unique (offer_id, position)
);

create index offer_line_of_product on offer_line (product_id) where product_id is not null;

-- Orders made from inquiries, as the events of the order service tell. An order that ended before its creation was
-- consumed is not live.
create table inquiry_order (
    order_id     uuid primary key,
    inquiry_id   uuid references inquiry (id),
    order_number text,
    is_live      boolean not null
);

create index inquiry_order_live on inquiry_order (inquiry_id) where is_live;

-- Earliest last day of the open offers; null = none is open.
alter table inquiry add column offer_ends_on date;

-- Group of the inbox; the same rule as `work.rs`. Processes of the previous version call the function without
-- `offer_ends_on`.
create function inquiry_due(
    stage text, follow_up_at timestamptz, promise_at timestamptz, offer_ends_on date, as_of timestamptz)
returns text language sql stable as $$
    select case
        when stage in ('won', 'lost', 'closed') then 'done'
        when follow_up_at < as_of or promise_at < as_of then 'overdue'
        when (follow_up_at at time zone interval '4 hours')::date = (as_of at time zone interval '4 hours')::date
             or offer_ends_on = (as_of at time zone interval '4 hours')::date then 'today'
        when stage = 'new' then 'new'
        when stage in ('waiting', 'offered') then 'waiting'
        else 'later'
    end
$$;
