#!/bin/sh
# Dumps a consistent snapshot of the database without blocking other sessions.
set -eu
umask 077
file="/backup/$(date -u +%Y-%m-%dT%H%M%SZ).dump"
pg_dump --dbname="$(cat /run/secrets/database/DATABASE_MIGRATION_URL)" --format=custom --compress=zstd:6 --file="$file"
pg_restore --list "$file" >/dev/null
ls -l "$file"
