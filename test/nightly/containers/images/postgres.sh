#!/bin/sh
# What the image `postgres` does at its start: the cluster is created once, then scripts run on it, then it serves.
set -eu
data=/var/lib/postgresql/18/docker
: "${POSTGRES_USER:=postgres}"
export POSTGRES_USER PGHOST=/var/run/postgresql PGPASSWORD="$POSTGRES_PASSWORD"
as_postgres() { setpriv --reuid=postgres --regid=postgres --init-groups -- "$@"; }
mkdir -p "$data"
chown -R postgres:postgres /var/lib/postgresql /var/run/postgresql
if [ ! -s "$data/PG_VERSION" ]; then
  password=/var/run/postgresql/password
  printf '%s' "$POSTGRES_PASSWORD" >"$password"
  chown postgres "$password"
  as_postgres initdb --pgdata "$data" --username "$POSTGRES_USER" --pwfile "$password" --encoding UTF8 \
    --locale C.UTF-8 --auth scram-sha-256
  rm "$password"
  echo 'host all all all scram-sha-256' >>"$data/pg_hba.conf"
  as_postgres pg_ctl --pgdata "$data" -o "-c listen_addresses='' -k $PGHOST" --wait start
  for script in /docker-entrypoint-initdb.d/*.sh; do . "$script"; done
  as_postgres pg_ctl --pgdata "$data" --mode fast --wait stop
fi
[ "$1" = postgres ] && shift
exec setpriv --reuid=postgres --regid=postgres --init-groups -- \
  postgres -D "$data" -k "$PGHOST" -c 'listen_addresses=*' "$@"
