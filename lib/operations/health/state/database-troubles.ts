import { KEEP_SETTINGS } from "@/lib/db/connection-settings";
import { loginFault, USE_APP_LOGIN } from "@/lib/db/login-rights";
import { clockTroubles } from "./clock-troubles";
import type { DatabaseFacts, ReplicationFacts } from "./service-state";
import { type Trouble, troublesOf } from "./trouble";
import { duration } from "./words";

const LONG_TRANSACTION_S = 60;
const NEARLY_ALL_CONNECTIONS = 0.8;
const LONG_LAG_S = 60;
const GIBIBYTE = 1024 ** 3;
/** A standby that restarts within minutes is behind by less. */
const HELD_WAL_ATTENTION_BYTES = GIBIBYTE;
/** As in the rule PartnerWalletSlotHoldsWal, which pages. */
const HELD_WAL_FAILED_BYTES = 4 * GIBIBYTE;

const durationOfS = (durationS: number) => duration(durationS * 1_000);

const SYNCHRONIZE =
  "Set synchronous_standby_names (with Patroni synchronous_mode: quorum). See docs/backup.md";

/** Troubles of replication: a commit that is stored on one disk only is lost with that disk. */
function replicationTroubles({ standbys, isSynchronous, isRequired, lagS }: ReplicationFacts) {
  const { found, failed, attention } = troublesOf("database");
  if (isSynchronous && standbys === 0)
    failed(
      "Commits wait for a standby, but none is connected. Changes are blocked.",
      "Start a standby, or clear synchronous_standby_names until one is available.",
    );
  if (!isSynchronous && isRequired)
    failed(
      "Commits do not wait for a standby. New data is lost if this server is lost.",
      `${SYNCHRONIZE} Start the standbys that are missing.`,
    );
  if (!isSynchronous && !isRequired && standbys > 0)
    attention(
      "A standby is connected, but commits do not wait for it. A failover loses the latest commits.",
      SYNCHRONIZE,
    );
  if (lagS !== null && lagS > LONG_LAG_S)
    attention(
      `A standby is ${durationOfS(lagS)} behind.`,
      "Check pg_stat_replication, the network, the standby's disk and long queries on the standby.",
    );
  return found;
}

/** Troubles of what the clients of the database do, the service's processes among them. */
function activityTroubles(database: DatabaseFacts): Trouble[] {
  const { connections, maxConnections, oldestTransactionS, oldestTransactionLogin } = database;
  const { found, attention } = troublesOf("database");
  if (connections > NEARLY_ALL_CONNECTIONS * maxConnections)
    attention(
      `${connections} of ${maxConnections} connections are in use.`,
      "Raise max_connections, put a pooler in between, or run fewer processes.",
    );
  if (oldestTransactionS > LONG_TRANSACTION_S)
    attention(
      `A transaction of ${oldestTransactionLogin} has been open for ${durationOfS(oldestTransactionS)}. ` +
        (oldestTransactionLogin === database.login
          ? "The service's own transactions take milliseconds."
          : "VACUUM cannot remove old versions of rows meanwhile."),
      "Find it in pg_stat_activity by its xact_start, and end it with pg_terminate_backend. Let reports read from a standby.",
    );
  if (!database.isActivityVisible)
    attention(
      `The database's owner ${database.owner} does not see the activity of other logins. ` +
        "Long transactions of reports and the lag of standbys remain unnoticed.",
      `Run as a superuser: GRANT pg_read_all_stats TO ${database.owner}`,
    );
  return found;
}

/** Troubles of what stays in the server without a connection, until somebody ends it by hand. */
function forgottenTroubles({ slot, preparedTransaction }: DatabaseFacts): Trouble[] {
  const { found, failed, attention } = troublesOf("database");
  if (slot !== null && slot.heldBytes > HELD_WAL_ATTENTION_BYTES) {
    const add = slot.heldBytes > HELD_WAL_FAILED_BYTES ? failed : attention;
    add(
      `The replication slot ${slot.name} keeps ${(slot.heldBytes / GIBIBYTE).toFixed(1)} GiB of the write-ahead log. ` +
        (slot.isActive ? "Its client is behind." : "No client is connected to it.") +
        " The log grows until the database's disk is full.",
      slot.isActive
        ? "Check the network to the client of the slot, and its disk."
        : "Start the standby or the client of the slot. If it is gone for good, drop the slot as a superuser: " +
            `pg_drop_replication_slot('${slot.name}').`,
    );
  }
  if (preparedTransaction !== null && preparedTransaction.ageS > LONG_TRANSACTION_S) {
    const { name, database, login, ageS } = preparedTransaction;
    attention(
      `The prepared transaction ${name} of ${login} in the database ${database} has been open for ${durationOfS(ageS)}. ` +
        "It keeps its locks, and VACUUM cannot remove old versions of rows meanwhile.",
      "Find out from the program that prepared it whether it is to be committed. Then run COMMIT PREPARED or ROLLBACK " +
        `PREPARED with its name, in the database ${database}, as ${login} or a superuser.`,
    );
  }
  return found;
}

/** The trouble of a dump that is missing. Source: docs/backup.md, Backups of the containers. */
function dumpTroubles({ dump }: DatabaseFacts): Trouble[] {
  const { found, failed } = troublesOf("database");
  if (dump !== null && dump.overdueS > 0)
    failed(
      dump.ageS === null
        ? `No dump of the database has been made. The first was due ${durationOfS(dump.overdueS)} ago.`
        : `The newest dump of the database is ${durationOfS(dump.ageS)} old. Newer data is lost with the database's disk.`,
      "Read the log of the container backup, and see docs/backup.md. Where dumps are no longer made, delete the row of dump_schedule.",
    );
  return found;
}

/**
 * Troubles of how texts are stored and sorted. An index whose order is no longer that of the operating system does not find
 * rows that are there, so that a unique index, such as the one of idempotency keys, lets the same value in twice.
 */
function textTroubles({ texts: { encoding, locale, isOrderChanged } }: DatabaseFacts): Trouble[] {
  const { found, failed } = troublesOf("database");
  if (isOrderChanged)
    failed(
      `The operating system of the database sorts texts of the locale ${locale} in another order than before. ` +
        "Indexes may miss rows, and a unique index may let the same value in twice.",
      "Stop the service and rebuild the indexes: see docs/operating.md, A new Debian below PostgreSQL",
    );
  if (encoding !== "UTF8")
    failed(
      `The database has the encoding ${encoding}. Texts are not checked, and lengths are counted in bytes.`,
      "Make a database as ops/postgres/roles.sql does, and move the data there: see docs/backup.md, Dump and restore",
    );
  return found;
}

/** Troubles of what the service needs of its database: to write, its tables and settings, and no rights beyond its own. */
function accessTroubles(database: DatabaseFacts): Trouble[] {
  const { pendingMigrations, lostSettings, writeFault, login, excessRights } = database;
  const { found, failed, attention } = troublesOf("database");
  if (database.isReadOnly)
    failed(
      "The database is read-only. No changes can be made.",
      "Point DATABASE_URL at the primary, or promote this one.",
    );
  if (pendingMigrations.length > 0)
    failed(`Pending migrations: ${pendingMigrations.join(", ")}.`, "Apply them: npm run migrate");
  if (lostSettings !== null) failed(lostSettings, KEEP_SETTINGS);
  if (writeFault !== null)
    failed(
      `${writeFault} Requests that make changes fail with 503.`,
      "Free or add disk space for the database. The service recovers automatically.",
    );
  const fault = loginFault(login, excessRights);
  if (fault !== undefined) attention(fault, USE_APP_LOGIN);
  return found;
}

/** Returns the troubles of the database that need a person. */
export const databaseTroubles = (database: DatabaseFacts): Trouble[] => [
  ...accessTroubles(database),
  ...activityTroubles(database),
  ...forgottenTroubles(database),
  ...dumpTroubles(database),
  ...textTroubles(database),
  ...clockTroubles(database),
  ...replicationTroubles(database.replication),
];
