-- People whose role has ended: the desk shows their names beside what they did.
create table former_staff (user_id uuid primary key references app_user on delete cascade);

insert into former_staff (user_id)
select distinct app_user.user_id
from audit as ended join app_user on app_user.user_id::text = ended.subject
where ended.action in ('RemoveStaff', 'RevokeStaff')
  -- A withdrawn invitation is no membership.
  and exists (
      select from audit as began
      where began.actor = ended.subject
         or began.subject = ended.subject and began.action in ('GrantStaff', 'AcceptInvitation', 'RevokeStaff')
  );
