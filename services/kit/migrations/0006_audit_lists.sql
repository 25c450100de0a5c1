-- The desk lists the audit log newest first, of all staff, of one person or about one record.
create index audit_newest on audit (at desc, id desc);
create index audit_actor on audit (actor, at desc, id desc);
create index audit_subject on audit (subject, at desc, id desc);
