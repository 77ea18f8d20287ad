#!/bin/sh
# Replaces all data of the database in one transaction. The application role keeps its password and rights.
set -eu
database=$(cat /run/secrets/database/DATABASE_MIGRATION_URL)
pg_restore --dbname="$database" --clean --if-exists --no-owner --single-transaction --exit-on-error /backup/restore.dump
# Computes statistics, which a dump lacks. Hides warnings about shared catalogues, which only a superuser may analyze.
PGOPTIONS='--client_min_messages=error' psql "$database" --quiet --set=ON_ERROR_STOP=1 --command=analyze
