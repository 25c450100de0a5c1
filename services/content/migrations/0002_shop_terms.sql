-- The shop's terms: delivery, opening hours, instalments. At most one row. Pods of the previous version keep running: they do
-- not use the table.

create table shop_terms (
    only_row               boolean primary key default true check (only_row),
    -- [{"code", "name", "workingDays": {"earliest", "latest"}}]
    delivery               jsonb not null,
    -- In Asia/Baku, as are the opening hours. An order after it counts from the next working day.
    cut_off                time not null,
    made_to_order_days     smallint not null check (made_to_order_days > 0),
    -- [{"day": 1 = Monday to 7 = Sunday, "opensAt", "closesAt"}], by day. The shop is closed on other days.
    week                   jsonb not null,
    -- Further days on which the shop is closed, ascending.
    holidays               date[] not null,
    -- Null = instalments are not offered.
    instalment_months      smallint check (instalment_months > 1),
    instalment_least_minor bigint check (instalment_least_minor >= 0),
    instalment_fee_percent smallint check (instalment_fee_percent between 0 and 99),
    instalment_text        jsonb,
    version                bigint not null default 1,
    check (num_nonnulls(instalment_months, instalment_least_minor, instalment_fee_percent, instalment_text) in (0, 4))
);
