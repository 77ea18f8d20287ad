-- Advances the new cluster's transaction id past all restored ids, in a database that orders its events by transaction
-- id. Otherwise, new events would get positions that readers have passed. A database that orders events by position
-- needs no change: all its rows have the same large transaction_id.
set synchronous_commit = off;
do $$
declare
  last xid8 := (select transaction_id from events order by transaction_id desc limit 1);
begin
  while last < '100000000000000000' and pg_current_xact_id() <= last loop
    commit;
  end loop;
end $$;
