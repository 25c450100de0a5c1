-- Attributes of a product that the shop only shows, as one document (src/passive.rs): a new one needs no column. The
-- trigger keeps the columns that pods of the previous version read and write in step. The next version drops both.

alter table product_text add column attributes jsonb not null default '{}';

create function product_text_in_step() returns trigger language plpgsql as $$
begin
    if new.attributes = coalesce(old.attributes, '{}') then
        -- The previous version wrote the columns, or nothing changed.
        new.attributes = new.attributes || jsonb_build_object(
            'external_measurement', new.external_measurement,
            'internal_measurement', new.internal_measurement,
            'is_fixed', new.is_fixed,
            'usual_measures', new.usual_measures,
            'front', new.front,
            'shown_in', new.shown_in
        );
    else
        new.external_measurement = new.attributes -> 'external_measurement';
        new.internal_measurement = new.attributes -> 'internal_measurement';
        new.is_fixed = new.attributes -> 'is_fixed';
        new.usual_measures = nullif(new.attributes -> 'usual_measures', 'null');
        new.front = nullif(new.attributes -> 'front', 'null');
        new.shown_in = case jsonb_typeof(new.attributes -> 'shown_in')
            when 'array' then array(select jsonb_array_elements_text(new.attributes -> 'shown_in')::uuid)
        end;
    end if;
    return new;
end
$$;

create trigger product_text_in_step before insert or update on product_text
    for each row execute function product_text_in_step();

update product_text set attributes = attributes;
