-- Users whose account is closed. An inquiry that was on its way when its user closed the account is wiped later.
create table closed_account (
    user_id   uuid primary key,
    closed_at timestamptz not null default now()
);

create index inquiry_of_user on inquiry (user_id, created_at desc) where user_id is not null;
