-- An acceptance in a browser with a session of the desk is told apart from one of the customer.
alter table offer
    drop constraint offer_decided_via_check,
    add constraint offer_decided_via_check check (decided_via in ('link', 'linkAtDesk', 'phone'));
