-- Designs of pieces. A piece with a design needs no product. Processes of the previous version do not read quotes with such a piece.
alter table inquiry_item
    alter column product_id drop not null,
    add column design_code      text check (design_code ~ '^[A-Za-z0-9_-]{20,90}$'),
    -- Versions of the rules and of the price book.
    add column design_rules     smallint check (design_rules between 1 and 255),
    add column design_prices    integer check (design_prices between 1 and 16383),
    -- Price of record with VAT, in qəpik; null for a wish that cannot be built as it is.
    add column price_minor      bigint check (price_minor >= 0),
    -- Band that the sender saw, in qəpik.
    add column shown_low_minor  bigint check (shown_low_minor >= 0),
    add column shown_high_minor bigint check (shown_high_minor >= shown_low_minor),
    add check (product_id is not null or design_code is not null),
    add check (num_nulls(design_code, design_rules, design_prices) in (0, 3)),
    add check (num_nulls(shown_low_minor, shown_high_minor) in (0, 2)),
    add check (design_code is not null or num_nonnulls(price_minor, shown_low_minor) = 0);
