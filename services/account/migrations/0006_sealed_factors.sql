-- Id of the key that encrypts the secret; null for a secret that is not encrypted yet. The service encrypts those an hour
-- after its start, when no process of the previous version runs any more.
alter table second_factor add column key_id bytea;
