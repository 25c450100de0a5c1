-- Whether somebody who manages the team ended the session, for example by the end of access. The desk says so.
alter table desk_family add column ended_by_owner boolean not null default false;

-- Session that the factor is set up in. It gets the same secret again until the factor is confirmed; other sessions never do,
-- because their password may be stolen. Null for factors of the previous version.
alter table second_factor add column family_id uuid references desk_family on delete set null;
create index second_factor_family on second_factor (family_id) where confirmed_at is null;
