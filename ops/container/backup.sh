#!/bin/bash
# Dumps the database into /backups: at the start when the newest dump is older than the interval, and then at each interval.
# Deletes dumps after BACKUP_KEEP_DAYS, but only after later ones succeeded. The container `backup` runs this;
# docs/backup.md has the restore. `backup.sh now` makes one more dump, `backup.sh restore FILE` fills an empty database with one.
# BACKUP_FOLDER is for tests.
set -euo pipefail
folder=${BACKUP_FOLDER:-/backups}
interval_s=$((${BACKUP_HOURS:-6} * 3600))
keep_minutes=$((${BACKUP_KEEP_DAYS:-14} * 1440))
# So many dumps are there usually. All old ones are deleted once half as many are younger.
usual=$((keep_minutes * 60 / interval_s + 1))
least_kept=$((keep_minutes * 30 / interval_s))
# How long a dump may take, with its repetitions, until it is missing. The health check in compose.yaml has the same time.
slack_s=7200
umask 077

# Other users of the host can read the arguments of a program, but not its environment: the password leaves the URL.
database=$DATABASE_MIGRATE_URL
if [[ $database =~ ^([a-z]+://[^:@/]+):([^@/]*)@(.*)$ ]]; then
  database=${BASH_REMATCH[1]}@${BASH_REMATCH[3]}
  password=${BASH_REMATCH[2]//\\/\\\\}
  PGPASSWORD=$(printf '%b' "${password//%/\\x}")
  export PGPASSWORD
fi

newest() { find "$folder" -name 'wallet-*.dump' -printf '%T@\n' | sort -n | tail -1 | cut -d. -f1; }

dump() {
  local name part
  name=$folder/wallet-$(date -u +%Y%m%dT%H%M%SZ).dump
  part=$name.$$.part
  # Reads the whole file, so that one that the disk cut short is no backup.
  if pg_dump --format=custom --file="$part" "$database" && pg_restore --file=/dev/null "$part" && sync "$part" &&
    mv "$part" "$name"; then
    echo "made $name, $(stat -c %s "$name") bytes"
  else
    # Only its own: another dump may be under way.
    rm -f "$part"
    return 1
  fi
}

# By a clock that is ahead all dumps are old. Those of the right time stay then, until dumps were made for half of the time: the newest
# ones, and no more than usual, as a full disk would end all dumps.
delete_old() {
  local kept stay=0
  kept=$(find "$folder" -name 'wallet-*.dump' -mmin "-$keep_minutes" | wc -l)
  if [ "$kept" -lt "$least_kept" ]; then stay=$((usual - kept)); fi
  find "$folder" -name 'wallet-*.dump' -mmin "+$keep_minutes" -printf '%T@ %p\n' | sort -rn | tail -n "+$((stay + 1))" |
    cut -d' ' -f2- | xargs -r -d '\n' rm -f
}

# Writes for the Health page when the newest dump was made and when the next one is due.
record() {
  local last set
  last=$(newest)
  if [ -n "$last" ]; then
    set="(to_timestamp($last), to_timestamp($last + $interval_s + $slack_s)) ON CONFLICT (is_only)
      DO UPDATE SET last_made_at = excluded.last_made_at, next_due_at = excluded.next_due_at"
  else
    set="(NULL, now() + interval '$slack_s seconds') ON CONFLICT DO NOTHING"
  fi
  psql --no-psqlrc --quiet --command="INSERT INTO public.dump_schedule (last_made_at, next_due_at) VALUES $set" \
    "$database"
}

if [ "${1:-}" = restore ]; then
  pg_restore --no-owner --exit-on-error --dbname="$database" "${2:?usage: backup.sh restore FILE}"
  # A dump has no statistics: without them the first requests read whole tables. Those of the system are the superuser's.
  PGOPTIONS=--client-min-messages=error exec psql --no-psqlrc --quiet --command=ANALYZE "$database"
fi
if [ "${1:-}" = now ]; then
  dump
  record
  exit
fi
# Of a container that was stopped during a dump.
rm -f "$folder"/*.part
while true; do
  # A dump of a time when the clock was ahead would put off the next one, and all warnings, until then.
  find "$folder" -name 'wallet-*.dump' -newermt '+1 minute' -exec touch {} +
  last=$(newest)
  wait_s=$((${last:-0} + interval_s - $(date +%s)))
  is_recorded=true
  record || is_recorded=false
  if [ "$wait_s" -le 0 ] && dump; then
    delete_old
  elif [ "$wait_s" -le 0 ]; then
    echo "the backup failed, the next attempt is in a minute" >&2
    sleep 60
  elif [ "$is_recorded" = true ]; then
    sleep "$wait_s"
  else
    echo "the newest dump could not be recorded in dump_schedule, the next attempt is in a minute" >&2
    sleep 60
  fi
done
