-- Verification of e-mail addresses. Existing users are unverified until they follow a link.

alter table app_user add column email_verified_at timestamptz;

create table email_verification (
    request_id uuid primary key,
    user_id    uuid not null references app_user,
    created_at timestamptz not null default now(),
    -- SHA-256 of the token, from when its mail is rendered.
    token_hash bytea unique,
    issued_at  timestamptz
);

create index email_verification_user on email_verification (user_id);
create index email_verification_created_at on email_verification (created_at);
