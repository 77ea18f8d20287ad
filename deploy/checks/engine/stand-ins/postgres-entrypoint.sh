#!/bin/sh
# Initializes an empty volume: creates a cluster with the password in POSTGRES_PASSWORD_FILE, then runs the scripts in
# /docker-entrypoint-initdb.d while the server listens only on its Unix socket.
set -eu
if [ "$1" = postgres ] && [ ! -s "$PGDATA/PG_VERSION" ]; then
  # shellcheck disable=SC2086
  initdb --username=postgres --pwfile="$POSTGRES_PASSWORD_FILE" $POSTGRES_INITDB_ARGS >/dev/null
  echo 'host all all all scram-sha-256' >> "$PGDATA/pg_hba.conf"
  pg_ctl --wait --silent --options="-c listen_addresses=''" start >/dev/null
  POSTGRES_USER=postgres PGUSER=postgres
  PGPASSWORD=$(cat "$POSTGRES_PASSWORD_FILE")
  export POSTGRES_USER PGUSER PGPASSWORD
  for script in /docker-entrypoint-initdb.d/*.sh; do sh "$script"; done
  pg_ctl --wait --silent --mode=fast stop
fi
if [ "$1" = postgres ]; then shift; set -- postgres -c "listen_addresses=*" "$@"; fi
exec "$@"
