-- Rejections of an event that is still retried; outages do not count.
create table event_rejection (
    consumer    text not null,
    event_id    uuid not null,
    rejections  integer not null,
    rejected_at timestamptz not null default now(),
    primary key (consumer, event_id)
);

create index event_rejection_rejected_at on event_rejection (rejected_at);
