-- Steps of the staff can be taken back for a few seconds. Null in the rows of the customer, the system and pods of the
-- previous version.
alter table order_history
    -- Event of the step, in the outbox; null if the step has none.
    add column event_id uuid,
    add column undo_until timestamptz;
