-- Designs of lines, as the customer accepted them. Pods of the previous version drop the design of a line that they order or
-- correct during the rollout.
alter table order_line
    add column design_code         text check (design_code ~ '^[A-Za-z0-9_-]{20,90}$'),
    add column size_confirmed_text text check (char_length(size_confirmed_text) between 1 and 300),
    add check (num_nulls(design_code, size_confirmed_text) in (0, 2)),
    add check (design_code is null or is_made_to_order);
