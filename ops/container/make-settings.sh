#!/usr/bin/env bash
# Writes settings/*.env with new secrets and passwords, and a self-signed certificate, for a host name:
#
#     ./make-settings.sh cards.example.com
#
# MAKE_SECRETS is the command that prints the secrets; by default it runs in the image.
set -euo pipefail
cd "$(dirname "$0")"
host=${1:?usage: ./make-settings.sh HOST}
if [ -e settings ]; then
  echo "settings exists. It is not replaced: without its CARD_KEYS no stored card number can be read." >&2
  exit 1
fi
umask 077
secrets=$(${MAKE_SECRETS:-docker run --rm partner-wallet npm run --silent make-secrets})
password() { openssl rand -hex 24; }
superuser=$(password) owner=$(password) app=$(password) read=$(password)
# Renamed at the end: a run that failed in the middle leaves no settings that look whole, and can be repeated.
new=settings.new
rm -rf "$new"
trap 'rm -rf "$new"' EXIT
mkdir -p "$new/tls"

cat > "$new/postgres.env" << END
POSTGRES_USER=postgres
POSTGRES_PASSWORD=$superuser
OWNER_PASSWORD=$owner
APP_PASSWORD=$app
READ_PASSWORD=$read
END
echo "DATABASE_MIGRATE_URL=postgresql://wallet:$owner@postgres:5432/wallet" > "$new/migrate.env"
grep -E '^CHAIN_[A-Z_]+=' <<< "$secrets" > "$new/worker.env"
grep -E '^[A-Z_]+=' <<< "$secrets" | grep -v '^CHAIN_' > "$new/service.env"
cat >> "$new/service.env" << END
DATABASE_URL=postgresql://partner_wallet_app:$app@postgres:5432/wallet
SERVICE_ENVIRONMENT=staging
BASE_URL=https://$host
NEXTAUTH_URL=https://$host
TRUSTED_PROXY_HOPS=1
KYC_PROVIDER=sandbox
CARD_ISSUER=sandbox
END
openssl req -x509 -newkey rsa:2048 -nodes -days 90 -subj "/CN=$host" -addext "subjectAltName=DNS:$host" \
  -keyout "$new/tls/privkey.pem" -out "$new/tls/fullchain.pem" 2> /dev/null
mv "$new" settings
grep '^#.*0x' <<< "$secrets"
echo "Wrote settings/. Keep a copy offline, and replace the certificate in settings/tls by one of an authority."
