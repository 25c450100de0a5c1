-- The searched texts have g in place of q: in Cyrillic Azerbaijani both are г. Pods of the previous version keep running; a word
-- with q in an order that they write is found once the order changes.

update customer_order
set search_text = translate(search_text, 'q', 'g'), desk_search = translate(desk_search, 'q', 'g')
where search_text like '%q%' or desk_search like '%q%';
