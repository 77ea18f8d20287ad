-- Run on the old cluster, as superuser, in the service's database, with the application's role as :role. Afterwards the
-- service's processes cannot use the old cluster; they fail until they are connected to the new one.
alter role :role nologin;
select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and usename = :'role';
