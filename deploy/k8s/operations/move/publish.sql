-- Run on the old cluster, as superuser, in the service's database. Needs the operator's default, wal_level = logical.
do $$
declare
  without_key regclass;
begin
  for without_key in
    select oid from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
       and not exists (select from pg_index where indrelid = pg_class.oid and indisprimary)
  loop
    execute format('alter table %s replica identity full', without_key);
  end loop;
end $$;
create publication move for tables in schema public;
