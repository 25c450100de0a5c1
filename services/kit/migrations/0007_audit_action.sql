-- The desk lists the audit log by action. The pattern operators also serve the beginning of an action's name.
create index audit_action on audit (action text_pattern_ops, at desc, id desc);
