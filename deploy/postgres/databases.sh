#!/bin/sh
# Creates for each service a database, an owner that migrates it, and a role that reads and writes rows. No role may
# connect to another service's database. The PostgreSQL image runs this once, on an empty disk.
# PASSWORDS is a folder with one file per role; if unset, PASSWORD applies to all roles.
set -eu

password() {
    if [ -n "${PASSWORDS:-}" ]; then cat "$PASSWORDS/$1"; else printf '%s' "$PASSWORD"; fi
}

for service in $SERVICES; do
    # By the environment: other users of the host see the arguments of a process.
    SERVICE_PASSWORD=$(password "$service") OWNER_PASSWORD=$(password "${service}_owner") \
        psql --quiet --set ON_ERROR_STOP=1 --username "$POSTGRES_USER" --dbname postgres \
        --set service="$service" --set owner="${service}_owner" <<'SQL'
\getenv service_password SERVICE_PASSWORD
\getenv owner_password OWNER_PASSWORD
create role :"owner" login password :'owner_password';
create role :"service" login password :'service_password' in role pg_read_all_data, pg_write_all_data;
create database :"service" owner :"owner";
revoke all on database :"service" from public;
grant connect on database :"service" to :"service";
SQL
done
