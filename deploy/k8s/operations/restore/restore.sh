#!/bin/sh
# All or nothing: what is there is replaced in one transaction. The application role keeps its password and its rights.
set -eu
pg_restore --dbname="$(cat /run/secrets/database/DATABASE_MIGRATION_URL)" --clean --if-exists --no-owner --single-transaction --exit-on-error /backup/restore.dump
