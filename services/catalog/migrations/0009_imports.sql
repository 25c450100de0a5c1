-- Imports of products. `cells` are those of the file; all other columns of a row follow from them and the mapping.

-- Parts of files that are being uploaded. Those that no import takes are deleted after an hour.
create table product_import_upload (
    upload_id  uuid not null,
    position   bigint not null check (position >= 0),
    data       bytea not null,
    created_by text not null,
    created_at timestamptz not null default now(),
    primary key (upload_id, position)
);

create index product_import_upload_by_time on product_import_upload (created_at);

create table product_import (
    id              uuid primary key,
    name            text not null,
    format          text not null check (format in ('csv', 'xlsx')),
    source          text not null check (source in ('own', 'shopify', 'woocommerce', 'other')),
    state           text not null check (
        state in ('mapping', 'checking', 'ready', 'applying', 'applied', 'failed', 'undoing', 'undone')
    ),
    -- Null in a workbook.
    separator       text check (separator in (';', ',', E'\t')),
    decimal         text not null check (decimal in (',', '.')),
    erase           text not null,
    -- Category of new products whose row names none that is known.
    category_id     integer references category,
    heads           text[] not null,
    -- Field of each column; empty = none.
    fields          text[] not null,
    -- At most three values of each column.
    examples        jsonb not null,
    row_count       bigint not null,
    -- Products that the present step has finished, and the row of the last one.
    done            bigint not null default 0,
    last_row        bigint not null default 0,
    new_count       bigint not null default 0,
    changed_count   bigint not null default 0,
    unchanged_count bigint not null default 0,
    refused_count   bigint not null default 0,
    kept_count      bigint not null default 0,
    is_counted      boolean not null default false,
    -- Message key of the reason of a failed import.
    reason          text not null default '',
    -- Failed attempts at the present chunk.
    attempts        integer not null default 0,
    retry_at        timestamptz not null default now(),
    -- Author of the present step.
    actor           text not null,
    applied_at      timestamptz,
    created_by      text not null,
    created_at      timestamptz not null default now(),
    version         bigint not null default 1
);

create index product_import_by_time on product_import (created_at desc, id desc);
create index product_import_at_work on product_import (created_at, id)
    where state in ('checking', 'applying', 'undoing');

create table product_import_row (
    import_id    uuid not null references product_import on delete cascade,
    -- Row of the file; the heads are row 1.
    number       bigint not null,
    cells        text[] not null,
    -- First row of the same product; null before the dry run. The columns below are set in first rows only.
    first_row    bigint,
    code         text not null default '',
    result       text check (result in ('new', 'changed', 'unchanged', 'refused')),
    -- By field: {"from", "to"}.
    changes      jsonb not null default '{}',
    -- By field: message key.
    errors       jsonb not null default '{}',
    -- Fields that the undo kept: message key.
    kept         jsonb not null default '{}',
    -- Addresses of pictures.
    images       text[] not null default '{}',
    -- Version of the product at the dry run; 0 = new.
    base_version bigint not null default 0,
    -- Version of the product once the row is applied; null before.
    applied_version bigint,
    primary key (import_id, number)
);

create index product_import_row_by_first on product_import_row (import_id, first_row, number);
create index product_import_row_by_result on product_import_row (import_id, result, number) where result is not null;

-- The last mapping that a person chose for the same heads.
create table product_import_mapping (
    person  text not null,
    -- SHA-256 of the heads.
    heads   bytea not null,
    fields  text[] not null,
    decimal text not null,
    erase   text not null,
    used_at timestamptz not null default now(),
    primary key (person, heads)
);
