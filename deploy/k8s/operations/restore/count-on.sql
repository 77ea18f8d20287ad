-- Events are read in the order of their transactions. A cluster that has counted fewer than the one they come from would give
-- new events a place before them, where no reader looks again: it counts on until it is past them.
set synchronous_commit = off;
do $$
declare
  last xid8 := (select transaction_id from events order by transaction_id desc limit 1);
begin
  while last is not null and pg_current_xact_id() <= last loop
    commit;
  end loop;
end $$;
