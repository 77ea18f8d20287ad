#!/bin/sh
# Runs once, on an empty volume: creates each service's database, with an owner and an application role.
set -eu
for service in identity photos assessments tokens; do
  for role in owner app; do
    psql --username=postgres --set=ON_ERROR_STOP=1 --set=role="${service}_${role}" \
      --set=password="$(cat "/run/secrets/postgres/${service}_${role}/password")" <<'SQL'
create role :"role" login password :'password';
SQL
  done
  psql --username=postgres --set=ON_ERROR_STOP=1 --set=database="$service" --set=owner="${service}_owner" <<'SQL'
create database :"database" owner :"owner";
SQL
done
