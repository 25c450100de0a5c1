-- How the sender came to the shop. Inquiries by a process of the previous version, and of before, have an unknown channel.
alter table inquiry
    add column visit_channel  text not null default 'unknown'
        check (visit_channel in
               ('direct', 'search', 'social', 'ads', 'feed', 'mail', 'referral', 'unknown')),
    add column visit_source   text not null default '',
    add column visit_campaign text not null default '',
    add column visit_landing  text not null default '',
    add column visit_at       timestamptz;

-- Wipes all but the channel with the inquiry, also where a process of the previous version wipes it.
create function wipe_visit() returns trigger language plpgsql as $$
begin
    new.visit_source := '';
    new.visit_campaign := '';
    new.visit_landing := '';
    new.visit_at := null;
    return new;
end
$$;

create trigger wipe_visit before update of wiped_at on inquiry
    for each row when (new.wiped_at is not null) execute function wipe_visit();

-- Accepted offers, by time.
create index offer_accepted_at on offer (decided_at) where state = 'accepted';
