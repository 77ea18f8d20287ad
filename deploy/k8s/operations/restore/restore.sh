#!/bin/sh
# All or nothing: what is there is replaced in one transaction. The application role keeps its password and its rights.
set -eu
database=$(cat /run/secrets/database/DATABASE_MIGRATION_URL)
pg_restore --dbname="$database" --clean --if-exists --no-owner --single-transaction --exit-on-error /backup/restore.dump

# Events are read in the order of their transactions. A cluster that has counted fewer than the one they come from would give
# new events a place before them, where no reader looks again: it counts on until it is past them.
psql "$database" --quiet --set=ON_ERROR_STOP=1 <<'SQL'
set synchronous_commit = off;
do $$
declare
  last xid8 := (select transaction_id from events order by transaction_id desc limit 1);
begin
  while last is not null and pg_current_xact_id() <= last loop
    commit;
  end loop;
end $$;
SQL
