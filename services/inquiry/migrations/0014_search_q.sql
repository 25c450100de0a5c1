-- The searched texts have g in place of q: in Cyrillic Azerbaijani both are г. Pods of the previous version keep running; a word
-- with q in an inquiry that they write is found once the inquiry changes.

update inquiry set search = translate(search, 'q', 'g') where search like '%q%';
update contact set search = translate(search, 'q', 'g') where search like '%q%';
