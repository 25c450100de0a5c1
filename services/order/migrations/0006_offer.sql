-- Orders from offers. Pods of the previous version keep running: their attempts are of no offer.

-- UUID of the offer that the attempt orders; null for all others.
alter table checkout_attempt add column offer_id uuid;

-- One open attempt of an offer.
create unique index checkout_attempt_offer on checkout_attempt (offer_id) where state = 'open';
