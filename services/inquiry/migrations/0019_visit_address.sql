-- Address of the measuring visit, which is wiped with the inquiry, also by a process of the previous version.
alter table inquiry add column visit_address text not null default '';

create function wipe_visit_address() returns trigger language plpgsql as $$
begin
    new.visit_address := '';
    return new;
end
$$;

create trigger wipe_visit_address before update of wiped_at on inquiry
    for each row when (new.wiped_at is not null) execute function wipe_visit_address();
