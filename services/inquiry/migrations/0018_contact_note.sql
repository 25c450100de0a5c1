-- The staff's note about a customer, which is wiped with the customer, also by a process of the previous version.
alter table contact add column note text not null default '';

create function wipe_contact_note() returns trigger language plpgsql as $$
begin
    new.note := '';
    return new;
end
$$;

create trigger wipe_contact_note before update of wiped_at on contact
    for each row when (new.wiped_at is not null) execute function wipe_contact_note();
