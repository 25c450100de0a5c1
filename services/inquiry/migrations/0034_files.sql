-- Wipes the names of attached files with their inquiry.
create or replace function wipe_conversation() returns trigger language plpgsql as $$
begin
    update inquiry_message set text = '', files = '[]' where inquiry_id = new.id;
    update conversation_mail set due_at = null where inquiry_id = new.id;
    update inquiry_event set detail = detail - 'files' where inquiry_id = new.id and detail ? 'files';
    return null;
end
$$;
