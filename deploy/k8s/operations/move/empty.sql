-- Run on the new cluster, as superuser, before it subscribes. Empties all tables, which replication then fills.
do $$
begin
  set local session_replication_role = replica;
  execute (select 'truncate ' || string_agg(oid::regclass::text, ', ') from pg_class
            where relnamespace = 'public'::regnamespace and relkind in ('r', 'p'));
end $$;
