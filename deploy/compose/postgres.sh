#!/bin/sh
# Runs once, when the database cluster is created: one role and one set of databases for each owner, and a role for each
# service of ours, which `cascade migrate --service-roles` grants what the service needs. No role is a superuser, and no
# role can connect to the databases of another.
set -eu
psql --set ON_ERROR_STOP=1 --username "$POSTGRES_USER" --dbname postgres \
  --set cascade="$CASCADE_DB_PASSWORD" --set gateway="$GATEWAY_DB_PASSWORD" --set executor="$EXECUTOR_DB_PASSWORD" \
  --set webhooks="$WEBHOOKS_DB_PASSWORD" --set artifacts="$ARTIFACTS_DB_PASSWORD" \
  --set temporal="$TEMPORAL_DB_PASSWORD" <<'SQL'
create role cascade login password :'cascade';
create role cascade_gateway login password :'gateway';
create role cascade_executor login password :'executor';
create role cascade_webhooks login password :'webhooks';
create role cascade_artifacts login password :'artifacts';
create role cascade_keda nologin;
create role temporal login password :'temporal';
create database cascade owner cascade;
create database temporal owner temporal;
create database temporal_visibility owner temporal;
revoke all on database cascade, temporal, temporal_visibility, postgres from public;
grant connect on database cascade to cascade_gateway, cascade_executor, cascade_webhooks, cascade_artifacts, cascade_keda;
SQL
