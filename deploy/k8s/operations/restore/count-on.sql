-- A database that orders its events by transaction: a cluster that has counted fewer than the one they come from would give
-- new events a place before them, where no reader looks again. It counts on until it is past them. Nothing is to be done for
-- a database that orders them by position: their transaction_id is the same number for all.
set synchronous_commit = off;
do $$
declare
  last xid8 := (select transaction_id from events order by transaction_id desc limit 1);
begin
  while last < '100000000000000000' and pg_current_xact_id() <= last loop
    commit;
  end loop;
end $$;
