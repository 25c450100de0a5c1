-- Designs of offers' lines. Processes of the previous version drop those of the drafts whose lines they change.
alter table offer_line
    add column design_code             text check (design_code ~ '^[A-Za-z0-9_-]{20,90}$'),
    -- Versions of the rules and of the price book.
    add column design_rules            smallint check (design_rules between 1 and 255),
    add column design_prices           integer check (design_prices between 1 and 16383),
    -- Sentence by which the customer confirmed the size, as shown; null = not confirmed.
    add column size_confirmed_text     text check (char_length(size_confirmed_text) between 1 and 200),
    add column size_confirmed_language text check (size_confirmed_language in ('az', 'ru', 'en')),
    add column size_confirmed_at       timestamptz,
    add check (num_nulls(design_code, design_rules, design_prices) in (0, 3)),
    add check (num_nulls(size_confirmed_text, size_confirmed_language, size_confirmed_at) in (0, 3)),
    add check (design_code is not null or size_confirmed_text is null);
