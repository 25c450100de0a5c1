-- The working hours of the shop that staff set, at most one row. Pods of the previous version keep the usual ones until they end.

create table working_hours (
    only_row boolean primary key default true check (only_row),
    -- The event of content in protobuf.
    event    bytea not null,
    version  bigint not null
);
