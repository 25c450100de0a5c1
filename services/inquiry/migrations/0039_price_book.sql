-- Price books of designs. A published book never changes; in force is the one with the latest time that has passed.
create table price_book (
    -- The codes of designs have 14 bits for it.
    version        integer primary key check (version between 1 and 16383),
    -- Version of the rules whose parts it prices.
    rules          smallint not null check (rules between 1 and 255),
    state          text not null check (state in ('draft', 'published')),
    -- Costs, waste and markup: never part of a public answer.
    book           jsonb not null,
    -- What follows from the book and may be read by everybody.
    rates          jsonb not null,
    valid_from     timestamptz,
    -- Staff UUID; null for the shop's first book.
    published_by   text,
    published_at   timestamptz,
    -- Whether an event told that the book came into force.
    is_announced   boolean not null default false,
    record_version bigint not null default 1,
    check (state = 'draft' or num_nulls(valid_from, published_at) = 0)
);

create index price_book_in_force on price_book (valid_from desc, version desc) where state = 'published';
