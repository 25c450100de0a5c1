-- Whether a picture has its JPEG for link previews; null = not tried yet, as of pictures that the previous version converts.
alter table media add column has_jpeg boolean;

create index media_without_jpeg on media (due_at) where state = 'ready' and kind = 'picture' and has_jpeg is null;
