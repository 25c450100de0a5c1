-- One row for each staff member who is told of an event. Ids and numbers only.
create table notice (
    id          uuid primary key,
    event_id    uuid not null,
    staff_id    uuid not null,
    kind        text not null,
    about_kind  text not null check (about_kind in ('quote', 'order')),
    -- Of the quote or the order.
    number      text not null,
    -- The revision, of a notice about an offer.
    offer_id    uuid,
    -- Staff UUID or `operator`; null = a customer or the system.
    actor       text,
    -- Time of the event.
    at          timestamptz not null,
    read_at     timestamptz,
    -- Time after which an unread notice is mailed.
    mail_due_at timestamptz not null,
    -- The mail that it is part of.
    batch       uuid,
    unique (event_id, staff_id)
);

create index notice_newest on notice (staff_id, at desc, id desc);
create index notice_unread on notice (staff_id, at desc, id desc) where read_at is null;
create index notice_due on notice (mail_due_at) where read_at is null and batch is null;
create index notice_batch on notice (batch) where batch is not null;
create index notice_new_quote on notice (number) where read_at is null and kind = 'newQuote';
create index notice_at on notice (at);
