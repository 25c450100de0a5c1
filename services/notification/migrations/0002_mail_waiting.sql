-- How long the first of the waiting letters waits is asked every few seconds, however many there are.
create index mail_waiting on mail (created_at) where state = 'waiting';
