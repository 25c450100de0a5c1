-- What customers ask and wish on the page of an offer. Pods of the previous version keep running: they leave the new columns
-- at their defaults.

alter table offer
    -- When the customer last asked for a change of the revision, or for a new offer after it.
    add column asked_at timestamptz,
    -- Where the customer wants the delivery, and when the call; told with the acceptance.
    add column wish_address text not null default '',
    add column wish_call_window text check (wish_call_window in ('10-13', '13-17', '17-20'));
