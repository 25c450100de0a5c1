-- The audit log only grows. A service's role may write all tables, hence a trigger rather than privileges; only the owner
-- of the table can remove it.

create function refuse_change() returns trigger language plpgsql as $$
begin
    raise exception '% of % is not allowed', lower(tg_op), tg_table_name using errcode = 'insufficient_privilege';
end
$$;

create trigger audit_append_only before update or delete or truncate on audit
    for each statement execute function refuse_change();
