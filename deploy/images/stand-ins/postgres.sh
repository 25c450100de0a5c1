#!/bin/sh
# What the official image does at its start, as far as the shop asks for it: it makes the data on an empty disk, runs
# the scripts of /docker-entrypoint-initdb.d beside a server that only its socket reaches, and becomes the server.
set -eu

if [ "$#" -eq 0 ] || [ "${1#-}" != "$1" ]; then set -- postgres "$@"; fi

if [ "$(id -u)" = 0 ]; then
    mkdir -p "$PGDATA"
    chown -R postgres:postgres /var/lib/postgresql /var/run/postgresql
    exec setpriv --reuid=postgres --regid=postgres --clear-groups "$0" "$@"
fi

export POSTGRES_USER="${POSTGRES_USER:-postgres}"
if [ ! -s "$PGDATA/PG_VERSION" ]; then
    mkdir -p "$PGDATA"
    word=$(mktemp)
    printf '%s' "$POSTGRES_PASSWORD" > "$word"
    initdb --pgdata="$PGDATA" --username="$POSTGRES_USER" --pwfile="$word" --encoding=UTF8 --locale=C.UTF-8 \
        --auth-local=trust --auth-host=scram-sha-256
    rm "$word"
    echo "host all all all scram-sha-256" >> "$PGDATA/pg_hba.conf"
    pg_ctl --pgdata="$PGDATA" --wait --options="-c listen_addresses='' -c unix_socket_directories=/var/run/postgresql" start
    for script in /docker-entrypoint-initdb.d/*.sh; do
        if [ -x "$script" ]; then "$script"; elif [ -e "$script" ]; then . "$script"; fi
    done
    pg_ctl --pgdata="$PGDATA" --mode=fast --wait stop
fi
exec "$@" -c unix_socket_directories=/var/run/postgresql -c "listen_addresses=*"
