-- Lines in another size than the product's. Pods of the previous version keep running: a draft that they save loses the marks.

alter table offer_line
    -- Made for the customer: the order takes no piece from stock.
    add column is_made_to_order boolean not null default false,
    -- The price is the one of the catalog for another size, which nobody has checked.
    add column is_price_to_check boolean not null default false;
