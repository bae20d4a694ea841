#!/bin/sh
# Creates or updates Temporal's schemas. Safe to repeat.
set -eu
for database in temporal visibility; do
  SQL_DATABASE=temporal
  [ "$database" = visibility ] && SQL_DATABASE=temporal_visibility
  export SQL_DATABASE
  temporal-sql-tool setup-schema -v 0.0
  temporal-sql-tool update-schema -d "/etc/temporal/schema/postgresql/v12/$database/versioned"
done
