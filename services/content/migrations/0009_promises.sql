-- What the shop promises with each piece. Null = not stated. Pods of the previous version keep running: they neither read nor
-- write the columns.

alter table shop_terms
    add column warranty_months smallint check (warranty_months between 1 and 600),
    -- For unused pieces from stock; 0 = none is taken back.
    add column return_days smallint check (return_days between 0 and 365),
    -- Whether the price includes carrying each piece to its room, on any floor.
    add column is_carried_in boolean;
