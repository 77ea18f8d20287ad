-- For a database that orders its events by transaction id. If the new cluster's counter is behind the restored ids, new
-- events would get positions that readers have passed. This advances the counter past the restored ids. A database that
-- orders events by position needs nothing: its rows all have the same large transaction_id.
set synchronous_commit = off;
do $$
declare
  last xid8 := (select transaction_id from events order by transaction_id desc limit 1);
begin
  while last < '100000000000000000' and pg_current_xact_id() <= last loop
    commit;
  end loop;
end $$;
