#!/bin/bash
# PostgreSQL's image runs this once, when it has made an empty data folder. roles.sql asks for the passwords in this order.
set -euo pipefail
printf '%s\n' "$OWNER_PASSWORD" "$APP_PASSWORD" "$READ_PASSWORD" |
  psql --username "$POSTGRES_USER" --dbname postgres -f /roles.sql
