#!/bin/bash
# Dumps the database into /backups: at the start when the newest dump is older than the interval, and then at each interval.
# Deletes dumps after BACKUP_KEEP_DAYS, but only after a later one succeeded. The container `backup` runs this;
# docs/backup.md has the restore. `backup.sh now` makes one more dump.
set -euo pipefail
interval_s=$((${BACKUP_HOURS:-6} * 3600))
keep_minutes=$((${BACKUP_KEEP_DAYS:-14} * 1440))
umask 077

newest() { find /backups -name 'wallet-*.dump' -printf '%T@\n' | sort -n | tail -1 | cut -d. -f1; }

dump() {
  local name part
  name=/backups/wallet-$(date -u +%Y%m%dT%H%M%SZ).dump
  part=$name.part
  pg_dump --format=custom --file="$part" "$DATABASE_MIGRATE_URL" || return
  # Reads the whole file, so that one that the disk cut short is no backup.
  pg_restore --file=/dev/null "$part" || return
  sync "$part" || return
  mv "$part" "$name"
  echo "made $name, $(stat -c %s "$name") bytes"
}

if [ "${1:-}" = now ]; then
  dump
  exit
fi
# Of a container that was stopped during a dump.
rm -f /backups/*.part
while true; do
  last=$(newest)
  wait_s=$((${last:-0} + interval_s - $(date +%s)))
  if [ "$wait_s" -gt 0 ]; then
    sleep "$wait_s"
  elif dump; then
    find /backups -name 'wallet-*.dump' -mmin "+$keep_minutes" -delete
  else
    echo "the backup failed, the next attempt is in a minute" >&2
    rm -f /backups/*.part
    sleep 60
  fi
done
