-- Reads the measures of existing products from their texts, such as `150 × 60 × 210 sm`. New products get them with their
-- texts (src/measures.rs). A text in another form leaves them unknown.

with text as (
    select product_id,
           coalesce(
               regexp_match(external_measurement ->> 'az', pattern),
               regexp_match(external_measurement ->> 'ru', pattern),
               regexp_match(external_measurement ->> 'en', pattern)
           ) as parts
    from product_text,
         (values ('^\s*(\d{1,4}(?:[.,]\d)?)\s*[×x]\s*(\d{1,4}(?:[.,]\d)?)\s*[×x]\s*(\d{1,4}(?:[.,]\d)?)\s*(?:sm|см|cm)\s*$'))
             as form (pattern)
), millimetres as (
    select product_id,
           (replace(parts[1], ',', '.')::numeric * 10)::integer as width,
           (replace(parts[2], ',', '.')::numeric * 10)::integer as depth,
           (replace(parts[3], ',', '.')::numeric * 10)::integer as height
    from text
    where parts is not null
)
update product
set width_mm = width, depth_mm = depth, height_mm = height
from millimetres
where id = product_id and least(width, depth, height) >= 1;
