-- Category 3 has benches and tables beside joints and fittings: each product says itself whether it is made in its own
-- measures only. Products that exist stay as they are; the limits are those of furniture that the workshop makes.

update product_text
set is_fixed = true
where product_id in (select id from product where category_id = 3);

update category
set is_fixed       = false,
    usual_measures = '{"width": [300, 6000], "depth": [150, 4000], "height": [250, 3500]}'
where id = 3;
