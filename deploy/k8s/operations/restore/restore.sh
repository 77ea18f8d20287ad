#!/bin/sh
# All or nothing: what is there is replaced in one transaction. The application role keeps its password and its rights.
set -eu
database=$(cat /run/secrets/database/DATABASE_MIGRATION_URL)
pg_restore --dbname="$database" --clean --if-exists --no-owner --single-transaction --exit-on-error /backup/restore.dump
psql "$database" --quiet --set=ON_ERROR_STOP=1 --file=/scripts/count-on.sql
