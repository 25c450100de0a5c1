-- Phones, names and search texts in their normal forms. Pods of the previous version keep running.

-- The phones of customers, before and after. A phone that the earlier form gave a plus gets the form of what was typed.
create temporary table phone_form on commit drop as
select distinct point.value as old, point.contact_id, point.added_at,
       coalesce(typed.phone, normal_phone(point.value), point.value) as new
from contact_point point
     left join (select distinct phone_number, normal_phone(phone) as phone from inquiry) as typed
         on typed.phone_number = point.value and typed.phone is not null
where point.kind = 'phone'
union
-- Messages whose phone could not be read.
select null, contact_id, created_at, normal_phone(phone) from inquiry
where phone_number is null and contact_id is not null and normal_phone(phone) is not null;

update inquiry set phone_number = normal_phone(phone) where phone_number is distinct from normal_phone(phone)
    and contact_id is not null and normal_phone(phone) is not null;
update inquiry set phone = normal_phone(phone) where phone <> normal_phone(phone);
update inquiry set name = coalesce(normal_name(name), name), surname = coalesce(normal_name(surname), surname)
where name <> normal_name(name) or surname <> normal_name(surname);
update inquiry set search = refolded(search) where search ~ '[^\x01-\x7f]' and search <> refolded(search);
update contact set name = normal_name(name) where name <> normal_name(name);
update contact set search = refolded(search) where search ~ '[^\x01-\x7f]' and search <> refolded(search);

-- A new phone belongs to the customer who has had it longest, as with a new inquiry. Customers who share it become one
-- unless they have different accounts. The audit log lists both cases for the desk.
do $$
declare
    form record;
    keeper uuid;
    gone uuid;
    is_one boolean;
begin
    create temporary table merged (contact_id uuid primary key, into_id uuid not null) on commit drop;
    for form in select * from phone_form where old is distinct from new order by added_at, contact_id loop
        select coalesce((select into_id from merged where contact_id = form.contact_id), form.contact_id) into gone;
        insert into contact_point (kind, value, contact_id, added_at) values ('phone', form.new, gone, form.added_at)
        on conflict (kind, value) do nothing;
        select contact_id into keeper from contact_point where kind = 'phone' and value = form.new;
        continue when keeper = gone;
        -- Ids are in the order of creation.
        select least(keeper, gone), greatest(keeper, gone) into keeper, gone;
        select count(distinct user_id) < 2 into is_one from contact where id in (keeper, gone);
        insert into audit (id, actor, action, subject, detail)
        values (gen_random_uuid(), 'operator', case when is_one then 'MergeContacts' else 'ContactsShareAPhone' end,
                keeper::text, jsonb_build_object('contact', gone));
        continue when not is_one;
        update contact
        set user_id = coalesce(contact.user_id, other.user_id),
            last_contact_at = greatest(contact.last_contact_at, other.last_contact_at),
            search = left(contact.search || ' ' || other.search, 4000),
            orders_total = contact.orders_total + other.orders_total,
            version = contact.version + 1, changed_by = null, changed_at = now()
        from contact as other
        where contact.id = keeper and other.id = gone;
        update contact_point set contact_id = keeper where contact_id = gone;
        update inquiry set contact_id = keeper where contact_id = gone;
        delete from contact where id = gone;
        update merged set into_id = keeper where into_id = gone;
        insert into merged values (gone, keeper);
    end loop;
end
$$;

delete from contact_point
using phone_form as form
where contact_point.kind = 'phone' and contact_point.value = form.old and form.old <> form.new
  and not exists (select from phone_form as other where other.new = form.old);
