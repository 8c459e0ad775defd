#!/bin/sh
# Tells Alertmanager that a backup has failed: ALERTMANAGER=http://host:9093 report-failed-backup.sh full|diff
# partner-wallet-backup-failed@.service runs it on the database's host.
set -eu
starts=$(date -u +%Y-%m-%dT%H:%M:%SZ)
# The next backup is made, or fails as well, within a day and the random delay of its timer.
ends=$(date -u -d '25 hours' +%Y-%m-%dT%H:%M:%SZ)
curl --silent --show-error --fail --retry 20 --retry-all-errors --retry-max-time 600 \
  --json @- "$ALERTMANAGER/api/v2/alerts" << END
[{
  "labels": { "alertname": "PartnerWalletBackupFailed", "severity": "ticket", "kind": "$1" },
  "annotations": {
    "summary": "The $1 backup of the database has failed.",
    "runbook": "docs/backup.md#when-a-backup-fails"
  },
  "startsAt": "$starts",
  "endsAt": "$ends"
}]
END
