-- Whether a picture has its AVIF files, which are made after the other ones; null = not tried yet.
alter table media add column has_avif boolean;

update media set has_avif = true where state = 'ready' and kind = 'picture';

drop index media_without_jpeg;
create index media_unfinished on media (due_at)
    where state = 'ready' and kind = 'picture' and (has_jpeg is null or has_avif is null);
