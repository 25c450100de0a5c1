-- Version of the order of the last correction that was applied to its reservations; 0 if its lines were never corrected.
alter table reservation add column correction bigint not null default 0;
