-- What an offer that waits for an approval has above the limit of the member who asks.
alter table notice
    -- Position of the line, from 1; 0 = the share of the lines without a product.
    add column excess_line integer,
    add column excess_percent integer,
    add column excess_allowed integer,
    add check (num_nulls(excess_line, excess_percent, excess_allowed) in (0, 3));
