-- The furniture of a project and the product that comes nearest to it:
-- {"productCode", "color", "measures": [width, depth, height] in millimetres or null}. Null = no product is like it.
alter table project add column piece jsonb;
