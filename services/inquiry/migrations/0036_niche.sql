-- Object that the measures of a piece are of. Pieces of before, and those by a process of the previous version, were measured
-- themselves.
alter table inquiry_item
    add column measures_of text not null default 'piece' check (measures_of in ('piece', 'niche')),
    add check (measures_of = 'piece' or width_mm is not null);
