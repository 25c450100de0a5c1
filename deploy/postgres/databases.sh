#!/bin/sh
# Run once by the PostgreSQL image on an empty disk: for each service a database, its owner, who alone changes the
# schema, and a role that reads and writes rows. No role may enter another service's database.
# PASSWORDS is a folder with a file for each role; without it PASSWORD is everybody's.
set -eu

password() {
    if [ -n "${PASSWORDS:-}" ]; then cat "$PASSWORDS/$1"; else printf '%s' "$PASSWORD"; fi
}

for service in $SERVICES; do
    psql --quiet --set ON_ERROR_STOP=1 --username "$POSTGRES_USER" --dbname postgres \
        --set service="$service" --set owner="${service}_owner" \
        --set service_password="$(password "$service")" --set owner_password="$(password "${service}_owner")" <<'SQL'
create role :"owner" login password :'owner_password';
create role :"service" login password :'service_password' in role pg_read_all_data, pg_write_all_data;
create database :"service" owner :"owner";
revoke all on database :"service" from public;
grant connect on database :"service" to :"service";
SQL
done
