#!/bin/bash
# PostgreSQL's image runs this once, when it has made an empty data folder.
set -euo pipefail
psql --username "$POSTGRES_USER" --dbname postgres -v owner_password="$OWNER_PASSWORD" -v app_password="$APP_PASSWORD" \
  -v read_password="$READ_PASSWORD" -f /roles.sql
