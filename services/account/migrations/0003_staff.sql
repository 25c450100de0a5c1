-- Staff of the desk: roles, sessions, second factors, remembered devices and invitations.

create table staff (
    -- Of an invited person without an account, the user that the acceptance creates; hence no reference.
    user_id                uuid primary key,
    role                   text not null check (role in ('owner', 'manager', 'sales', 'warehouse', 'editor')),
    store_id               uuid,
    -- Of offers; counts for sales only.
    discount_limit_percent smallint not null default 15 check (discount_limit_percent between 0 and 99),
    phone                  text,
    signature              text not null default '',
    shortcuts              boolean not null default true,
    notify_new_quote       boolean not null default true,
    notify_follow_up_due   boolean not null default true,
    notify_offer           boolean not null default true,
    notify_mention         boolean not null default true,
    invited_at             timestamptz,
    -- Of the invitation, or the time of the grant by command.
    accepted_at            timestamptz,
    disabled_at            timestamptz,
    last_seen_at           timestamptz,
    version                bigint not null default 1,
    -- A user's id, `operator`, or null for the person.
    changed_by             text,
    changed_at             timestamptz not null default now()
);

-- Staff before there were roles could do everything but manage the team.
insert into staff (user_id, role, accepted_at, changed_by)
select user_id, 'manager', now(), 'operator' from app_user where role = 'staff';

-- An invitation that is not accepted yet; one a person.
create table staff_invitation (
    invitation_id uuid primary key,
    user_id       uuid not null unique references staff on delete cascade,
    email         text not null unique,
    name          text not null,
    lastname      text not null,
    language      text not null check (language in ('az', 'ru', 'en')),
    created_at    timestamptz not null default now(),
    -- SHA-256 of the token, from when its mail is rendered.
    token_hash    bytea unique
);

-- All sessions of the desk that came from one sign-in.
create table desk_family (
    family_id     uuid primary key,
    user_id       uuid not null references staff on delete cascade,
    step          text not null check (step in ('enrol', 'code', 'done')),
    created_at    timestamptz not null default now(),
    ended_at      timestamptz,
    step_up_until timestamptz
);

create index desk_family_user on desk_family (user_id) where ended_at is null;
create index desk_family_created_at on desk_family (created_at);

create table desk_pair (
    session_hash       bytea primary key,
    refresh_hash       bytea not null unique,
    family_id          uuid not null references desk_family on delete cascade,
    created_at         timestamptz not null default clock_timestamp(),
    session_expires_at timestamptz not null,
    -- When the refresh token was used for the first time.
    rotated_at         timestamptz
);

create index desk_pair_family on desk_pair (family_id);

create table second_factor (
    factor_id    uuid primary key,
    user_id      uuid not null references staff on delete cascade,
    name         text not null,
    secret       bytea not null,
    created_at   timestamptz not null default clock_timestamp(),
    confirmed_at timestamptz,
    last_used_at timestamptz,
    -- The time step of the last accepted code: no code is accepted twice.
    last_step    bigint
);

create index second_factor_user on second_factor (user_id, created_at);

create table recovery_code (
    user_id    uuid not null references staff on delete cascade,
    -- SHA-256 of the user's id and the code.
    code_hash  bytea not null,
    created_at timestamptz not null default now(),
    used_at    timestamptz,
    primary key (user_id, code_hash)
);

create table remembered_device (
    device_id    uuid primary key,
    user_id      uuid not null references staff on delete cascade,
    token_hash   bytea not null unique,
    name         text not null,
    created_at   timestamptz not null default now(),
    last_used_at timestamptz not null default now(),
    expires_at   timestamptz not null
);

create index remembered_device_user on remembered_device (user_id, created_at desc);
create index remembered_device_expires_at on remembered_device (expires_at);
