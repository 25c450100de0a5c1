-- Tells the phones and e-mails that staff noted from those that somebody typed into a form. Pods of the previous version
-- keep running: the points that they insert count as typed into a form.

alter table contact_point add column is_proven boolean not null default false;

update contact_point set is_proven = true
where exists (
    select from inquiry
    where inquiry.contact_id = contact_point.contact_id and inquiry.source <> 'website'
      and contact_point.value = case contact_point.kind when 'phone' then inquiry.phone_number else lower(inquiry.email) end);

-- The points of customers with their places: proven ones first, the newest first; then the others, the oldest first, so
-- that a form does not move a point of an earlier one.
create view placed_point as
select contact_id, kind, value, is_proven,
       row_number() over (partition by contact_id, kind
                          order by is_proven desc, case when is_proven then added_at end desc, added_at, value) as place
from contact_point;
