-- The digest that stands for a mail to the shop; null = the mail was sent by itself.
alter table mail add column digest uuid;

create index mail_digest on mail (digest, created_at) where digest is not null;
