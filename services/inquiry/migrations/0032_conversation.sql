-- Messages between staff and the customer of an inquiry.
create table inquiry_message (
    id            uuid primary key,
    inquiry_id    uuid not null references inquiry (id),
    position      bigint generated always as identity,
    is_from_staff boolean not null,
    -- Staff UUID or `operator`; null = the customer.
    author        text,
    text          text not null,
    -- [{"mediaId", "name", "type", "size"}]
    files         jsonb not null default '[]',
    created_at    timestamptz not null default now(),
    -- When the other side opened it.
    read_at       timestamptz,
    check (is_from_staff = (author is not null))
);

create index inquiry_message_of_inquiry on inquiry_message (inquiry_id, position);

-- Mails about messages of staff that the customer has not read.
create table conversation_mail (
    inquiry_id uuid primary key references inquiry (id),
    -- When the next one is due; null = none.
    due_at     timestamptz,
    sent_at    timestamptz
);

create index conversation_mail_due on conversation_mail (due_at) where due_at is not null;

-- Wipes texts and photos with their inquiry, also where a process of the previous version wipes it.
create function wipe_conversation() returns trigger language plpgsql as $$
begin
    update inquiry_message set text = '', files = '[]' where inquiry_id = new.id;
    update conversation_mail set due_at = null where inquiry_id = new.id;
    return null;
end
$$;

create trigger wipe_conversation after update of wiped_at on inquiry
    for each row when (new.wiped_at is not null) execute function wipe_conversation();
