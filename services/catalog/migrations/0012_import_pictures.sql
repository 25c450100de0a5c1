-- Pictures that files of imports name by their addresses. They are fetched by content once their import is applied.

create table product_import_picture (
    import_id uuid not null,
    -- First row of the product.
    row       bigint not null,
    -- Place among the pictures of the product, from 1.
    position  bigint not null,
    url       text not null,
    -- The picture in content; null before it was asked for, and if the product has the same one already.
    media_id  text,
    -- Message key of the reason of a failure.
    reason    text not null default '',
    -- Time of the next look; 'infinity' before the import is applied, null once it is fetched or has failed.
    due_at    timestamptz default 'infinity',
    primary key (import_id, row, position),
    foreign key (import_id, row) references product_import_row on delete cascade
);

create index product_import_picture_due on product_import_picture (due_at) where due_at is not null;
