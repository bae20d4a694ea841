#!/bin/sh
# Runs once, when the database cluster is created: one role and one set of databases for each owner. No role is a
# superuser, and no role can connect to the databases of another.
set -eu
psql --set ON_ERROR_STOP=1 --username "$POSTGRES_USER" --dbname postgres \
  --set cascade="$CASCADE_DB_PASSWORD" --set artifacts="$ARTIFACTS_DB_PASSWORD" --set temporal="$TEMPORAL_DB_PASSWORD" <<'SQL'
create role cascade login password :'cascade';
create role cascade_artifacts login password :'artifacts';
create role temporal login password :'temporal';
create database cascade owner cascade;
create database temporal owner temporal;
create database temporal_visibility owner temporal;
revoke connect on database cascade, temporal, temporal_visibility, postgres from public;
grant connect on database cascade to cascade_artifacts;
SQL
