-- Run on the old cluster, as superuser, in the service's database, with the application's role as :role. Afterwards the
-- service's processes get no answer until they reach the new cluster.
alter role :role nologin;
select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and usename = :'role';
