-- Photos of conversations.
alter table media drop constraint media_kind_check;
alter table media add constraint media_kind_check check (kind in ('picture', 'file', 'photo'));
