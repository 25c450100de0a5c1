-- Designed pieces that the shop has measured on site, and changes of designs in the timeline.
alter table inquiry_item
    -- The design as it was measured. It counts as long as the piece has its outline.
    add column measured_code text check (measured_code ~ '^[A-Za-z0-9_-]{20,90}$'),
    add column measured_at   timestamptz,
    -- Staff UUID or `operator`.
    add column measured_by   text,
    -- Text of the staff; wiped with the inquiry.
    add column measured_text text not null default '' check (char_length(measured_text) <= 500),
    add check (num_nulls(measured_code, measured_at, measured_by) in (0, 3)),
    add check (design_code is not null or measured_code is null);

create or replace function wipe_inquiry_item() returns trigger language plpgsql as $$
begin
    update inquiry_item set note = '', measured_text = ''
    where inquiry_id = new.id and (note <> '' or measured_text <> '');
    return null;
end
$$;

-- Processes of the previous version do not read timelines with these kinds. All rows have one of the others.
alter table inquiry_event
    drop constraint inquiry_event_kind_check,
    add constraint inquiry_event_kind_check check (kind in
        ('created', 'status', 'assigned', 'note', 'contact', 'mail', 'followUp', 'offer', 'order', 'file', 'design', 'measured'))
        not valid;
