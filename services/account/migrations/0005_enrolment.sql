-- The first second factor needs more than the password: an accepted invitation, the operator's grant, or a link from a mail.
-- Sessions in the step `enrol` that pods of the previous version open are asked for the link.

-- Until when a sign-in with the password alone may add the first factor, by the operator's grant.
alter table staff add column enrolment_until timestamptz;
-- Wrong codes since the last reset by an owner, without those of sessions that gave a right code later.
alter table staff add column wrong_codes integer not null default 0;

alter table desk_family add column may_enrol boolean not null default false;
alter table desk_family add column wrong_codes integer not null default 0;

create table enrolment_link (
    request_id uuid primary key,
    user_id    uuid not null references staff on delete cascade,
    created_at timestamptz not null default now(),
    -- SHA-256 of the token, from when its mail is rendered.
    token_hash bytea unique,
    issued_at  timestamptz
);

create index enrolment_link_user on enrolment_link (user_id);
create index enrolment_link_created_at on enrolment_link (created_at);
