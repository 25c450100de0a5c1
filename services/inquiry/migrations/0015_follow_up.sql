-- Several next steps of an inquiry. The columns of inquiry repeat the earliest one, which the inbox reads. Processes of the
-- previous version write the columns only.

create table planned_step (
    id         uuid primary key,
    inquiry_id uuid not null references inquiry (id),
    kind       text not null check (kind in ('call', 'visit', 'measure', 'offer', 'other')),
    at         timestamptz not null,
    text       text not null,
    -- 2 working hours after `at`.
    overdue_at timestamptz not null,
    -- Reminders sent: 1 = due, 2 = overdue.
    reminders  smallint not null default 0
);

create index planned_step_of_inquiry on planned_step (inquiry_id, at, id);
create index planned_step_at on planned_step (at);
create index planned_step_reminder on planned_step (at) where reminders < 2;

insert into planned_step (id, inquiry_id, kind, at, text, overdue_at, reminders)
select gen_random_uuid(), id, follow_up_kind, follow_up_at, follow_up_text, follow_up_overdue_at,
       -- Won inquiries have reminders from now on, but not of steps that are over.
       case when stage = 'won' then 2 else follow_up_reminders end
from inquiry where follow_up_at is not null;

-- Takes over a step that a process of the previous version writes into the columns: it replaces the one that the columns
-- had. A process of this version stores the earliest step before the columns repeat it.
create function take_over_follow_up() returns trigger language plpgsql as $$
declare
    earliest planned_step;
begin
    -- Reminders are sent by the table.
    new.follow_up_reminders := 2;
    select * into earliest from planned_step where inquiry_id = new.id order by at, id limit 1;
    if (earliest.kind, earliest.at, earliest.text)
       is not distinct from (new.follow_up_kind, new.follow_up_at, new.follow_up_text) then
        return new;
    end if;
    delete from planned_step
    where id = (select id from planned_step
                where inquiry_id = new.id and (kind, at) = (old.follow_up_kind, old.follow_up_at) limit 1);
    if new.follow_up_at is not null then
        insert into planned_step (id, inquiry_id, kind, at, text, overdue_at)
        values (gen_random_uuid(), new.id, new.follow_up_kind, new.follow_up_at, new.follow_up_text,
                new.follow_up_overdue_at);
    end if;
    select kind, at, text, overdue_at from planned_step where inquiry_id = new.id order by at, id limit 1
    into new.follow_up_kind, new.follow_up_at, new.follow_up_text, new.follow_up_overdue_at;
    return new;
end
$$;

create trigger take_over_follow_up
    before update of follow_up_kind, follow_up_at, follow_up_text, follow_up_reminders on inquiry
    for each row when (old.follow_up_kind is distinct from new.follow_up_kind
                       or old.follow_up_at is distinct from new.follow_up_at
                       or old.follow_up_text is distinct from new.follow_up_text
                       or old.follow_up_reminders is distinct from new.follow_up_reminders)
    execute function take_over_follow_up();

update inquiry set follow_up_reminders = 2 where follow_up_at is not null;

-- Wipes the texts with their inquiry, also where a process of the previous version wipes it.
create function wipe_planned_step() returns trigger language plpgsql as $$
begin
    update planned_step set text = '' where inquiry_id = new.id and text <> '';
    return null;
end
$$;

create trigger wipe_planned_step after update of wiped_at on inquiry
    for each row when (new.wiped_at is not null) execute function wipe_planned_step();
