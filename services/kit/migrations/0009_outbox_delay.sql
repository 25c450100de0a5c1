-- Events that can be withdrawn for some time: the relay publishes them after it. Null = at once. Relays of the previous
-- version ignore the column, so that during a rollout an event may be published, and cannot be withdrawn any more, sooner.
alter table outbox add column not_before timestamptz;
