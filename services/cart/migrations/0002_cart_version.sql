-- Each change of the lines is counted, so that a cart that was read without a lock can be changed if it is still the same.

alter table cart add column version bigint not null default 0;
