#!/bin/sh
# Makes a certificate authority of your own, and with it one certificate for each host of the cluster. docs/high-availability.md
# says when to run which command.
#
#   make-certificates.sh authority FOLDER                    once, on a machine that is none of the cluster's
#   make-certificates.sh database FOLDER HOST [NAME…]        a host with PostgreSQL, Patroni and etcd
#   make-certificates.sh service FOLDER HOST [NAME…]         a host with PgBouncer
#   make-certificates.sh install FOLDER/HOST OWNER TARGET    on the host itself, as root
#
# A NAME is an address or a DNS name by which others reach the host; HOST is one of them. Nothing in FOLDER is overwritten: to
# renew a certificate, move the old FOLDER/HOST away first. `install` replaces the files in TARGET.
# DAYS is how long a certificate is valid: 397 by default, ten years for the authority.
set -eu
umask 077

refuse() {
  echo "$1" >&2
  exit 1
}

usage() {
  refuse "$(sed -n 's/^#   //p' "$0")"
}

new_key() {
  openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256 -out "$1"
}

make_authority() {
  folder=$1
  [ ! -e "$folder" ] || refuse "$folder exists already."
  draft=$folder.new
  mkdir "$draft"
  trap 'rm -rf "$draft"' EXIT
  new_key "$draft/authority.key"
  openssl req -x509 -new -key "$draft/authority.key" -days "${DAYS:-3650}" -out "$draft/authority.crt" -config /dev/stdin <<END
[req]
prompt = no
distinguished_name = name
x509_extensions = extensions
[name]
CN = partner-wallet cluster $(date -u +%Y-%m-%dT%H:%M:%SZ)
[extensions]
basicConstraints = critical, CA:TRUE, pathlen:0
keyUsage = critical, keyCertSign
subjectKeyIdentifier = hash
END
  mv "$draft" "$folder"
}

# The subject alternative names: an address is compared as an address, everything else as a DNS name.
alternative_names() {
  names=
  for name; do
    case $name in
      *[!A-Za-z0-9.:-]* | "" | -*) refuse "'$name' is neither an address nor a DNS name." ;;
      *:*) kind=IP ;;
      *[!0-9.]*) kind=DNS ;;
      *) kind=IP ;;
    esac
    names=$names${names:+,}$kind:$name
  done
  echo "$names"
}

# $1: what the certificate may be used for. With that of a service's host nobody can be a client of etcd or change something by
# Patroni's API.
make_host() {
  purposes=$1 folder=$2 host=$3
  shift 2
  [ -f "$folder/authority.key" ] || refuse "$folder has no authority."
  [ ! -e "$folder/$host" ] || refuse "$folder/$host exists already. To renew it, move it away."
  names=$(alternative_names "$@")
  draft=$folder/.new-$host
  mkdir "$draft"
  trap 'rm -rf "$draft"' EXIT
  new_key "$draft/host.key"
  # No common name: etcd would take it for the name of a user, and refuses it in what Patroni sends.
  openssl req -new -key "$draft/host.key" -subj "/O=partner-wallet/OU=$host" -out "$draft/request"
  openssl x509 -req -in "$draft/request" -CA "$folder/authority.crt" -CAkey "$folder/authority.key" \
    -days "${DAYS:-397}" -extfile /dev/stdin -out "$draft/host.crt" 2>/dev/null <<END
basicConstraints = critical, CA:FALSE
keyUsage = critical, digitalSignature
extendedKeyUsage = $purposes
subjectAltName = $names
END
  rm "$draft/request"
  cp "$folder/authority.crt" "$draft/authority.crt"
  mv "$draft" "$folder/$host"
}

# Each file is replaced in one step, so no program reads half of one. PostgreSQL refuses a key that others may read.
install_files() {
  source=$1 owner=$2 target=$3
  openssl verify -CAfile "$source/authority.crt" "$source/host.crt" >/dev/null || refuse "$source does not fit together."
  [ "$(openssl pkey -in "$source/host.key" -pubout)" = "$(openssl x509 -in "$source/host.crt" -noout -pubkey)" ] ||
    refuse "$source/host.key is not the key of host.crt."
  install -d -m 0755 "$target"
  install -m 0600 -o "$owner" "$source/host.key" "$target/.new-host.key"
  install -m 0644 "$source/host.crt" "$target/.new-host.crt"
  install -m 0644 "$source/authority.crt" "$target/.new-authority.crt"
  for file in host.key host.crt authority.crt; do mv "$target/.new-$file" "$target/$file"; done
}

[ $# -ge 2 ] || usage
command=$1
shift
case $command in
  authority) [ $# -eq 1 ] || usage; make_authority "$@" ;;
  database) [ $# -ge 2 ] || usage; make_host serverAuth,clientAuth "$@" ;;
  service) [ $# -ge 2 ] || usage; make_host serverAuth "$@" ;;
  install) [ $# -eq 3 ] || usage; install_files "$@" ;;
  *) usage ;;
esac
