-- One notice counts the quotes and orders that a disabled member hands over.
alter table notice
    add column quotes integer not null default 0,
    add column orders integer not null default 0;
