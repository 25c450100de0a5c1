-- Normal forms of what people type, for migrations of the services' tables. The services themselves use `kit::domain`; the
-- same tables of cases test both.

-- Phone: `+` and digits, or digits; null for another text.
create function normal_phone(typed text) returns text language plpgsql immutable strict parallel safe as $$
declare
    bare text := translate(typed, '[{<]}>（［｛）］｝', '((()))((()))');
    digits text;
    is_international boolean;
begin
    -- Spaces, dashes, dots, slashes, other brackets and invisible characters.
    bare := regexp_replace(bare, '[\s\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000'
        '\u002d\u00ad\u02d7\u058a\u05be\u1400\u1806\u2010-\u2015\u2043\u207b\u208b\u2212\u2796\u2e3a\u2e3b\u301c\u3030\ufe31\ufe32\ufe58\ufe63\uff0d'
        '.\u00b7\u2022\u2024\u2027\u2219\u22c5\u3002\u30fb\uff0e\uff61\uff65/\\\u2044\u2215\u2216\u29f5\u29f8\uff0f\uff3c'
        '\u0600-\u0605\u061c\u06dd\u070f\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0]', '', 'g');
    -- A zero in brackets after the country code is not dialled.
    bare := regexp_replace(bare, '^([()]*[+]?[()]*(?:00)?[()]*[1-9][()]*(?:[0-9][()]*){0,2})[(]0[)]', '\1');
    bare := translate(bare, '()', '');
    if bare !~ '^[+]?[0-9]+$' then
        return null;
    end if;
    digits := ltrim(bare, '+');
    is_international := bare like '+%' or digits like '00%';
    if digits like '00%' then
        digits := ltrim(digits, '0');
    end if;
    if digits ~ '^0[0-9]{9}$' then
        bare := '+994' || substr(digits, 2);
    elsif digits ~ '^9940*[1-9][0-9]{8}$' or is_international and digits like '994%' then
        bare := '+994' || ltrim(substr(digits, 4), '0');
    else
        bare := case when is_international then '+' else '' end || digits;
    end if;
    return case when bare ~ '^[+]?[0-9]{10,15}$' then bare end;
end
$$;

-- Name of a person: composed, without invisible characters, with single spaces; null if nothing is left.
create function normal_name(typed text) returns text language sql immutable strict parallel safe as $$
    select nullif(trim(regexp_replace(
        normalize(regexp_replace(typed, '[\u00ad\u034f\u0600-\u0605\u061c\u06dd\u070f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e'
            '\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb]', '', 'g'), NFC),
        '[\s\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+', ' ', 'g')), '')
$$;

-- Folded text of an earlier version, as texts are folded now: without marks and invisible characters, Azerbaijani in
-- Cyrillic as Latin.
create function refolded(folded text) returns text language sql immutable strict parallel safe as $$
    select translate(
        regexp_replace(normalize(folded, NFD), '[\u0300-\u036f\u00ad\u061c\u115f\u1160\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164'
            '\ufe00-\ufe0f\ufeff\uffa0]', '', 'g'),
        'әғҹҝөүһј', 'egcgouhy')
$$;
