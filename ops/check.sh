#!/usr/bin/env bash
# Checks the files of this folder with the programs that read them: bash ops/check.sh
# Exit code 1 when a file is wrong, 2 when a program is not installed and nothing else was wrong.
set -u
cd "$(dirname "$0")"
failed=0
missing=0
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

check() { # check NAME PROGRAM ARGUMENTS…
  local name=$1
  shift
  if ! command -v "$1" > /dev/null; then
    echo "not checked  $name: $1 is not installed"
    missing=1
  elif output=$("$@" 2>&1); then
    echo "ok           $name"
  else
    echo "WRONG        $name"
    echo "$output"
    failed=1
  fi
}

check "prometheus/rules.yml" promtool check rules prometheus/rules.yml
check "prometheus/rules.test.yml" promtool test rules prometheus/rules.test.yml
check "prometheus/prometheus.yml" promtool check config --syntax-only prometheus/prometheus.yml
check "alertmanager/alertmanager.yml" amtool check-config alertmanager/alertmanager.yml

# systemd passes over a line that it cannot read, with a message, and still finds the unit well.
verify_unit() {
  local messages
  messages=$(systemd-analyze verify "$1" 2>&1) && [ -z "$messages" ] && return
  echo "$messages"
  return 1
}
check_unit() { # check_unit NAME FILE
  if command -v systemd-analyze > /dev/null; then check "$1" verify_unit "$2"; else check "$1" systemd-analyze; fi
}

# The units name users, folders and programs that a machine has only after the installation.
for unit in systemd/*.service; do
  name=$(basename "${unit/@/@3000}")
  sed -e 's#^WorkingDirectory=.*#WorkingDirectory=/tmp#' -e 's#^ExecStart=[^ ]*#ExecStart=/bin/true#' "$unit" > "$scratch/$name"
  check_unit "$unit" "$scratch/$name"
done
# A timer names a unit of a template, which has to be beside it.
sed 's#^ExecStart=[^ ]*#ExecStart=/bin/true#' "systemd/partner-wallet-backup@.service" > "$scratch/partner-wallet-backup@.service"
for timer in systemd/*.timer; do
  cp "$timer" "$scratch/"
  check_unit "$timer" "$scratch/$(basename "$timer")"
done

# A drop-in is read together with a unit.
mkdir "$scratch/restarted.service.d"
cp high-availability/restart.conf "$scratch/restarted.service.d/"
printf '[Service]\nExecStart=/bin/true\n' > "$scratch/restarted.service"
check_unit "high-availability/restart.conf" "$scratch/restarted.service"

for script in backup/*.sh; do
  check "$script" sh -n "$script"
done

# nginx reads certificates during its check: a self-signed one stands in.
if command -v openssl > /dev/null; then
  openssl req -x509 -newkey rsa:2048 -nodes -days 1 -subj /CN=cards.example.com \
    -keyout "$scratch/privkey.pem" -out "$scratch/fullchain.pem" 2> /dev/null
fi
for file in nginx/partner-wallet.conf container/nginx.conf; do
  sed "s#/etc/ssl/partner-wallet/#$scratch/#" "$file" > "$scratch/site.conf"
  printf 'pid %s/nginx.pid; error_log stderr; events {} http { access_log off; include %s/site.conf; }' \
    "$scratch" "$scratch" > "$scratch/nginx.conf"
  check "$file" nginx -t -c "$scratch/nginx.conf"
done

# Environment files that make-settings.sh writes at the installation.
mkdir -p "$scratch/container/settings"
cp container/compose.yaml "$scratch/container/"
touch "$scratch/container/settings"/{postgres,service,worker,migrate}.env
if docker compose version > /dev/null 2>&1; then
  check "container/compose.yaml" docker compose -f "$scratch/container/compose.yaml" config --quiet
else
  check "container/compose.yaml" docker-compose -f "$scratch/container/compose.yaml" config --quiet
fi

# Templates: each ${PLACE} gets a value of its kind.
fill() { # fill FILE
  sed -E -e "s#\\$\\{DATA_FOLDER\\}#$scratch/data#g" -e "s#\\$\\{([A-Z_]*FOLDER|MAPS)\\}#$scratch#g" -e 's/\$\{[A-Z0-9_]*PORT\}/5432/g' -e 's/\$\{(CELL_)?CONNECTIONS\}/200/g' \
    -e 's/\$\{[A-Z0-9_]*(ADDRESS|HOST)\}/127.0.0.1/g' -e 's#\$\{NETWORK\}#127.0.0.1/32#g' -e 's/\$\{SHARED_BUFFERS\}/128MB/g' \
    -e 's/\$\{[A-Z_]*(PASSWORD|PASSPHRASE)\}/a-secret/g' -e 's/\$\{NODE\}/n1/g' -e 's/\$\{[A-Z0-9_]+\}/127.0.0.1:5432/g' "$1"
}
# HAProxy and Patroni read the certificates during their checks.
for script in high-availability/*.sh; do
  check "$script" sh -n "$script"
done
if command -v openssl > /dev/null; then
  make=high-availability/make-certificates.sh
  check "$make, run" sh -c 'set -e; sh "$0" authority "$1"; sh "$0" database "$1" n1; sh "$0" install "$1/n1" "$(id -un)" "$2"' \
    "$make" "$scratch/authority" "$scratch"
fi
fill cells/hosts.map > "$scratch/hosts.map"
fill cells/keys.map > "$scratch/keys.map"
for file in high-availability/haproxy.cfg cells/haproxy.cfg; do
  fill "$file" > "$scratch/haproxy.cfg"
  check "$file" haproxy -c -f "$scratch/haproxy.cfg"
done

# Three complaints are about the place, not the file: nobody is at the addresses, they are the loopback's, and PostgreSQL may be
# elsewhere. The fourth is wrong: Patroni 4 takes `quorum`, but its validator does not know that.
patroni_complaints() {
  ! patroni --validate-config "$1" 2>&1 | grep -v -e 'is not reachable' -e 'must not contain "127.0.0.1"' \
    -e '^postgresql.bin_dir' -e 'synchronous_mode quorum is not a boolean'
}
if command -v patroni > /dev/null; then
  fill high-availability/patroni.yml > "$scratch/patroni.yml"
  check "high-availability/patroni.yml" patroni_complaints "$scratch/patroni.yml"
else
  check "high-availability/patroni.yml" patroni
fi

for script in container/*.sh; do
  check "$script" bash -n "$script"
done
# PgBouncer and etcd have no option that only checks.
for file in pgbouncer.ini etcd.yml; do
  echo "not checked  high-availability/$file: npm run rehearse:failover runs on it"
done

# pgBackRest only warns about an option that it does not know.
pgbackrest_complaints() {
  pgbackrest --config="$1" --log-level-file=off --log-level-console=warn info > "$scratch/pgbackrest.out" 2>&1 || return 1
  ! grep -e WARN -e ERROR "$scratch/pgbackrest.out"
}
if command -v pgbackrest > /dev/null; then
  fill backup/pgbackrest.conf > "$scratch/pgbackrest.conf"
  check "backup/pgbackrest.conf" pgbackrest_complaints "$scratch/pgbackrest.conf"
else
  check "backup/pgbackrest.conf" pgbackrest
fi

[ $failed -eq 0 ] || exit 1
[ $missing -eq 0 ] || exit 2
