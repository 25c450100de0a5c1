-- Phones and names in their normal forms. Pods of the previous version keep running; what they write is normalized when it
-- is next saved.

update address set phone_number = normal_phone(phone_number) where phone_number <> normal_phone(phone_number);
update address set full_name = normal_name(full_name) where full_name <> normal_name(full_name);
update staff set phone = normal_phone(phone) where phone <> normal_phone(phone);
update app_user
set name = coalesce(normal_name(name), name), lastname = coalesce(normal_name(lastname), lastname)
where name <> normal_name(name) or lastname <> normal_name(lastname);
update staff_invitation
set name = coalesce(normal_name(name), name), lastname = coalesce(normal_name(lastname), lastname)
where name <> normal_name(name) or lastname <> normal_name(lastname);
