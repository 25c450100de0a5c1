-- Measures in millimetres, the front for drawings, and the stores that show a product. Null = unknown.

alter table product
    add column width_mm  integer check (width_mm between 1 and 100000),
    add column depth_mm  integer check (depth_mm between 1 and 100000),
    add column height_mm integer check (height_mm between 1 and 100000);

create index product_by_width on product (width_mm, id) where is_active;

alter table product_text
    -- Made in its own measures only.
    add column is_fixed       boolean not null default false,
    -- The measures it is usually made in: {"width": [min, max], "depth": …, "height": …}. Null = those of its category.
    add column usual_measures jsonb,
    -- {"kind", "doors", "drawers", "drawer_rows", "has_legs"}.
    add column front          jsonb,
    -- Ids of stores.
    add column shown_in       uuid[];

alter table category
    -- Its products are made in their own measures only.
    add column is_fixed       boolean not null default false,
    add column usual_measures jsonb;

update category set usual_measures = '{"width": [400, 4000], "depth": [300, 800], "height": [800, 3000]}' where id = 1;
update category set usual_measures = '{"width": [1200, 6000], "depth": [500, 4000], "height": [800, 3000]}' where id = 2;
update category set is_fixed = true where id = 3;
