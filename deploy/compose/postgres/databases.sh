#!/bin/sh
# PostgreSQL's image runs this once, on an empty volume. Creates a database per service with two roles: an owner, which
# runs migrations, and the application's role, which cannot change the schema. Names and passwords come from the secrets' database URLs.
set -eu

# Prints a part of the database address in file $1: the user if $2 is 1, the password if it is 2, the database if 3.
part() { sed -E "s|^postgres://([^:]+):([^@]+)@[^/]+/(.+)\$|\\$2|" "$1"; }

for service in identity photos assessments tokens; do
  owner=/run/secrets/${service}_migration_url
  application=/run/secrets/${service}_database_url
  psql --quiet --no-psqlrc --set=ON_ERROR_STOP=1 --username="${POSTGRES_USER:-postgres}" --dbname=postgres \
    --set=database="$(part "$owner" 3)" \
    --set=owner="$(part "$owner" 1)" --set=owner_password="$(part "$owner" 2)" \
    --set=application="$(part "$application" 1)" --set=application_password="$(part "$application" 2)" <<'SQL'
create role :"owner" login password :'owner_password';
create role :"application" login password :'application_password';
create database :"database" owner :"owner";
revoke connect on database :"database" from public;
SQL
done
