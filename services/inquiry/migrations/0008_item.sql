-- Pieces of quote requests. Processes of the previous version read the first piece from the columns of inquiry, and insert
-- quotes without pieces: like the older ones, these are read as one piece in the product's own size.
create table inquiry_item (
    inquiry_id      uuid not null references inquiry (id),
    -- From 1. The columns of inquiry repeat the first piece.
    position        smallint not null check (position between 1 and 20),
    -- The product at the time of the request.
    product_id      bigint not null,
    product_name_az text not null,
    product_name_ru text not null,
    product_name_en text not null,
    product_image   text not null,
    quantity        smallint check (quantity between 1 and 99),
    color           text,
    -- The product's own size, that of the measures, or one that the shop measures on site.
    measuring       text not null check (measuring in ('standard', 'own', 'visit')),
    width_mm        smallint check (width_mm between 100 and 10000),
    depth_mm        smallint check (depth_mm between 100 and 10000),
    height_mm       smallint check (height_mm between 100 and 10000),
    -- Text of the sender; wiped with the inquiry.
    note            text not null,
    primary key (inquiry_id, position),
    check (num_nulls(width_mm, depth_mm, height_mm) in (0, 3)),
    check (measuring = 'own' or width_mm is null)
);

create index inquiry_item_of_product on inquiry_item (product_id);

-- Wipes the notes with their inquiry, also where a process of the previous version wipes it.
create function wipe_inquiry_item() returns trigger language plpgsql as $$
begin
    update inquiry_item set note = '' where inquiry_id = new.id and note <> '';
    return null;
end
$$;

create trigger wipe_inquiry_item after update of wiped_at on inquiry
    for each row when (new.wiped_at is not null) execute function wipe_inquiry_item();
