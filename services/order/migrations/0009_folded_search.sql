-- The customers' search compares folded texts, as the desk's does. Pods of the previous version keep running; their rows in lower
-- case stay findable, as a search compares both.

update customer_order
set search_text = translate(
        regexp_replace(replace(normalize(search_text, NFD), U&'\0438\0306', 'y'), '[ъь\u0300-\u036f]', '', 'g'),
        'ıəеэәсшщцчҹгғҝиыоөуюүаябвджзјклмнпртфхһ',
        'ieeeessssccgggiioouuuaabvdjzyklmnprtfxh')
where search_text ~ '[^\x01-\x7f]';
