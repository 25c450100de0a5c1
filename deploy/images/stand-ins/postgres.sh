#!/bin/sh
# The parts of the official entrypoint that the shop needs: initializes an empty disk, runs the scripts of
# /docker-entrypoint-initdb.d against a server that listens on its socket only, then starts the server.
set -eu

if [ "$#" -eq 0 ] || [ "${1#-}" != "$1" ]; then set -- postgres "$@"; fi

if [ "$(id -u)" = 0 ]; then
    mkdir -p "$PGDATA"
    chown -R postgres:postgres /var/lib/postgresql /var/run/postgresql
    exec setpriv --reuid=postgres --regid=postgres --clear-groups "$0" "$@"
fi

# A volume with a group for its files opens the folder to the group at each start, and PostgreSQL refuses such a folder.
mkdir -p "$PGDATA"
chmod 0700 "$PGDATA"
export POSTGRES_USER="${POSTGRES_USER:-postgres}"
if [ ! -s "$PGDATA/PG_VERSION" ]; then
    password_file=$(mktemp)
    printf '%s' "$POSTGRES_PASSWORD" > "$password_file"
    initdb --pgdata="$PGDATA" --username="$POSTGRES_USER" --pwfile="$password_file" --encoding=UTF8 --locale=C.UTF-8 \
        --auth-local=trust --auth-host=scram-sha-256
    rm "$password_file"
    echo "host all all all scram-sha-256" >> "$PGDATA/pg_hba.conf"
    pg_ctl --pgdata="$PGDATA" --wait --options="-c listen_addresses='' -c unix_socket_directories=/var/run/postgresql" start
    for script in /docker-entrypoint-initdb.d/*.sh; do
        if [ -x "$script" ]; then "$script"; elif [ -e "$script" ]; then . "$script"; fi
    done
    pg_ctl --pgdata="$PGDATA" --mode=fast --wait stop
fi
exec "$@" -c unix_socket_directories=/var/run/postgresql -c "listen_addresses=*"
