-- PDF files for the customer of an offer: [{"mediaId", "name", "type", "size"}]. The inquiry counts the changes of the files of its
-- offers, so that other services keep those of the latest one.

alter table offer add column files jsonb not null default '[]';
alter table inquiry add column offer_files_version bigint not null default 0;
