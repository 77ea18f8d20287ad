#!/bin/sh
# All or nothing: what is there is replaced in one transaction. The application role keeps its password and its rights.
set -eu
database=$(cat /run/secrets/database/DATABASE_MIGRATION_URL)
pg_restore --dbname="$database" --clean --if-exists --no-owner --single-transaction --exit-on-error /backup/restore.dump
# A dump has no statistics. Shared catalogues are the superuser's to look at, of which every one would be warned about.
PGOPTIONS='--client_min_messages=error' psql "$database" --quiet --set=ON_ERROR_STOP=1 --command=analyze
# Last: pods wait for it.
psql "$database" --quiet --set=ON_ERROR_STOP=1 --file=/scripts/count-on.sql
