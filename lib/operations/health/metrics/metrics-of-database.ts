import type { DatabaseFacts } from "../state/service-state";
import { gauge, type Metric } from "./metric";

function replicationMetrics({ replication }: DatabaseFacts): Metric[] {
  const { standbys, isSynchronous, isRequired, lagS } = replication;
  return [
    gauge("database_standbys", "Standbys that are connected", standbys),
    gauge(
      "database_commits_synchronous",
      "1 while a commit waits for a standby",
      Number(isSynchronous),
    ),
    gauge(
      "database_commits_unprotected",
      "1 while there is or should be a standby and no commit waits for it",
      Number(!isSynchronous && (isRequired || standbys > 0)),
    ),
    {
      name: "database_replication_lag_seconds",
      type: "gauge",
      help: "How far the slowest standby is behind, where the owner may see it",
      samples: lagS === null ? [] : [{ value: lagS }],
    },
  ];
}

/** No samples where PostgreSQL archives nothing, as where a provider makes the backups. */
function archiveMetrics({ archive }: DatabaseFacts): Metric[] {
  const ageS = archive?.ageS ?? null;
  return [
    {
      name: "database_archive_failing",
      type: "gauge",
      help: "1 while the last attempt to archive the write-ahead log failed",
      samples: archive === null ? [] : [{ value: Number(archive.isFailing) }],
    },
    {
      name: "database_archive_age_seconds",
      type: "gauge",
      help: "Since a segment of the write-ahead log was archived, where archive_timeout is set",
      samples: ageS === null ? [] : [{ value: ageS }],
    },
  ];
}

/** What keeps the write-ahead log on the disk, or stops VACUUM, without any connection. No samples without a slot. */
function forgottenMetrics({ slot, preparedTransaction }: DatabaseFacts): Metric[] {
  return [
    {
      name: "database_slot_held_wal_bytes",
      type: "gauge",
      help: "Write-ahead log that is kept for the replication slot which is furthest behind",
      samples: slot === null ? [] : [{ value: slot.heldBytes }],
    },
    {
      name: "database_slot_inactive",
      type: "gauge",
      help: "1 while no client receives the write-ahead log of that slot",
      samples: slot === null ? [] : [{ value: Number(!slot.isActive) }],
    },
    gauge(
      "database_oldest_prepared_transaction_seconds",
      "Age of the oldest prepared transaction, of any database and login",
      preparedTransaction?.ageS ?? 0,
    ),
  ];
}

function clockMetrics({ clocks: { offsetS, closedAheadS } }: DatabaseFacts): Metric[] {
  return [
    gauge(
      "database_clock_offset_seconds",
      "How far the database's clock is ahead of this process's; negative when it is behind",
      offsetS,
    ),
    gauge(
      "database_closed_ahead_seconds",
      "How long entries still get a later time than the clock's, since periods were closed while it was ahead",
      closedAheadS,
    ),
  ];
}

/** The metrics of the database and of its server. */
export function databaseMetrics(database: DatabaseFacts): Metric[] {
  return [
    ...replicationMetrics(database),
    ...archiveMetrics(database),
    ...forgottenMetrics(database),
    ...clockMetrics(database),
    gauge("database_size_bytes", "Size of the database", Number(database.sizeBytes)),
    gauge("database_connections", "Connections of all clients", database.connections),
    gauge("database_max_connections", "Connections that it allows", database.maxConnections),
    gauge(
      "database_oldest_transaction_seconds",
      "Age of the oldest open transaction, of any login",
      database.oldestTransactionS,
    ),
    gauge("database_read_only", "1 while it takes no writes", Number(database.isReadOnly)),
    gauge(
      "database_pending_migrations",
      "Migrations that it lacks",
      database.pendingMigrations.length,
    ),
  ];
}
