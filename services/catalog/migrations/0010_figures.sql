-- Figures of the desk. Pods of the previous version keep running.

create index reservation_sold on reservation (changed_at) where state = 'sold';

-- Pieces of each product that were sold within 30 days.
create view sold_in_30_days as
select product_id, sum(quantity)::bigint as pieces
from reservation_line join reservation using (order_id)
where state = 'sold' and changed_at > now() - interval '30 days'
group by product_id;

create index product_incomplete on product (changed_at desc, id desc) where incomplete_in <> '{}';

-- Searches in the shop without a result, by day in Asia/Baku. Nothing tells who searched.
create table search_miss (
    day      date not null,
    language text not null check (language in ('az', 'ru', 'en')),
    -- Folded.
    term     text not null check (length(term) between 1 and 60),
    count    bigint not null check (count > 0),
    primary key (day, language, term)
);
