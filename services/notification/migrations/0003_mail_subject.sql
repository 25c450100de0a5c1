-- The record that a mail is about; null = a mail of an earlier version, or about nothing that the desk shows.
alter table mail
    add column about_kind text check (about_kind in ('quote', 'offer', 'order')),
    add column about_number text,
    add column about_id uuid,
    -- Number of the quote: of a mail about a quote, and of one about its offers once the offer was read.
    add column quote_number text;

create index mail_about on mail (about_kind, about_number, created_at desc, id desc) where about_number is not null;
create index mail_quote on mail (quote_number, created_at desc, id desc) where quote_number is not null;
