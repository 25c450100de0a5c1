-- How the customer came to the shop. Orders by a process of the previous version, and of before, have an unknown channel.
alter table customer_order
    add column visit_channel  text not null default 'unknown'
        check (visit_channel in
               ('direct', 'search', 'social', 'ads', 'feed', 'mail', 'referral', 'unknown')),
    add column visit_source   text not null default '',
    add column visit_campaign text not null default '',
    add column visit_landing  text not null default '',
    add column visit_at       timestamptz;
